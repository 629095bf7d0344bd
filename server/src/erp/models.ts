import { gtinKey } from '@aapurti/contract/ground/codeKeys';
import { type Raw, since, sortOut } from './erp.ts';
import { BuyerSystemError, type PulledFault, type PulledPage } from './port.ts';
import type { BuyerItem } from './records.ts';
import { say } from '@aapurti/contract/ground/template';

// Odoo and Tryton both have models of records with numeric ids. Their adapters share this reader.

export type Records = ReadonlyMap<number, Raw>;
/** A condition, or an operator between conditions, in the ERP's own notation. */
type Domain = readonly unknown[];
export type Conditions = readonly (readonly [field: string, operator: string, value: unknown])[];

/** The number of records of a page. */
const PAGE = 200;
/** The number of ids with their times of change in one response. */
const CHANGES_AT_ONCE = 2000;

/** Field names in the order of a query; `a|b` is the first that the model has, since names differ between versions. */
export function names(list: string): string[] {
  return list.trim().split(/\s+/);
}

/** Ids in a relation: one id, a list of ids, Odoo's `[id, "name"]`, or Tryton's `"model,id"` where it refers to this model. */
export function idsOf(value: unknown, model = ''): number[] {
  if (typeof value === 'string') return value.startsWith(`${model},`) ? [Number(value.slice(model.length + 1))] : [];
  return (Array.isArray(value) ? (value as unknown[]) : [value]).filter((id): id is number => typeof id === 'number');
}

export function idOf(value: unknown, model?: string): number | null {
  return idsOf(value, model)[0] ?? null;
}

/** The records that a relation refers to, as far as they were read. */
export function present(records: Records, relation: unknown, model?: string): Raw[] {
  return idsOf(relation, model).flatMap((id): readonly Raw[] => {
    const record = records.get(id);
    return record === undefined ? [] : [record];
  });
}

/** Runs `work` once for all callers; after a failure, or `forget`, the next call runs it again. */
export function shared<Result>(work: () => Promise<Result>) {
  let running: Promise<Result> | undefined;
  return {
    get: (): Promise<Result> =>
      (running ??= work().catch((error: unknown) => {
        running = undefined;
        throw error;
      })),
    /** Unless another caller has renewed it meanwhile. */
    forget: (known: Promise<Result>) => {
      if (running === known) running = undefined;
    },
  };
}

/** @throws BuyerSystemError if the ERP does not send a list. */
export function modelFields(system: string, askFields: (model: string) => Promise<unknown>) {
  const asked = new Map<string, ReturnType<typeof shared<ReadonlySet<string>>>>();

  function fieldsOf(model: string): Promise<ReadonlySet<string>> {
    const fields =
      asked.get(model) ??
      shared(async (): Promise<ReadonlySet<string>> => {
        const found = await askFields(model);
        if (typeof found === 'object' && found !== null) return new Set(Object.keys(found));
        throw new BuyerSystemError(say('{name} returned no fields of {model}.', { name: system, model }));
      });
    asked.set(model, fields);
    return fields.get();
  }

  /** Records under the wanted names: `record['tax_ids|taxes_id']`. Fields that the model lacks are left out. */
  async function named(model: string, wanted: readonly string[], ask: (fields: string[]) => Promise<unknown>): Promise<Raw[]> {
    const fields = await fieldsOf(model);
    const pairs = wanted.flatMap((each) => {
      const name = each.split('|').find((candidate) => fields.has(candidate.split('.')[0] ?? ''));
      return name === undefined ? [] : [[each, name] as const];
    });
    const rows = await ask(pairs.map(([, name]) => name));
    if (!Array.isArray(rows))
      throw new BuyerSystemError(say('{name} responded to the request for {model} without a list.', { name: system, model }));
    return (rows as Raw[]).map((row) => ({ id: row['id'], ...Object.fromEntries(pairs.map(([each, name]) => [each, dotted(row, name)])) }));
  }
  return { fieldsOf, named };
}

/** Tryton sends `product.code` as `code` in an object `product.`. */
function dotted(row: Raw, name: string): unknown {
  const [start = '', ...rest] = name.split('.');
  if (rest.length === 0) return row[start];
  const related = row[`${start}.`];
  return typeof related === 'object' && related !== null ? dotted(related as Raw, rest.join('.')) : null;
}

/** The searches of an ERP, and the fields that give the time of a record's change. */
export interface Models<Model extends string> {
  read: (model: string, ids: readonly number[], wanted: readonly string[]) => Promise<Raw[]>;
  /** The search returns records in the order of the ids. */
  search: (model: string, domain: Domain, wanted: readonly string[], limit: number) => Promise<Raw[]>;
  /** The fields that are read from each model. */
  fields: Readonly<Record<Model, readonly string[]>>;
  /** Fields with times of change. */
  times: readonly string[];
  changedAt: (row: Raw) => string;
  /** Records where any of these times is at `from` or later. */
  changedSince: (times: readonly string[], from: string) => Domain;
}

