import type { DispatchGoods } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import { isSscc, nextSscc } from '@aapurti/contract/dispatch-notes/dispatchRules';
import { Decimal, parseDecimal } from '@aapurti/contract/ground/numbers';
import { quantityIn } from '@aapurti/contract/purchase-orders/cartons';
import { messages } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import { say } from '@aapurti/contract/ground/template';

type Package = DispatchGoods['packages'][number];
type Vehicle = DispatchGoods['vehicles'][number];
interface Part {
  /** The number of the line, from 1. */
  no: number;
  quantity: string;
}

/** A package as it is typed; what it holds is written `1: 12, 2: 6`. */
export interface PackageDraft {
  kind: Package['kind'];
  parent: string;
  sscc: string;
  grossKg: string;
  contents: string;
}

export interface VehicleDraft {
  number: string;
  over: boolean;
  contents: string;
}

/** A line of the form with what is typed about it. */
export interface TypedLine {
  no: number;
  quantity: string;
  cartons: string;
}

export function writeParts(parts: readonly { no: number; quantity: number | string }[]): string {
  return parts.map(({ no, quantity }) => `${no}: ${quantity}`).join(', ');
}

/** Null where a text is not understood. */
export function readParts(text: string): Part[] | null {
  if (text.trim() === '') return [];
  const parts = text.split(/[,;\n]/).map((part) => /^\s*(\d{1,4})\s*[:=×x]\s*(\d{1,9}(?:\.\d{1,3})?)\s*$/.exec(part));
  return parts.every((part) => part !== null) ? parts.map(([, no, quantity]) => ({ no: Number(no), quantity: String(quantity) })) : null;
}

/** Renumbers after lines were added or left out: `to` is the new number of a line, null where it is gone. */
export function renumberParts(text: string, to: (no: number) => number | null): string {
  const parts = readParts(text);
  if (parts === null) return text;
  return writeParts(parts.flatMap(({ no, quantity }) => (to(no) === null ? [] : [{ no: to(no) ?? 0, quantity }])));
}

export function packageDrafts({ packages }: Pick<DispatchGoods, 'packages'>): PackageDraft[] {
  return packages.map(({ kind, parent, sscc, grossKg, lines }) => ({
    kind,
    parent: parent === null ? '' : String(parent),
    sscc: sscc ?? '',
    grossKg: grossKg === null ? '' : String(grossKg),
    contents: writeParts(lines),
  }));
}

export function vehicleDrafts(vehicles: readonly Vehicle[]): VehicleDraft[] {
  return vehicles.map(({ number, over, lines }) => ({ number: number ?? '', over, contents: writeParts(lines) }));
}

const decimal = (text: string) => parseDecimal(text) ?? new Decimal(0);

/** The rest of each line that no holder has yet. */
export function restOf(lines: readonly TypedLine[], holders: readonly { contents: string }[]): string {
  const held = holders.flatMap(({ contents }) => readParts(contents) ?? []);
  const rest = lines.map(({ no, quantity }) => ({
    no,
    left: held.filter((part) => part.no === no).reduce((left, part) => left.minus(part.quantity), decimal(quantity)),
  }));
  return writeParts(rest.filter(({ left }) => left.gt(0)).map(({ no, left }) => ({ no, quantity: left.toString() })));
}

/** Cartons of an assistant at once: the most packages of a note. */
export const PACKED_MAX = 2000;

/**
 * Each line in as many cartons as it states (one, where it states none), so many cartons a pallet, numbered from an SSCC on: pallets where
 * there are some, else cartons.
 */
