import type { Raw } from './erp.ts';
import { erpHttp, quoted } from './http.ts';
import { modelFields, shared } from './models.ts';

export interface TrytonSettings {
  url: string;
  database: string;
  user: string;
  secret: string;
  /** Only records of this company, by its id; absent for the company that the user works in. */
  company?: number | undefined;
  timeout?: number | undefined;
  bytesMost?: number | undefined;
}

/** The sign-in call. */
const LOGIN = 'common.db.login';

interface Session {
  authorization: string;
  path: string;
}

/**
 * Tryton's JSON-RPC. It logs in at the first call, and again after the session expired.
 * @throws BuyerSystemError that names the model and repeats Tryton's message.
 */
export function trytonLine({ url, database, user, secret, company, timeout, bytesMost }: TrytonSettings) {
  const http = erpHttp({ name: 'Tryton', url, secrets: [secret], timeout, bytesMost });
  // Older and newer servers respond at different addresses.
  let paths = [`/${encodeURIComponent(database)}/rpc/`, `/${encodeURIComponent(database)}/`];

  const post = (asked: string, path: string, method: string, params: unknown[], headers: Record<string, string>) =>
    http.ask(asked, path, { method: 'POST', headers, body: { id: 1, method, params } });

  async function logIn(): Promise<Session> {
    for (const path of paths) {
      const { status, body, words } = await post(LOGIN, path, LOGIN, [user, { password: secret }, 'en'], {});
      if (status === 404 || status === 405) continue;
      if (status === 401 || status === 403) return http.fail('{name} rejected the sign-in with ERP_USER and ERP_SECRET.');
      if (status === 429) return http.fail('{name} blocked the sign-in for a while after too many failures (429).');
      if (status >= 400)
        return http.fail('{name} responded to the request for {asked} with {response}.', { asked: LOGIN, response: words });
      const [id, key] = Array.isArray(resultOf(body)) ? (resultOf(body) as unknown[]) : [];
      if (typeof id !== 'number' || typeof key !== 'string') {
        const error = errorOf(body);
        return error === null
          ? http.fail('{name} rejected the sign-in with ERP_USER and ERP_SECRET.')
          : http.fail('{name} rejected the sign-in: {said}.', { said: quoted(error) });
      }
      paths = [path];
      return { path, authorization: `Session ${Buffer.from(`${user}:${id}:${key}`).toString('base64')}` };
    }
    return http.fail('{name} has no database {database}.', { database });
  }

  const session = shared(logIn);

  /** Calls a method of a model, its last parameter the context. */
  async function bare(model: string, method: string, params: unknown[]): Promise<unknown> {
    for (let attempt = 1; ; attempt += 1) {
      const opened = session.get();
      const { authorization, path } = await opened;
      const { status, body, words } = await post(model, path, `model.${model}.${method}`, params, { authorization });
      if (status === 401 && attempt === 1) {
        session.forget(opened);
        continue;
      }
      if (status === 403) return http.fail('{name} rejected the request (403): the user has no right to {model}.', { model });
      if (status >= 400)
        return http.fail('{name} responded to the request for {asked} with {response}.', { asked: model, response: words });
      const error = errorOf(body);
      if (error !== null)
        return http.fail('{name} responded to the request for {asked} with an error: {said}.', {
          asked: `${model}.${method}`,
          said: quoted(error),
        });
      return resultOf(body);
    }
  }

  /** The user's own context, which names the company that the user works in. */
  const context = shared(async (): Promise<Raw> => {
    const given = (await bare('res.user', 'get_preferences', [true, {}])) as Raw;
    return { company: company ?? given['company'] ?? null, language: 'en' };
  });
  const call = async (model: string, method: string, ...params: unknown[]) => bare(model, method, [...params, await context.get()]);

  const { fieldsOf, named } = modelFields('Tryton', (model) => call(model, 'fields_get', []));

  return {
    call,
    contextOf: context.get,
    fieldsOf,
    read: async (model: string, ids: readonly number[], wanted: readonly string[]) =>
      ids.length === 0 ? [] : named(model, wanted, (fields) => call(model, 'read', ids, fields)),
    search: (model: string, domain: readonly unknown[], wanted: readonly string[], limit: number | null = null) =>
      named(model, wanted, (fields) => call(model, 'search_read', domain, 0, limit, [['id', 'ASC']], fields)),
  };
}
export type TrytonLine = ReturnType<typeof trytonLine>;

function resultOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'result' in body ? body.result : body;
}

/** `["UserError", ["message", "details"]]`, or a message with a traceback, which is left out. */
function errorOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('error' in body) || body.error === null) return null;
  const [kind, more] = Array.isArray(body.error) ? (body.error as unknown[]) : [body.error];
  const words = Array.isArray(more) ? more.filter((each) => typeof each === 'string' && each !== '') : [];
  return (words.length > 0 ? words.join(' ') : String(kind)).replaceAll(/\s+/g, ' ').slice(0, 300);
}
