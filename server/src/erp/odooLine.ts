import type { Raw } from './erp.ts';
import { erpHttp } from './http.ts';
import { BuyerSystemError } from './port.ts';

export interface OdooSettings {
  url: string;
  database?: string | undefined;
  /** The login of the API key's user; JSON-2 needs none. */
  user?: string | undefined;
  /** An API key. */
  secret: string;
  /** JSON-2 is Odoo 19's; earlier versions have JSON-RPC, which answers every error with 200. */
  protocol: 'json2' | 'jsonrpc';
  /** Only this company's records, by its id; absent: all. */
  company?: number | undefined;
  timeout?: number | undefined;
  bytesMost?: number | undefined;
}

/** Calls a method of a model: `ids` it runs on, arguments by name. */
export type OdooCall = (model: string, method: string, given: { ids?: number[] } & Record<string, unknown>) => Promise<unknown>;

interface OdooError {
  name?: unknown;
  message?: unknown;
}

/** @throws BuyerSystemError that names the model, and of a missing right that it is one. */
export function odooLine({ url, database, user = '', secret, protocol, company, timeout, bytesMost }: OdooSettings): OdooCall {
  const http = erpHttp({ name: 'Odoo', url, secrets: [secret], timeout, bytesMost });
  const context = { lang: 'en_US', tz: 'UTC', ...(company !== undefined && { allowed_company_ids: [company] }) };

  function refuse(model: string, method: string, { name, message }: OdooError, otherwise: string): never {
    const kind = typeof name === 'string' ? name : '';
    const said = typeof message === 'string' && message !== '' ? message.replaceAll(/\s+/g, ' ').slice(0, 300) : otherwise;
    const denied = kind.endsWith('AccessError') || kind.endsWith('Forbidden');
    const writes = ['create', 'write'].includes(method);
    if (denied) return http.fail(model, `refused: the API user has no right to ${writes ? 'write' : 'read'} ${model}. ${said}`);
    return http.fail(`${model}.${method}`, `answered with an error: ${said}.`);
  }

  const json2: OdooCall = async (model, method, { ids, ...named }) => {
    const { status, body, words } = await http.ask(model, `/json/2/${model}/${method}`, {
      method: 'POST',
      headers: { authorization: `bearer ${secret}`, ...(database !== undefined && { 'x-odoo-database': database }) },
      body: { ...(ids !== undefined && { ids }), ...named, context },
    });
    if (status < 400) return body;
    const error = (body ?? {}) as OdooError;
    if (status === 401) return http.fail(model, 'refused the API key (401). ERP_SECRET has to be a key of an Odoo user.');
    if (status === 403) return refuse(model, method, { name: 'AccessError', message: error.message }, words);
    if (status === 404 && body === undefined)
      return http.fail(model, 'knows no JSON-2, which came with Odoo 19. ERP_URL may start with odoo-jsonrpc+ instead.');
    return refuse(model, method, error, words);
  };

  async function rpc(what: string, service: string, method: string, args: unknown[]) {
    const { status, body, words } = await http.ask(what, '/jsonrpc', {
      method: 'POST',
      headers: {},
      body: { jsonrpc: '2.0', method: 'call', id: 1, params: { service, method, args } },
    });
    if (status >= 400 || typeof body !== 'object' || body === null) return http.fail(what, `answered ${words}.`);
    return body as { result?: unknown; error?: { message?: string; data?: OdooError } };
  }

  let session: Promise<number> | undefined;
  async function logIn(): Promise<number> {
    const { result, error } = await rpc('the login', 'common', 'authenticate', [database, user, secret, {}]);
    if (error !== undefined)
      http.fail('the login', `answered with an error: ${typeof error.data?.message === 'string' ? error.data.message : error.message}.`);
    if (typeof result !== 'number') return http.fail('the login', 'refused ERP_USER with ERP_SECRET.');
    return result;
  }
  /** Whoever asks first logs in, the others wait for it; a login that failed is tried again by the next call. */
  function uid(): Promise<number> {
    session ??= logIn().catch((error: unknown) => {
      session = undefined;
      throw error;
    });
    return session;
  }

  const jsonrpc: OdooCall = async (model, method, { ids, vals_list: made, ...named }) => {
    const args = [...(ids === undefined ? [] : [ids]), ...(made === undefined ? [] : [made])];
    for (let attempt = 1; ; attempt += 1) {
      const { result, error } = await rpc(model, 'object', 'execute_kw', [
        database,
        await uid(),
        secret,
        model,
        method,
        args,
        { ...named, context },
      ]);
      if (error === undefined) return result;
      const data = error.data ?? {};
      if (attempt === 1 && String(data.name).endsWith('AccessDenied')) session = undefined;
      else return refuse(model, method, data, error.message ?? 'an error without words');
    }
  };
  return protocol === 'json2' ? json2 : jsonrpc;
}

/** Names of fields differ between versions: `a|b` is the first that the model has. */
export function odooModels(call: OdooCall) {
  const known = new Map<string, Promise<ReadonlySet<string>>>();

  /** Once a model, and again after a failure. */
  function fieldsOf(model: string): Promise<ReadonlySet<string>> {
    const fields =
      known.get(model) ??
      call(model, 'fields_get', { attributes: ['type'] }).then((found) => {
        if (typeof found !== 'object' || found === null)
          throw new BuyerSystemError(`Odoo, asked for the fields of ${model}, answered with none.`);
        return new Set(Object.keys(found));
      });
    fields.catch(() => known.delete(model));
    known.set(model, fields);
    return fields;
  }

  /** The name that a model of this version has for each `a|b`; what it has none for is left out. */
  async function names(model: string, wanted: readonly string[]): Promise<Map<string, string>> {
    const fields = await fieldsOf(model);
    const pairs = wanted.flatMap((each) => {
      const name = each.split('|').find((candidate) => fields.has(candidate));
      return name === undefined ? [] : [[each, name] as const];
    });
    return new Map(pairs);
  }

  /** Records under the wanted names: `record['tax_ids|taxes_id']`. */
  async function renamed(model: string, wanted: readonly string[], ask: (fields: string[]) => Promise<unknown>): Promise<Raw[]> {
    const pairs = await names(model, wanted);
    const answer = await ask([...pairs.values()]);
    if (!Array.isArray(answer)) throw new BuyerSystemError(`Odoo, asked for ${model}, answered without a list.`);
    return (answer as Raw[]).map((record) => ({
      id: record['id'],
      ...Object.fromEntries([...pairs].map(([each, name]) => [each, record[name]])),
    }));
  }

  return {
    fieldsOf,
    read: async (model: string, ids: number[], wanted: readonly string[]) =>
      ids.length === 0 ? [] : renamed(model, wanted, (fields) => call(model, 'read', { ids, fields })),
    search: (model: string, domain: unknown[], wanted: readonly string[], more: Record<string, unknown> = {}) =>
      renamed(model, wanted, (fields) => call(model, 'search_read', { domain, fields, ...more })),
  };
}
