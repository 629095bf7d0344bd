import type { DispatchGoods } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import { isSscc, nextSscc } from '@aapurti/contract/dispatch-notes/dispatchRules';
import { Decimal, parseDecimal } from '@aapurti/contract/ground/numbers';
import { quantityIn } from '@aapurti/contract/purchase-orders/cartons';
import { messages } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import { say } from '@aapurti/contract/ground/template';

type Package = DispatchGoods['packages'][number];
type Vehicle = DispatchGoods['vehicles'][number];
interface Part {
  /** The line number, from 1. */
  no: number;
  quantity: string;
}

/** A package as typed; its contents are written `1: 12, 2: 6`. */
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

/** A line of the form with the values typed for it. */
export interface TypedLine {
  no: number;
  quantity: string;
  cartons: string;
}

export function writeParts(parts: readonly { no: number; quantity: number | string }[]): string {
  return parts.map(({ no, quantity }) => `${no}: ${quantity}`).join(', ');
}

/** Parses contents such as `1: 12, 2: 6`; null if the text is malformed. */
export function readParts(text: string): Part[] | null {
  if (text.trim() === '') return [];
  const parts = text.split(/[,;\n]/).map((part) => /^\s*(\d{1,4})\s*[:=×x]\s*(\d{1,9}(?:\.\d{1,3})?)\s*$/.exec(part));
  return parts.every((part) => part !== null) ? parts.map(([, no, quantity]) => ({ no: Number(no), quantity: String(quantity) })) : null;
}

/** Renumbers the contents after lines were added or removed. `to` returns the new number of a line, or null for a removed line. */
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

/** The quantities of the lines that are not in any package or vehicle yet. */
export function restOf(lines: readonly TypedLine[], holders: readonly { contents: string }[]): string {
  const held = holders.flatMap(({ contents }) => readParts(contents) ?? []);
  const rest = lines.map(({ no, quantity }) => ({
    no,
    left: held.filter((part) => part.no === no).reduce((left, part) => left.minus(part.quantity), decimal(quantity)),
  }));
  return writeParts(rest.filter(({ left }) => left.gt(0)).map(({ no, left }) => ({ no, quantity: left.toString() })));
}

/** The most cartons that the packing assistant creates, which is the maximum number of packages of a note. */
export const PACKED_MAX = 2000;

/**
 * Packs each line into the number of cartons that it states, or into one, with `perPallet` cartons on each pallet. The SSCCs count up from
 * `firstSscc` over the pallets, or over the cartons if there are no pallets.
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

/** Removes a package; packages stacked on it become top-level packages. */
export function withoutPackage(all: readonly PackageDraft[], place: number): PackageDraft[] {
  const moved = (parent: string) => {
    if (parent === '' || Number(parent) === place + 1) return '';
    return Number(parent) > place + 1 ? String(Number(parent) - 1) : parent;
  };
  return all.filter((_, index) => index !== place).map((each) => ({ ...each, parent: moved(each.parent) }));
}

const CONTENTS = 'Enter line and quantity, for example 1: 12, 2: 6.';

/** The problem with contents: each part must name an existing line that is not left out. */
function contentsProblem(contents: string, lines: readonly TypedLine[]): string | null {
  const parts = readParts(contents);
  if (parts === null) return CONTENTS;
  const missing = parts.find(({ no }) => !lines.some((line) => line.no === no));
  return missing === undefined ? null : say('Line {no} does not exist in the goods.', { no: missing.no });
}

/** The first problem of the packages, with the names that the screen shows. */
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

/** The contents with the line numbers of the server, which counts only the lines that are not left out. */
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
