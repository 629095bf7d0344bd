import { daysBetween } from './dispatchRules.ts';
import { type DispatchKind, type EwayDocument, MOVEMENTS } from './movements.ts';
import { ofPlace, placeRemark } from './noteRemarks.ts';
import { showDate, showMoney } from '../ground/fields.ts';
import { isInterState } from '../ground/gst.ts';
import { documentNumberRemark, normaliseVehicle, vehicleRemark } from '../ground/india.ts';
import { Decimal } from '../ground/numbers.ts';
import { headTaxes, NO_TAXES } from '../ground/orderFigures.ts';
import { say } from '../ground/template.ts';

/*
 * E-way bills (rule 138 of the CGST Rules) as the portal's bulk upload takes them: the keys of the official tool's file, which differ in
 * five names from those of the API.
 */

/** The version of the file's format. */
export const EWAY_VERSION = '1.0.0621';

/** Rupees including tax, without exempt goods. Goods of exactly this value need no bill. */
export const EWAY_ABOVE = 50_000;

const ITEMS_MAX = 250;
/** The most days since the document's date. */
const DOCUMENT_DAYS_MAX = 180;
/** The kilometres between two places in one PIN code. */
const SAME_PIN_MAX = 100;
/** The code that the portal accepts as the state of a party in a special economic zone, so that IGST is due. */
const SEZ_STATE = 96;

interface EwayPlace {
  address: string | null;
  place: string | null;
  pin: string | null;
  /** GST code of the state. */
  state: string | null;
}

interface EwayParty extends EwayPlace {
  gstin: string | null;
  name: string;
  isSez: boolean;
}

export interface EwayLine {
  name: string;
  hsn: string | null;
  quantity: Decimal.Value;
  /** Unit code of GST documents. */
  UQC: string | null;
  taxable: Decimal.Value;
  /** Percent; null if the order states none. */
  cgst: Decimal.Value | null;
  sgst: Decimal.Value | null;
  igst: Decimal.Value | null;
  cess: Decimal.Value | null;
}

export interface EwaySource {
  kind: DispatchKind;
  /** The party that makes the bill, with its own GST number: the sender's bill is outward, the receiver's inward. */
  maker: 'consignor' | 'consignee';
  /** The document that travels along: the tax invoice, or else the challan. */
  document: { number: string; day: string };
  consignor: EwayParty;
  /** The vendor charges no GST, so a bill of supply travels along. */
  isUntaxed: boolean;
  consignee: EwayParty;
  /** The place from which the goods leave; `gstin` if it belongs to another party. */
  from: EwayPlace & { gstin: string | null };
  to: EwayPlace & { gstin: string | null };
  lines: readonly EwayLine[];
  /** The document's value minus that of its lines: the rounding to the rupee, which may be negative. */
  other: Decimal.Value;
  mode: 'road' | 'rail' | 'air' | 'ship' | null;
  distance: number | null;
  transporterName: string | null;
  transporterId: string | null;
  transportDocument: string | null;
  transportDocumentOn: string | null;
  vehicles: readonly { number: string | null; over: boolean }[];
}

const MODES = { road: 1, rail: 2, air: 3, ship: 4 } as const;

const isSupply = (kind: DispatchKind) => MOVEMENTS[kind].isSupply;
const isService = (hsn: string | null) => hsn?.startsWith('99') === true;
const paisa = (value: Decimal.Value) => new Decimal(value).toDecimalPlaces(2, Decimal.ROUND_HALF_UP);

interface Item extends EwayLine {
  rates: { cgst: Decimal; sgst: Decimal; igst: Decimal; cess: Decimal };
  amounts: { taxable: Decimal; cgst: Decimal; sgst: Decimal; igst: Decimal; cess: Decimal };
}

/** The taxes are those of the challan and of the invoice: `headTaxes`. The portal requires a total that is the sum of its lines' values. */
function taxedLines({ kind, lines }: Pick<EwaySource, 'kind' | 'lines'>): Item[] {
  const items = lines.map((line) => {
    const rate = (value: Decimal.Value | null) => new Decimal(isSupply(kind) ? (value ?? 0) : 0);
    const rates = { cgst: rate(line.cgst), sgst: rate(line.sgst), igst: rate(line.igst), cess: rate(line.cess) };
    return { ...line, rates, taxable: paisa(line.taxable) };
  });
  const taxes = headTaxes(items.map(({ taxable, rates }) => ({ taxable, ...rates })));
  return items.map((item, place) => ({ ...item, amounts: { taxable: item.taxable, ...(taxes[place] ?? NO_TAXES) } }));
}

