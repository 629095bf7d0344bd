/** Helpers for the tests of billed, paid and owed amounts, over HTTP. */
import { indianDay } from '@aapurti/contract/ground/fields';
import sql from 'sql-template-tag';
import { expect } from 'vitest';

import { verifyBooks } from '../src/payments/verify.ts';
import { type Answer, type Api, type Caller, startApi } from './api.ts';
import { newMember } from './members.ts';

export const today = () => indianDay(new Date());

/** A portal with an administrator and two users who pay. */
export async function startBooks() {
  const api = await startApi({ captcha: false });
  const admin = await api.newAdmin();
  return { api, admin, accounts: await newMember(api, admin, 'accounts'), other: await newMember(api, admin, 'accounts') };
}

/** Fails if the stored books do not add up. */
export async function checkBooks({ ctx }: Api): Promise<void> {
  const { differences } = await verifyBooks(ctx.db);
  if (differences.length > 0) throw new Error(`the books differ: ${JSON.stringify(differences)}`);
}

/** The data of a response that must be a success. */
export async function done(answer: Promise<Answer>) {
  const { status, body } = await answer;
  expect([status, body.errors ?? body.message]).toEqual([200, body.errors ?? body.message]);
  return body.data;
}

/** Accepts a memo in the version that it has now. */
export async function acceptMemo({ ctx }: Api, by: Caller, kind: 'debit' | 'credit', { _id }: { _id: string }): Promise<Answer> {
  const memo = await ctx.db.first<{ updatedAt: string }>(
    sql`select to_json(updated_at) #>> '{}' as "updatedAt" from memos where id = ${_id}`,
  );
  return by.post(`/api/${kind}Memo/accept/${_id}`, { updatedAt: memo?.updatedAt ?? '' });
}

/** Decides on lines of an order, in the version that its confirmations have now. */
export async function decideLines({ ctx }: Api, by: Caller, orderId: string, lines: object[], more: object = {}): Promise<Answer> {
  return by.post(`/api/orderAnswer/decide/${orderId}`, { lines, updatedAt: await orderVersion(ctx, orderId), ...more });
}

/** The `updatedAt` of an order and its confirmations, or blank. */
export async function orderVersion({ db }: Pick<Api['ctx'], 'db'>, orderId: string): Promise<string> {
  const order = await db.first<{ updatedAt: string }>(
    sql`select to_json(updated_at) #>> '{}' as "updatedAt" from purchase_orders where id = ${orderId}`,
  );
  return order?.updatedAt ?? '';
}

/** The status of a response, with its code or the messages of its fields. */
export async function codeOf(answer: Promise<Answer>) {
  const { status, body } = await answer;
  return [status, body.code ?? body.errors];
}
