import type { Raw } from './erp.ts';
import { erpHttp } from './http.ts';
import { BuyerSystemError } from './port.ts';

export interface TrytonSettings {
  url: string;
  database: string;
  user: string;
  secret: string;
  /** Only this company's records, by its id; absent: the one that the user works in. */
  company?: number | undefined;
  timeout?: number | undefined;
  bytesMost?: number | undefined;
}

interface Session {
  authorization: string;
  path: string;
}

/**
 * Speaks Tryton's JSON-RPC: logs in when first asked, and once more when the session has ended.
 * @throws BuyerSystemError that names the model and repeats what Tryton says of a refusal.
 */
export function trytonLine({ url, database, user, secret, company, timeout, bytesMost }: TrytonSettings) {
  const http = erpHttp({ name: 'Tryton', url, secrets: [secret], timeout, bytesMost });
  let session: Promise<Session> | undefined;
  // Servers of different ages answer at one of the two.
  let paths = [`/${encodeURIComponent(database)}/rpc/`, `/${encodeURIComponent(database)}/`];

  const post = (what: string, path: string, method: string, params: unknown[], headers: Record<string, string>) =>
    http.ask(what, path, { method: 'POST', headers, body: { id: 1, method, params } });

  async function logIn(): Promise<Session> {
    for (const path of paths) {
      const { status, body, words } = await post('the login', path, 'common.db.login', [user, { password: secret }, 'en'], {});
      if (status === 404 || status === 405) continue;
      if (status === 401 || status === 403) return http.fail('the login', 'refused ERP_USER with ERP_SECRET.');
      if (status === 429) return http.fail('the login', 'has had too many failed logins and waits for a while (429).');
      if (status >= 400) return http.fail('the login', `answered ${words}.`);
      const [id, key] = Array.isArray(resultOf(body)) ? (resultOf(body) as unknown[]) : [];
      if (typeof id !== 'number' || typeof key !== 'string')
        return http.fail('the login', `refused: ${errorOf(body) ?? 'ERP_USER with ERP_SECRET'}.`);
      paths = [path];
      return { path, authorization: `Session ${Buffer.from(`${user}:${id}:${key}`).toString('base64')}` };
    }
    return http.fail('the login', `knows no database ${database}.`);
  }

  /** Whoever asks first logs in, the others wait for it; a login that failed is tried again by the next call. */
  function open(): Promise<Session> {
    session ??= logIn().catch((error: unknown) => {
      session = undefined;
      throw error;
    });
    return session;
  }

  /** Calls a method of a model, its last parameter the context. */
  async function bare(model: string, method: string, params: unknown[]): Promise<unknown> {
    for (let attempt = 1; ; attempt += 1) {
      const opened = open();
      const { authorization, path } = await opened;
      const { status, body, words } = await post(model, path, `model.${model}.${method}`, params, { authorization });
      if (status === 401 && attempt === 1) {
        // Unless another call has logged in meanwhile.
        if (session === opened) session = undefined;
        continue;
      }
      if (status === 403) return http.fail(model, `refused (403): the user has no right to ${model}.`);
      if (status >= 400) return http.fail(model, `answered ${words}.`);
      const error = errorOf(body);
      if (error !== null) return http.fail(`${model}.${method}`, `answered with an error: ${error}.`);
      return resultOf(body);
    }
  }

  let context: Promise<Raw> | undefined;
  /** The user's own, which names the company that it works in. */
  function contextOf(): Promise<Raw> {
    context ??= bare('res.user', 'get_preferences', [true, {}])
      .then((given) => ({ company: company ?? (given as Raw)['company'] ?? null, language: 'en' }))
      .catch((error: unknown) => {
        context = undefined;
        throw error;
      });
    return context;
  }

  const call = async (model: string, method: string, ...params: unknown[]) => bare(model, method, [...params, await contextOf()]);

  async function records(model: string, method: string, ...params: unknown[]): Promise<Raw[]> {
    const found = await call(model, method, ...params);
    if (!Array.isArray(found)) throw new BuyerSystemError(`Tryton, asked for ${model}, answered without a list.`);
    return found as Raw[];
  }

  const known = new Map<string, Promise<ReadonlySet<string>>>();
  /** Names of fields differ between versions; asked once a model. */
  function fieldsOf(model: string): Promise<ReadonlySet<string>> {
    const fields = known.get(model) ?? call(model, 'fields_get', []).then((found) => new Set(Object.keys(found ?? {})));
    fields.catch(() => known.delete(model));
    known.set(model, fields);
    return fields;
  }

  /** Of each `a|b` the first that the model has; what it has none for is left out. A dotted name is judged by its start. */
  async function pick(model: string, wanted: readonly string[]): Promise<Map<string, string>> {
    const fields = await fieldsOf(model);
    const pairs = wanted.flatMap((each) => {
      const name = each.split('|').find((candidate) => fields.has(candidate.split('.')[0] ?? ''));
      return name === undefined ? [] : [[each, name] as const];
    });
    return new Map(pairs);
  }

  /** Under the wanted names; a dotted one is found where Tryton puts it: `product.code` under `product.`, then `code`. */
  async function named(model: string, wanted: readonly string[], ask: (fields: string[]) => Promise<Raw[]>): Promise<Raw[]> {
    const pairs = await pick(model, wanted);
    const rows = await ask([...pairs.values()]);
    return rows.map((row) => ({ id: row['id'], ...Object.fromEntries([...pairs].map(([each, name]) => [each, dotted(row, name)])) }));
  }

  return {
    call,
    contextOf,
    fieldsOf,
    read: async (model: string, ids: readonly number[], wanted: readonly string[]) =>
      ids.length === 0 ? [] : named(model, wanted, (fields) => records(model, 'read', ids, fields)),
    search: (model: string, domain: unknown[], wanted: readonly string[], limit: number | null = null) =>
      named(model, wanted, (fields) => records(model, 'search_read', domain, 0, limit, [['id', 'ASC']], fields)),
  };
}
export type TrytonLine = ReturnType<typeof trytonLine>;

function dotted(row: Raw, name: string): unknown {
  const [start = '', ...rest] = name.split('.');
  if (rest.length === 0) return row[start];
  const related = row[`${start}.`];
  return typeof related === 'object' && related !== null ? dotted(related as Raw, rest.join('.')) : null;
}

function resultOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'result' in body ? body.result : body;
}

/** `["UserError", ["what is wrong", "more"]]`, or a message with a traceback, which stays out. */
function errorOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('error' in body) || body.error === null) return null;
  const [kind, more] = Array.isArray(body.error) ? (body.error as unknown[]) : [body.error];
  const words = Array.isArray(more) ? more.filter((each) => typeof each === 'string' && each !== '') : [];
  return (words.length > 0 ? words.join(' ') : String(kind)).replaceAll(/\s+/g, ' ').slice(0, 300);
}