const itemsOf = (source: EwaySource) => taxedLines(source).filter(({ hsn }) => !isService(hsn));

const HEADS = ['taxable', 'cgst', 'sgst', 'igst', 'cess'] as const;

const sumOf = (items: readonly Item[], head: (typeof HEADS)[number]) =>
  items.reduce((sum, { amounts }) => sum.plus(amounts[head]), new Decimal(0));

const valueOf = (items: readonly Item[]) => HEADS.reduce((sum, head) => sum.plus(sumOf(items, head)), new Decimal(0));

/** The value of all lines including tax and services, as the document states it before rounding to the rupee. */
export const documentValue = (source: EwaySource) => valueOf(taxedLines(source));

/** Goods at a stated rate of 0 are exempt, unless the vendor charges no tax on anything. */
const isExempt = ({ cgst, sgst, igst }: EwayLine) =>
  [cgst, sgst, igst].some((rate) => rate !== null) && [cgst, sgst, igst].every((rate) => new Decimal(rate ?? 0).isZero());

/** The value that decides whether goods need an e-way bill: with tax, without exempt goods. */
export function consignmentValue(source: EwaySource): Decimal {
  const items = itemsOf(source);
  const counted = isSupply(source.kind) && !source.isUntaxed ? items.filter((item) => !isExempt(item)) : items;
  return valueOf(counted);
}

/** Job work between states needs a bill at any value. */
export function needsEwayBill(source: EwaySource): boolean {
  const { kind, from, to } = source;
  if (itemsOf(source).length === 0) return false;
  if (kind === 'job_work' && from.state !== null && to.state !== null && isInterState(from.state, to.state)) return true;
  return consignmentValue(source).gt(EWAY_ABOVE);
}

/** More than the portal accepts: one item for each HSN, unit and rates. */
function grouped(items: readonly Item[]): Item[] {
  if (items.length <= ITEMS_MAX) return [...items];
  const groups = new Map<string, Item>();
  for (const item of items) {
    const { cgst, sgst, igst, cess } = item.rates;
    const key = JSON.stringify([item.hsn, item.UQC, cgst, sgst, igst, cess]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { ...item, name: say('Goods of HSN {hsn}', { hsn: item.hsn }) });
    else
      groups.set(key, {
        ...group,
        quantity: new Decimal(group.quantity).plus(item.quantity),
        amounts: Object.fromEntries(HEADS.map((head) => [head, group.amounts[head].plus(item.amounts[head])])) as Item['amounts'],
      });
  }
  return [...groups.values()];
}

/** Codes of states that were merged or divided. */
const CURRENT_STATE: Readonly<Record<string, string>> = { 25: '26', 28: '37' };
const stateNumber = (state: string | null) => Number(CURRENT_STATE[state ?? ''] ?? state ?? 0);

const noNumber = (name: string) => say('{name} has no GST number, so the other party generates this e-way bill.', { name });

function pinProblem(pin: string | null, missing: string): string | null {
  if (pin === null || pin.trim() === '') return missing;
  if (/^[1-9]\d{5}$/.test(pin)) return null;
  if (!/^\d+$/.test(pin)) return say('PIN {pin} is not a six-digit number.', { pin });
  return pin.length === 6
    ? say('PIN {pin} starts with 0.', { pin })
    : say('PIN {pin} has {count, plural, one {# digit} other {# digits}}.', { pin, count: pin.length });
}

const HSN = /^(\d{4}|\d{6}|\d{8})$/;

function lineProblems(source: EwaySource): string[] {
  const found = source.lines.flatMap(({ hsn, UQC }, index) => {
    const lineName = say('Line {index}', { index: index + 1 });
    if (isService(hsn))
      return source.kind === 'job_work'
        ? [say('{lineName}: for job work, enter the HSN of the goods, not the service code {hsn}.', { lineName, hsn })]
        : [];
    if (hsn === null) return [say('{lineName} has no HSN.', { lineName })];
    return [
      HSN.test(hsn) ? null : say('{lineName}: HSN {hsn} should have 4, 6 or 8 digits.', { lineName, hsn }),
      UQC === null ? say('{lineName} has no unit.', { lineName }) : null,
    ];
  });
  return found.filter((problem) => problem !== null);
}

