import type { PullKind } from '../erp/port.ts';
import { type PulledRecords, schemas } from '../erp/records.ts';

/** The names by which a person finds a record in the ERP. */
const NAMES: Readonly<Record<PullKind, { what: string; id: string; name: string }>> = {
  suppliers: { what: 'Supplier', id: 'externalId', name: 'name' },
  items: { what: 'Item', id: 'itemCode', name: 'itemCode' },
  orders: { what: 'Order', id: 'externalId', name: 'number' },
  returns: { what: 'Return', id: 'externalId', name: 'externalId' },
  payments: { what: 'Payment', id: 'externalId', name: 'externalId' },
};

const NAMED_MAX = 100;

/** The name of a record, as in 'Order PUR-0042'. */
export function nameOf(kind: PullKind, record: unknown): string {
  const { what, id, name } = NAMES[kind];
  const fields = (typeof record === 'object' && record !== null ? record : {}) as Record<string, unknown>;
  const found = [fields[name], fields[id]].find((each) => typeof each === 'string' && each !== '');
  return typeof found === 'string' ? `${what} ${found.slice(0, NAMED_MAX)}` : `${what} without a name`;
}

/** The key of a record and its fault: the same each time it comes. */
export function idOf(kind: PullKind, record: unknown): string {
  const found = (record as Record<string, unknown> | null)?.[NAMES[kind].id];
  return typeof found === 'string' && found !== '' ? found.slice(0, 300) : `? ${JSON.stringify(found ?? null).slice(0, 200)}`;
}

/** The record, or what is wrong with it as a sentence that names it. */
export function checkRecord<K extends PullKind>(kind: K, record: unknown): { value: PulledRecords[K] } | { problem: string } {
  const checked = schemas[kind].safeParse(record);
  if (checked.success) return { value: checked.data as PulledRecords[K] };
  const [issue] = checked.error.issues;
  const [first, place, ...rest] = issue?.path ?? [];
  const where =
    first === 'lines' && typeof place === 'number' ? `line ${place + 1}, ${rest.join('.') || 'all of it'}` : String(first ?? 'record');
  const given = issue?.path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], record);
  const shown = given === undefined ? 'nothing' : JSON.stringify(given).slice(0, NAMED_MAX);
  return { problem: `${nameOf(kind, record)}: ${where} ${issue?.message ?? 'is not right'}, but the buyer's system sent ${shown}.` };
}
