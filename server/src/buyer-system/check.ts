import { say } from '@aapurti/contract/ground/template';
import type { PullKind } from '../erp/port.ts';
import { type PulledRecords, recordMessages, schemas } from '../erp/records.ts';

/** The fields by which a user finds a record in the ERP. */
const NAMES: Readonly<Record<PullKind, { named: string; nameless: string; id: string; name: string }>> = {
  suppliers: { named: 'Supplier {name}', nameless: 'Supplier without a name', id: 'externalId', name: 'name' },
  items: { named: 'Item {name}', nameless: 'Item without a name', id: 'itemCode', name: 'itemCode' },
  orders: { named: 'Order {name}', nameless: 'Order without a name', id: 'externalId', name: 'number' },
  returns: { named: 'Return {name}', nameless: 'Return without a name', id: 'externalId', name: 'externalId' },
  payments: { named: 'Payment {name}', nameless: 'Payment without a name', id: 'externalId', name: 'externalId' },
};

const NAMED_MAX = 100;

/** The name of a record, for example 'Order PUR-0042'. */
export function nameOf(kind: PullKind, record: unknown): string {
  const { named, nameless, id, name } = NAMES[kind];
  const fields = (typeof record === 'object' && record !== null ? record : {}) as Record<string, unknown>;
  const found = [fields[name], fields[id]].find((each) => typeof each === 'string' && each !== '');
  return typeof found === 'string' ? say(named, { name: found.slice(0, NAMED_MAX) }) : nameless;
}

/** The key of a record and its fault. It stays the same each time the record comes. */
export function idOf(kind: PullKind, record: unknown): string {
  const found = (record as Record<string, unknown> | null)?.[NAMES[kind].id];
  return typeof found === 'string' && found !== '' ? found.slice(0, 300) : `? ${JSON.stringify(found ?? null).slice(0, 200)}`;
}

/** The parsed record, or the error as a sentence that names it. The schemas' messages have a placeholder for the name. */
export function checkRecord<K extends PullKind>(kind: K, record: unknown): { value: PulledRecords[K] } | { problem: string } {
  const checked = schemas[kind].safeParse(record);
  if (checked.success) return { value: checked.data as PulledRecords[K] };
  const [issue] = checked.error.issues;
  const [first, place, ...rest] = issue?.path ?? [];
  const isOfLine = first === 'lines' && typeof place === 'number';
  const given = issue?.path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], record);
  const values = {
    record: isOfLine ? say('{record}, line {line}', { record: nameOf(kind, record), line: place + 1 }) : nameOf(kind, record),
    field: (isOfLine ? rest.join('.') : String(first ?? '')) || 'record',
    most: issue?.code === 'too_big' ? Number(issue.maximum) : null,
    given: given === undefined ? null : JSON.stringify(given).slice(0, NAMED_MAX),
  };
  const known = Object.values(recordMessages).find((message) => message === issue?.message) ?? recordMessages.wrong;
  return { problem: say(values.given === null ? recordMessages.missing : known, values) };
}