function transportProblem({ mode, vehicles, transporterId, transportDocument }: EwaySource): string | null {
  const [vehicle] = vehicles.map(({ number }) => number).filter((number) => number !== null && number !== '');
  if (mode === 'rail' || mode === 'air')
    return transportDocument === null ? say('The number of the {mode} document is missing.', { mode }) : null;
  if (mode === 'ship')
    return vehicle === undefined || transportDocument === null
      ? 'For transport by ship, the vehicle and document number are required.'
      : null;
  if (vehicle === undefined) return transporterId === null ? 'A vehicle or a transporter ID is missing.' : null;
  const remark = vehicleRemark(vehicle ?? '');
  return remark === null ? null : say('Vehicle {vehicle}: {problem}', { vehicle, problem: remark });
}

/** The errors for which the portal would reject a bill, each as a sentence. @param today `YYYY-MM-DD` in India. */
export function ewayProblems(source: EwaySource, today: string): string[] {
  const { consignor, consignee, document, from, to, distance } = source;
  const maker = source[source.maker];
  const age = daysBetween(document.day, today);
  const items = itemsOf(source);
  const isSamePin = from.pin !== null && from.pin === to.pin;
  return [
    documentNumberRemark(document.number) === null
      ? null
      : say('Number {number} has invalid characters or more than 16 characters.', { number: document.number }),
    age > DOCUMENT_DAYS_MAX
      ? say('The document of {day} is older than {DOCUMENT_DAYS_MAX} days.', { day: showDate(document.day), DOCUMENT_DAYS_MAX })
      : null,
    age < 0 ? say('The document is dated {day}, which is after today.', { day: showDate(document.day) }) : null,
    maker.gstin === null ? noNumber(maker.name) : null,
    consignor.state === null ? 'The state of the consigner is missing.' : null,
    consignee.state === null ? 'The state of the consignee is missing.' : null,
    pinProblem(from.pin, 'The PIN code of the place of dispatch is missing.'),
    pinProblem(to.pin, 'The PIN code of the place of delivery is missing.'),
    from.state === null ? 'The state from which the goods are dispatched is missing.' : null,
    to.state === null ? 'The state of delivery is missing.' : null,
    isSamePin && (distance === null || distance < 1 || distance > SAME_PIN_MAX)
      ? say('Both places have PIN {pin}: enter a distance of 1 to {SAME_PIN_MAX} km.', { pin: to.pin, SAME_PIN_MAX })
      : null,
    items.length === 0 ? 'It contains no goods.' : null,
    new Decimal(source.other).abs().gte(1)
      ? new Decimal(source.other).isNegative()
        ? say(
            'Document {number} states {value} less than its lines. Only rounding to the rupee is allowed: correct the document or the lines.',
            { number: document.number, value: showMoney(new Decimal(source.other).abs().toString()) },
          )
        : say(
            'Document {number} states {value} more than its lines. Only rounding to the rupee is allowed: correct the document or the lines.',
            { number: document.number, value: showMoney(new Decimal(source.other).abs().toString()) },
          )
      : null,
    grouped(items).length > ITEMS_MAX
      ? say('It has more than {ITEMS_MAX} items, even when grouped by HSN, unit and rates.', { ITEMS_MAX })
      : null,
    ...lineProblems(source),
    transportProblem(source),
  ].filter((problem) => problem !== null);
}

/** The warnings for users about a bill that the portal accepts. */
export function ewayRemarks({ vehicles, distance, from, to }: EwaySource): string[] {
  const [first, ...more] = vehicles.map(({ number }) => number ?? '').filter((number) => number !== '');
  return [
    more.length === 0
      ? null
      : say('The file contains vehicle {first}. Add {numbers} with their quantities on the e-way bill portal (one Part B each).', {
          first,
          numbers: more,
        }),
    ofPlace('dispatch', placeRemark(from.pin, from.state)),
    ofPlace('delivery', placeRemark(to.pin, to.state)),
    distance === null || distance === 0 ? 'Leave blank: the portal calculates the distance from the PIN codes.' : null,
  ].filter((remark) => remark !== null);
}