interface Pull<Model, Row> {
  model: Model;
  domain: Domain | (() => Promise<Domain>);
  /** Relations whose changes count as changes of the record, although they do not update its timestamp. */
  parts?: readonly string[];
  /** Reads the records that a page's records refer to. @returns the function that maps each of them. */
  prepare: (heads: Raw[]) => Promise<(head: Raw) => Row[]> | ((head: Raw) => Row[]);
}

export function modelReader<Model extends string>(models: Models<Model>) {
  const { read, search, times } = models;

  /** The changes are listed by id, so that none is missed when records change meanwhile. */
  async function changes(model: string, domain: Domain, cursor: string | null, parts: readonly string[]): Promise<Change[]> {
    const from = since(cursor);
    const all = ['', ...parts.map((part) => `${part}.`)].flatMap((part) => times.map((field) => `${part}${field}`));
    const changed = from === null ? [] : models.changedSince(all, from);
    const found: Change[] = [];
    for (let after = 0; ;) {
      const rows = await search(model, [...domain, ...changed, ['id', '>', after]], times, CHANGES_AT_ONCE);
      for (const row of rows) found.push({ id: Number(row['id']), at: models.changedAt(row) });
      if (rows.length < CHANGES_AT_ONCE) return found;
      after = found.at(-1)?.id ?? 0;
    }
  }

  /** Pages of records changed since the cursor, oldest change first. */
  function pull<Row>({ model, domain, parts = [], prepare }: Pull<Model, Row>) {
    return async function* (cursor: string | null): AsyncGenerator<PulledPage<Row>> {
      const found = await changes(model, typeof domain === 'function' ? await domain() : domain, cursor, parts);
      yield* pagesOf(found, cursor, async (ids) => {
        const heads = new Map((await read(model, ids, models.fields[model])).map((head) => [Number(head['id']), head]));
        const map = await prepare([...heads.values()]);
        return sortOut(present(heads, ids), (head) => head['id'], map);
      });
    };
  }

  /** The records of a model to which these fields of other records refer, with only the wanted fields. */
  function related(model: Model, records: Iterable<Raw>, fields: string | readonly string[]): Promise<Records>;
  function related(model: string, records: Iterable<Raw>, fields: string | readonly string[], wanted: readonly string[]): Promise<Records>;
  async function related(
    model: string,
    records: Iterable<Raw>,
    fields: string | readonly string[],
    wanted = models.fields[model as Model],
  ) {
    const relations = [...records].flatMap((record) => [fields].flat().map((field) => record[field]));
    const ids = new Set(relations.flatMap((relation) => idsOf(relation, model)));
    const rows = await read(model, [...ids], wanted);
    return new Map(rows.map((row) => [Number(row['id']), row]));
  }

  /** The id of the supplier that the first of these domains finds. @throws BuyerSystemError if one finds several. */
  async function supplierBy(model: string, domains: readonly Conditions[], several: (field: string, value: string) => string) {
    for (const domain of domains) {
      const [found, another] = await search(model, domain, ['name'], 2);
      const [field, , value] = domain[0] ?? [];
      if (another !== undefined)
        throw new BuyerSystemError(say('{problem}: the vendor cannot be matched.', { problem: several(String(field), String(value)) }));
      if (found !== undefined) return String(found['id']);
    }
    return null;
  }
  return { pull, related, supplierBy };
}

/** The items with this EAN, with any leading zeros. */
export function withEan(items: readonly BuyerItem[], code: string): BuyerItem[] {
  return items.filter(({ ean }) => gtinKey(ean) === gtinKey(code));
}

interface Change {
  id: number;
  at: string;
}

async function* pagesOf<Row>(
  changes: readonly Change[],
  cursor: string | null,
  read: (ids: number[]) => Promise<{ rows: Row[]; faults: PulledFault[] }>,
): AsyncGenerator<PulledPage<Row>> {
  const sorted = [...changes].sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : one.id - other.id));
  let mark = cursor ?? '';
  for (let start = 0; start < sorted.length; start += PAGE) {
    const page = sorted.slice(start, start + PAGE);
    const { rows, faults } = await read(page.map(({ id }) => id));
    const last = page.at(-1)?.at ?? '';
    // A record that comes because its parts changed may be older than the cursor.
    if (last > mark) mark = last;
    yield { rows, faults, cursor: mark };
  }
}
