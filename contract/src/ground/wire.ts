/**
 * Names that are misspelt, ambiguous or wrong in the API, and the code's names for them. The API keeps the specification's spelling
 * permanently; all code uses the right-hand name. One table serves all domains, so a name means the same everywhere.
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

/** The API's name of a field that the code calls `clean`. */
export function wireName(clean: string): string {
  return wireByClean.get(clean) ?? clean;
}

/** The code's name of a field that the API calls `wire`. */
export function cleanName(wire: string): string {
  return cleanByWire.get(wire) ?? wire;
}

/** The client's values under the code's names. The code's own names are unknown in the API, so they are dropped like any unknown field. */
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

/** The outgoing values under the API's names. */
export function encodeNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(encodeNames);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [wireName(name), encodeNames(item)]));
}

/** Only plain objects: a Date, Decimal or File is a value, not a record to look into. */
function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