const slashed = (day: string) => day.split('-').toReversed().join('/');
const cut = (text: string | null, most: number, from = 0) =>
  (text ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(from, from + most);

/** The portal's type: addresses of one party are 'regular', bill-to/ship-to is for two parties, and so is dispatch-from. */
function transType({ consignor, consignee, from, to }: EwaySource): 1 | 2 | 3 | 4 {
  const shipsToOther = to.gstin !== null && to.gstin !== consignee.gstin;
  const leavesOther = from.gstin !== null && from.gstin !== consignor.gstin;
  return shipsToOther ? (leavesOther ? 4 : 2) : leavesOther ? 3 : 1;
}

/** The table's codes for the movement and its issuer. If no tax is charged, a bill of supply replaces the invoice. */
function codesOf(source: EwaySource): { supplyType: 'O' | 'I'; subSupplyType: number; subSupplyDesc: string; docType: EwayDocument } {
  const { kind, maker, isUntaxed, consignor } = source;
  const { subSupplyType, docType, description = '' } = MOVEMENTS[kind][maker === 'consignor' ? 'outward' : 'inward'];
  // Goods of an unregistered vendor are on the invoice that the buyer issues (section 31(3)(f)).
  const isOwnInvoice = consignor.gstin === null;
  const isFree = !isOwnInvoice && (isUntaxed || itemsOf(source).every((item) => isExempt(item)));
  return {
    supplyType: maker === 'consignor' ? 'O' : 'I',
    subSupplyType,
    subSupplyDesc: description,
    docType: docType === 'INV' && isFree ? 'BIL' : docType,
  };
}

/** One bill of the file, its keys in the portal's order. Only for a source without `ewayProblems`. */
export function ewayBill(source: EwaySource) {
  const { document, maker, consignor, from, to } = source;
  const consignee = MOVEMENTS[source.kind][maker === 'consignor' ? 'outward' : 'inward'].toSelf === true ? consignor : source.consignee;
  const items = grouped(itemsOf(source));
  const total = Object.fromEntries(HEADS.map((head) => [head, sumOf(items, head)])) as Record<(typeof HEADS)[number], Decimal>;
  const other = paisa(source.other);
  const [main] = items.toSorted((one, two) => two.amounts.taxable.cmp(one.amounts.taxable));
  const [vehicle] = source.vehicles;
  return {
    userGstin: source[maker].gstin ?? '',
    ...codesOf(source),
    docNo: document.number,
    docDate: slashed(document.day),
    transType: transType(source),
    fromGstin: consignor.gstin ?? 'URP',
    fromTrdName: cut(consignor.name, 100),
    fromAddr1: cut(from.address, 120),
    fromAddr2: cut(from.address, 120, 120),
    fromPlace: cut(from.place, 50),
    fromPincode: Number(from.pin),
    fromStateCode: consignor.isSez ? SEZ_STATE : stateNumber(consignor.state),
    actualFromStateCode: stateNumber(from.state),
    toGstin: consignee.gstin ?? 'URP',
    toTrdName: cut(consignee.name, 100),
    toAddr1: cut(to.address, 120),
    toAddr2: cut(to.address, 120, 120),
    toPlace: cut(to.place, 50),
    toPincode: Number(to.pin),
    toStateCode: consignee.isSez ? SEZ_STATE : stateNumber(consignee.state),
    actualToStateCode: stateNumber(to.state),
    totalValue: total.taxable.toNumber(),
    cgstValue: total.cgst.toNumber(),
    sgstValue: total.sgst.toNumber(),
    igstValue: total.igst.toNumber(),
    cessValue: total.cess.toNumber(),
    TotNonAdvolVal: 0,
    OthValue: other.toNumber(),
    totInvValue: valueOf(items).plus(other).toNumber(),
    transMode: MODES[source.mode ?? 'road'],
    transDistance: source.distance ?? 0,
    transporterName: cut(source.transporterName, 100),
    transporterId: source.transporterId ?? '',
    transDocNo: cut(source.transportDocument, 15),
    transDocDate: source.transportDocumentOn === null ? '' : slashed(source.transportDocumentOn),
    vehicleNo: normaliseVehicle(vehicle?.number ?? ''),
    vehicleType: vehicle?.over === true ? 'O' : 'R',
    mainHsnCode: main?.hsn ?? '',
    itemList: items.map((item, index) => ({
      itemNo: index + 1,
      productName: cut(item.name, 100),
      productDesc: cut(item.name, 100),
      hsnCode: item.hsn ?? '',
      quantity: new Decimal(item.quantity).toDecimalPlaces(3).toNumber(),
      qtyUnit: item.UQC ?? '',
      taxableAmount: item.amounts.taxable.toNumber(),
      sgstRate: item.rates.sgst.toNumber(),
      cgstRate: item.rates.cgst.toNumber(),
      igstRate: item.rates.igst.toNumber(),
      cessRate: item.rates.cess.toNumber(),
      cessNonAdvol: 0,
    })),
  };
}
