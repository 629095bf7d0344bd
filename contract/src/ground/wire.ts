/**
 * Names that are misspelt, ambiguous or untrue on the wire, and what the code calls them.
 * The wire keeps the specification's spelling for ever; everything inside uses the right-hand name.
 * One table for all domains, so a name means the same thing everywhere.
 */
const CLEAN_BY_WIRE = {
  nararation: 'narration',
  sellingPrice: 'transferPrice',
  UOMConversation: 'uomConversion',
  schemaName: 'schemeName',
  schemaNumber: 'schemeNumber',
  maxSchemaNumber: 'maxSchemeNumber',
  schemes: 'scheme',
  passWord: 'password',
  GST: 'gstin',
  panNo: 'pan',
  DateOfDeliverChallan: 'challanDate',
} as const;

const cleanByWire = new Map<string, string>(Object.entries(CLEAN_BY_WIRE));
const wireByClean = new Map([...cleanByWire].map(([wire, clean]) => [clean, wire]));

/** The wire's name of a field that the code calls `clean`. */
export function wireName(clean: string): string {
  return wireByClean.get(clean) ?? clean;
}

/** The code's name of a field that the wire calls `wire`. */
export function cleanName(wire: string): string {
  return cleanByWire.get(wire) ?? wire;
}

/**
 * The values that the client sent, under the code's names. A clean name is not known on the wire, so it is dropped like any unknown field.
 */
export function decodeNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decodeNames);
  if (!isRecord(value)) return value;
  const decoded: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) {
    if (name === '__proto__' || wireByClean.has(name)) continue;
    decoded[cleanName(name)] = decodeNames(item);
  }
  return decoded;
}

/** The values that go out, under the wire's names. */
export function encodeNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(encodeNames);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [wireName(name), encodeNames(item)]));
}

/** Plain objects only: a Date, Decimal or File is a value, not a record to look into. */
function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
