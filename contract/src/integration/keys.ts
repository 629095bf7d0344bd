import * as z from 'zod';

import { named } from '../ground/fields.ts';
import { type Operation, operationsOf, ownerChoice } from '../ground/operation.ts';
import { securityMessages } from '../sign-in/security.ts';
import { say, sayOnce } from '../ground/template.ts';

/** The prefix of each key, by which scanners of source code find leaked keys. */
export const KEY_PREFIX = 'aap_live_';
/** The pattern of a key: 43 characters of randomness and 6 of the checksum. */
export const KEY_PATTERN = /aap_live_[0-9A-Za-z]{49}/;
const KEY_DAYS_MAX = 365;
/** The days for which the old key still works after its replacement. */
export const OVERLAP_DAYS = 7;
export const KEYS_MAX = 50;
/** The limit for the calls of one key, counted by each server process. */
export const CALLS_A_MINUTE = 600;
/** The limit for the calls of all keys of a company; an expensive call counts four times. */
export const COMPANY_CALLS_A_MINUTE = 5 * CALLS_A_MINUTE;

/** The scopes of API keys, by the first part of the operations' ids. Calls without a scope are only for users. */
export const AREAS = {
  products: { name: 'Products and schemes', calls: ['product', 'scheme', 'itemProposal'] },
  orders: { name: 'Purchase orders and confirmations', calls: ['order', 'orderAnswer'] },
  dispatch: { name: 'Dispatch notes and e-way bills', calls: ['dispatchNote', 'dispatchGoods', 'dispatchLine', 'ewayBill'] },
  receipts: { name: 'Goods receipts and returns', calls: ['receipt', 'purchaseReturn'] },
  invoices: { name: 'Invoices', calls: ['invoice', 'invoiceLine', 'selfInvoice'] },
  payments: { name: 'Payments', calls: ['payment', 'outstanding', 'accountEntry', 'allocation', 'openingBalance', 'openingSheet'] },
  memos: { name: 'Debit and credit memos', calls: ['debitMemo', 'creditMemo'] },
  comments: { name: 'Comments on documents', calls: ['comment'] },
  erp: {
    name: 'Items, orders, goods receipts and payments in the ERP',
    calls: ['buyerSystem', 'buyerOrder', 'buyerReceipt', 'buyerReturn', 'buyerPayment', 'buyerOpening'],
    isBuyers: true,
  },
  rates: { name: 'GST rates and code lists', calls: ['gstRate', 'unitList', 'hsnList', 'ifscList', 'codeList'], isBuyers: true },
  changes: { name: 'Changes since', calls: ['change'] },
  log: { name: 'Audit log', calls: ['audit'], isBuyers: true },
} as const satisfies Record<string, { name: string; calls: readonly string[]; isBuyers?: boolean }>;
export type Area = keyof typeof AREAS;
export type Scope = `${Area}:${'read' | 'write'}`;

export const SCOPES = Object.keys(AREAS).flatMap((area) => [`${area}:read`, `${area}:write`]) as [Scope, ...Scope[]];

const areaOf = new Map(
  Object.entries(AREAS).flatMap(([area, { calls }]) => (calls as readonly string[]).map((prefix) => [prefix, area as Area] as const)),
);

/** The scope that an API key needs for a call; null if API keys may not make it. A call open to every role changes nothing. */
export function scopeOf({ id, method, access }: Pick<Operation, 'id' | 'method' | 'access'>): Scope | null {
  const area = areaOf.get(id.split('.')[0] ?? '');
  if (area === undefined) return null;
  return `${area}:${method === 'GET' || access === 'members' || access === 'buyers' ? 'read' : 'write'}`;
}

/** True if a key with these scopes has one: `write` includes `read`. */
export function hasScope(scopes: readonly string[], scope: Scope): boolean {
  return scopes.includes(scope) || (scope.endsWith(':read') && scopes.includes(scope.replace(/read$/, 'write')));
}

export const messages = {
  created: 'API key created. Copy it now: it is shown only once.',
  replaced: sayOnce(
    'API key replaced. Copy the new one now: it is shown only once. The old one works for at most {OVERLAP_DAYS} more days.',
    {
      OVERLAP_DAYS,
    },
  ),
  revoked: 'API key revoked. It no longer works.',
  name: 'Enter a name for the key.',
  nameLong: 'A name can have at most 60 characters.',
  scopes: 'Choose the permissions of the key.',
  days: sayOnce('A key can be valid for 1 to {KEY_DAYS_MAX} days.', { KEY_DAYS_MAX }),
  addresses: 'Enter addresses like 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32, at most 20.',
  many: sayOnce('A company can have at most {KEYS_MAX} active keys. Revoke one that you no longer use.', { KEYS_MAX }),
  notMaker: 'Only the creator of this key can replace it. Revoke it and create your own.',
  over: 'This key no longer works. Create a new one.',
  invalid: 'This API key is not valid, was revoked or has expired.',
  inAddress: 'Send the API key in the Authorization header, never in a URL, because URLs are logged. Revoke this key.',
  wrongAddress: 'This API key cannot be used from this address.',
  forPeople: 'API keys cannot make this call. Sign in to make it.',
  scope: (scope: Scope) => say('This API key lacks the scope {scope}.', { scope }),
} as const;

const address = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], messages.addresses);

const key = named('ApiKey', {
  _id: z.string(),
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  addresses: z.array(z.string()),
  madeBy: z.string(),
  /** True if the caller created it. */
  own: z.boolean(),
  createdAt: z.string(),
  expiresAt: z.string(),
  lastUsedAt: z.string().nullable(),
  state: z.enum(['active', 'expired', 'revoked']),
});
export type ApiKey = z.infer<typeof key>;

/** Only this response contains the key itself. */
const made = z.object({ message: z.string(), key: z.string(), expiresAt: z.string() });

/** Blank if the caller has confirmed its identity at the SSO provider. */
const password = z.string(securityMessages.noPassword).max(1000);

export const keys = operationsOf('key', 'people', {
  list: {
    summary:
      "List the company's API keys, newest first, except those that expired more than 90 days ago; an administrator can name a vendor",
    route: 'GET /api/keys',
    query: z.object({ userID: ownerChoice }),
    replies: { 200: z.array(key) },
  },
  create: {
    summary: "Create an API key, which acts in the caller's role within its scopes; only this response shows it",
    route: 'POST /api/keys',
    body: z.object({
      name: z.string(messages.name).trim().min(1, messages.name).max(60, messages.nameLong),
      scopes: z.array(z.enum(SCOPES, messages.scopes), messages.scopes).min(1, messages.scopes).max(SCOPES.length, messages.scopes),
      days: z.coerce.number<string | number>(messages.days).int(messages.days).min(1, messages.days).max(KEY_DAYS_MAX, messages.days),
      addresses: z.array(address, messages.addresses).max(20, messages.addresses).optional(),
      password,
    }),
    replies: { 200: made },
  },
  replace: {
    summary: `Replace the caller's own API key; the old one works for at most ${OVERLAP_DAYS} more days`,
    route: 'POST /api/keys/{id}/replace',
    body: z.object({ password }),
    replies: { 200: made },
  },
  revoke: {
    summary: 'Revoke an API key',
    route: 'DELETE /api/keys/{id}',
  },
});
