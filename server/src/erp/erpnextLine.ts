import { PAGE, type Raw } from './erp.ts';
import { reasonOf } from './erpnextRecords.ts';
import { erpHttp, quoted } from './http.ts';
import { BuyerSystemError } from './port.ts';
import { say } from '@aapurti/contract/ground/template';

export interface ErpnextSettings {
  url: string;
  /** API key and secret of a user of ERPNext. */
  key: string;
  secret: string;
  /** Only documents of this company, by its name; absent for all. */
  company?: string | undefined;
  /** The price list with the MRPs, because ERPNext's items have no field for it. */
  priceList?: string | undefined;
  timeout?: number | undefined;
  bytesMost?: number | undefined;
}

/** The API user lacks a right. */
export class Denied extends BuyerSystemError {}

export type Filter =
  | readonly [field: string, operator: string, value: unknown]
  | readonly [child: string, field: string, operator: string, value: unknown];

/**
 * ERPNext's REST interface: lists, single documents with their tables, writes.
 * @throws BuyerSystemError that names the doctype and repeats Frappe's message; Denied if a right is missing.
 */
export function erpnextLine({ url, key, secret, timeout, bytesMost }: ErpnextSettings) {
  const http = erpHttp({ name: 'ERPNext', url, secrets: [secret], timeout, bytesMost });
  const headers = { authorization: `token ${key}:${secret}` };

  async function ask(
    doctype: string,
    path: string,
    method = 'GET',
    body?: unknown,
  ): Promise<{ status: number; data: unknown; said: string }> {
    const answer = await http.ask(doctype, path, { method, headers, body });
    const data = (answer.body as { data?: unknown } | null)?.data;
    if (answer.status === 401) http.fail('{name} rejected the API key (401). ERP_USER is the key, ERP_SECRET its secret.');
    if (answer.status === 403) {
      throw new Denied(
        say('ERPNext rejected the request (403): the API user has no right to {right, select, read {read} other {write}} {doctype}.', {
          doctype,
          right: method === 'GET' ? 'read' : 'write',
        }),
      );
    }
    const reason = answer.status < 400 ? '' : reasonOf(answer.body);
    const said = answer.status < 400 ? '' : reason === '' ? answer.words : quoted(reason);
    return { status: answer.status, data, said };
  }

  async function list(
    doctype: string,
    filters: readonly Filter[],
    fields: readonly string[],
    more: Record<string, string | number> = {},
  ): Promise<Raw[]> {
    const query = new URLSearchParams({
      fields: JSON.stringify(fields),
      filters: JSON.stringify(filters),
      limit_start: '0',
      limit_page_length: String(PAGE),
      ...Object.fromEntries(Object.entries(more).map(([name, value]) => [name, String(value)])),
    });
    const { status, data, said } = await ask(doctype, `/api/resource/${encodeURIComponent(doctype)}?${query}`);
    if (status >= 400)
      return http.fail('{name} responded to the request for {asked} with an error ({status}): {said}.', { asked: doctype, status, said });
    if (!Array.isArray(data)) return http.fail('{name} responded to the request for {asked} without the list "data".', { asked: doctype });
    return data as Raw[];
  }

  /** Null if the document does not exist or was deleted. */
  async function document(doctype: string, name: string): Promise<Raw | null> {
    const { status, data, said } = await ask(doctype, `/api/resource/${encodeURIComponent(doctype)}/${encodeURIComponent(name)}`);
    if (status === 404) return null;
    if (status >= 400)
      return http.fail('{name} responded to the request for {asked} with an error ({status}): {said}.', {
        asked: `${doctype} ${name}`,
        status,
        said,
      });
    if (typeof data !== 'object' || data === null)
      return http.fail('{name} responded to the request for {asked} without "data".', { asked: `${doctype} ${name}` });
    return data as Raw;
  }

  async function write(doctype: string, method: 'POST' | 'PUT', name: string | null, body: Raw) {
    const path = `/api/resource/${encodeURIComponent(doctype)}${name === null ? '' : `/${encodeURIComponent(name)}`}`;
    return ask(doctype, path, method, body);
  }

  return { ask, list, document, write, fail: http.fail };
}