export function packed(lines: readonly TypedLine[], perPallet: number, firstSscc: string): PackageDraft[] {
  const cartons = lines.flatMap(({ no, quantity, cartons: count }) => {
    const most = Math.min(Math.max(1, Number(count) || 1), PACKED_MAX);
    const line = { itemQuantityInCart: decimal(quantity).toNumber(), caseQuantity: null };
    return Array.from({ length: most }, (_, index): PackageDraft => {
      const content = quantityIn(line, most, index + 1);
      const held = content === null ? (index === 0 ? quantity : null) : content.toString();
      return { kind: 'carton', parent: '', sscc: '', grossKg: '', contents: held === null ? '' : writeParts([{ no, quantity: held }]) };
    });
  });
  const pallets = perPallet > 0 ? Math.ceil(cartons.length / perPallet) : 0;
  const all: PackageDraft[] = [
    ...Array.from({ length: pallets }, (): PackageDraft => ({ kind: 'pallet', parent: '', sscc: '', grossKg: '', contents: '' })),
    ...cartons.map((carton, index) => (pallets === 0 ? carton : { ...carton, parent: String(Math.floor(index / perPallet) + 1) })),
  ];
  let code: string | null = isSscc(firstSscc) ? firstSscc : null;
  return all.map((each) => {
    if (code === null || (pallets > 0 && each.kind !== 'pallet')) return each;
    const numbered = { ...each, sscc: code };
    code = nextSscc(code);
    return numbered;
  });
}

/** The packages without one of them; those that stood on it stand alone. */
export function withoutPackage(all: readonly PackageDraft[], place: number): PackageDraft[] {
  const moved = (parent: string) => {
    if (parent === '' || Number(parent) === place + 1) return '';
    return Number(parent) > place + 1 ? String(Number(parent) - 1) : parent;
  };
  return all.filter((_, index) => index !== place).map((each) => ({ ...each, parent: moved(each.parent) }));
}

const CONTENTS = 'Enter line and quantity, for example 1: 12, 2: 6.';

/** The problem with contents: each needs the number of a line that is there and is not left out. */
function contentsProblem(contents: string, lines: readonly TypedLine[]): string | null {
  const parts = readParts(contents);
  if (parts === null) return CONTENTS;
  const missing = parts.find(({ no }) => !lines.some((line) => line.no === no));
  return missing === undefined ? null : say('Line {no} does not exist in the goods.', { no: missing.no });
}

/** The first thing that is wrong, named as on the screen. */
export function packagesProblem(packages: readonly PackageDraft[], lines: readonly TypedLine[]): string | null {
  for (const [place, { sscc, grossKg, parent, contents }] of packages.entries()) {
    const weight = grossKg.trim() === '' ? null : parseDecimal(grossKg);
    const problem =
      contentsProblem(contents, lines) ??
      (sscc.trim() !== '' && !isSscc(sscc.trim()) ? messages.sscc : null) ??
      (grossKg.trim() !== '' && (weight === null || weight.lt(0)) ? messages.weight : null) ??
      (parent.trim() !== '' && packages[Number(parent) - 1]?.kind !== 'pallet'
        ? say('Package {parent} is not a pallet.', { parent })
        : null);
    if (problem !== null) return say('Package {place}: {problem}', { place: place + 1, problem });
  }
  return null;
}

export function vehiclesProblem(vehicles: readonly VehicleDraft[], lines: readonly TypedLine[]): string | null {
  for (const [place, { contents }] of vehicles.entries()) {
    const problem = contentsProblem(contents, lines);
    if (problem !== null) return say('Vehicle {place}: {problem}', { place: place + 1, problem });
  }
  return null;
}

/** Lines as the server counts them: of those that are not left out. */
function sentParts(contents: string, lines: readonly TypedLine[]) {
  return (readParts(contents) ?? []).map(({ no, quantity }) => ({ no: lines.findIndex((line) => line.no === no) + 1, quantity }));
}

export function sentPackages(packages: readonly PackageDraft[], lines: readonly TypedLine[]) {
  return packages.map(({ kind, parent, sscc, grossKg, contents }) => ({ kind, parent, sscc, grossKg, lines: sentParts(contents, lines) }));
}

export function sentVehicles(vehicles: readonly VehicleDraft[], lines: readonly TypedLine[]) {
  return vehicles
    .filter(({ number, contents }) => number.trim() !== '' || contents.trim() !== '')
    .map(({ number, over, contents }) => ({ number, over, lines: sentParts(contents, lines) }));
}
