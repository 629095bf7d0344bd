import { erpHttp, quoted } from './http.ts';
import { modelFields, shared } from './models.ts';

export interface OdooSettings {
  url: string;
  database?: string | undefined;
  /** The login of the API key's user; JSON-2 needs none. */
  user?: string | undefined;
  /** An API key. */
  secret: string;
  /** JSON-2 exists since Odoo 19; earlier versions have JSON-RPC, which sends every error with status 200. */
  protocol: 'json2' | 'jsonrpc';
  /** Only records of this company, by its id; absent for all. */
  company?: number | undefined;
  timeout?: number | undefined;
  bytesMost?: number | undefined;
}

/** The call that signs in. */
const LOGIN = 'common.authenticate';

/** Calls a method of a model with the `ids` it runs on and its arguments by name. */
export type OdooCall = (model: string, method: string, given: { ids?: readonly number[] } & Record<string, unknown>) => Promise<unknown>;

interface OdooError {
  name?: unknown;
  message?: unknown;
}

/** @throws BuyerSystemError that names the model, and says so if a right is missing. */
export function odooLine({ url, database, user = '', secret, protocol, company, timeout, bytesMost }: OdooSettings): OdooCall {
  const http = erpHttp({ name: 'Odoo', url, secrets: [secret], timeout, bytesMost });
  const context = { lang: 'en_US', tz: 'UTC', ...(company !== undefined && { allowed_company_ids: [company] }) };

  function refuse(model: string, method: string, { name, message }: OdooError, otherwise: string): never {
    const kind = typeof name === 'string' ? name : '';
    const said = typeof message === 'string' && message !== '' ? quoted(message.replaceAll(/\s+/g, ' ').slice(0, 300)) : otherwise;
    const denied = kind.endsWith('AccessError') || kind.endsWith('Forbidden');
    const writes = ['create', 'write'].includes(method);
    if (denied)
      return http.fail(
        '{name} rejected the request: the API user has no right to {right, select, read {read} other {write}} {model}: {said}.',
        { right: writes ? 'write' : 'read', model, said },
      );
    return http.fail('{name} responded to the request for {asked} with an error: {said}.', { asked: `${model}.${method}`, said });
  }

  const json2: OdooCall = async (model, method, { ids, ...named }) => {
    const { status, body, words } = await http.ask(model, `/json/2/${model}/${method}`, {
      method: 'POST',
      headers: { authorization: `bearer ${secret}`, ...(database !== undefined && { 'x-odoo-database': database }) },
      body: { ...(ids !== undefined && { ids }), ...named, context },
    });
    if (status < 400) return body;
    const error = (body ?? {}) as OdooError;
    if (status === 401) return http.fail('{name} rejected the API key (401). ERP_SECRET must be a key of an Odoo user.');
    if (status === 403) return refuse(model, method, { name: 'AccessError', message: error.message }, words);
    if (status === 404 && body === undefined)
      return http.fail('{name} does not offer JSON-2, which came with Odoo 19. Start ERP_URL with odoo-jsonrpc+ instead.');
    return refuse(model, method, error, words);
  };

  async function rpc(asked: string, service: string, method: string, args: unknown[]) {
    const { status, body, words } = await http.ask(asked, '/jsonrpc', {
      method: 'POST',
      headers: {},
      body: { jsonrpc: '2.0', method: 'call', id: 1, params: { service, method, args } },
    });
    if (status >= 400 || typeof body !== 'object' || body === null)
      return http.fail('{name} responded to the request for {asked} with {response}.', { asked, response: words });
    return body as { result?: unknown; error?: { message?: string; data?: OdooError } };
  }

  const session = shared(async () => {
    const { result, error } = await rpc(LOGIN, 'common', 'authenticate', [database, user, secret, {}]);
    if (error !== undefined)
      http.fail('{name} responded to the request for {asked} with an error: {said}.', {
        asked: LOGIN,
        said: quoted(typeof error.data?.message === 'string' ? error.data.message : String(error.message)),
      });
    if (typeof result !== 'number') return http.fail('{name} rejected the sign-in with ERP_USER and ERP_SECRET.');
    return result;
  });

  const jsonrpc: OdooCall = async (model, method, { ids, vals_list: made, ...named }) => {
    const args = [...(ids === undefined ? [] : [ids]), ...(made === undefined ? [] : [made])];
    for (let attempt = 1; ; attempt += 1) {
      const opened = session.get();
      const given = [database, await opened, secret, model, method, args, { ...named, context }];
      const { result, error } = await rpc(model, 'object', 'execute_kw', given);
      if (error === undefined) return result;
      const data = error.data ?? {};
      if (attempt === 1 && String(data.name).endsWith('AccessDenied')) session.forget(opened);
      else return refuse(model, method, data, quoted(error.message ?? 'Odoo Server Error'));
    }
  };
  return protocol === 'json2' ? json2 : jsonrpc;
}

export function odooModels(call: OdooCall) {
  const { fieldsOf, named } = modelFields('Odoo', (model) => call(model, 'fields_get', { attributes: ['type'] }));
  return {
    fieldsOf,
    read: async (model: string, ids: readonly number[], wanted: readonly string[]) =>
      ids.length === 0 ? [] : named(model, wanted, (fields) => call(model, 'read', { ids, fields })),
    search: (model: string, domain: readonly unknown[], wanted: readonly string[], limit: number) =>
      named(model, wanted, (fields) => call(model, 'search_read', { domain, fields, limit, order: 'id asc' })),
  };
}
