/** Helpers for the tests of billed, paid and owed amounts, over HTTP. */
import { indianDay } from '@aapurti/contract/ground/fields';
import { expect } from 'vitest';

import { verifyBooks } from '../src/payments/verify.ts';
import { type Answer, type Api, startApi } from './api.ts';
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

/** The status of a response, with its code or the messages of its fields. */
export async function codeOf(answer: Promise<Answer>) {
  const { status, body } = await answer;
  return [status, body.code ?? body.errors];
}
