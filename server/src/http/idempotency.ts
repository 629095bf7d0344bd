import { createHash, createHmac } from 'node:crypto';

import type { Operation } from '@aapurti/contract/ground/operation';
import { encodeNames } from '@aapurti/contract/ground/wire';
import type { Texts } from '@aapurti/contract/ground/template';
import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Database } from '../database/database.ts';
import { badRequest, invalid } from '../ground/refusal.ts';
import { sayAgain } from '../ground/texts.ts';
import { storableJson } from '../database/storable.ts';
import { textsOfCall } from './texts.ts';
import type { Upload } from './multipart.ts';
import { type ReplyTo, WireJson } from '../ground/reply.ts';

interface Attempt {
  key: string;
  actor: Pick<Actor, 'id' | 'vendorId'> | null;
  operation: Pick<Operation, 'id'>;
  /** The record in the address. */
  params?: unknown;
  body: unknown;
  files: ReadonlyMap<string, Pick<Upload, 'content'>>;
}

/** The response to store, as JSON; null if the write may be tried again under the key. */
interface Answers<T> {
  text: (answer: T) => string | null;
  parse: (text: string) => T;
}

/**
 * Runs a write once per Idempotency-Key: a repeat within 24 hours gets the first response. A user who acts for several companies has
 * separate keys in each. Rows stay three days, so that they survive a clock set forward by a day. Key and write share a transaction, and a
 * concurrent repeat waits on the key's row. A refusal stores no key.
 * @throws Refusal 400 for an invalid key, 422 for a key that was used for another request
 */
export async function runOnce<T>(
  db: Database,
  attempt: Attempt,
  run: (tx: Database) => Promise<T>,
  { text, parse }: Answers<T>,
): Promise<T> {
  const { key, operation } = attempt;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw badRequest('The Idempotency-Key should be 1 to 255 printable characters.');
  const caller = attempt.actor?.id ?? '0';
  const company = attempt.actor?.vendorId ?? null;
  const stored = createHash('sha256')
    .update(company === null ? key : `${company} ${key}`)
    .digest('base64url');
  const digest = bodyDigest(attempt);
  return db.transaction(async (tx) => {
    await tx.execute(
      sql`delete from idempotency_keys where caller_id = ${caller} and key = ${stored} and created_at < now() - interval '3 days'`,
    );
    const claimed = await tx.execute(sql`
      insert into idempotency_keys (caller_id, key, operation, body_digest, status, reply)
      values (${caller}, ${stored}, ${operation.id}, ${digest}, 0, '') on conflict do nothing`);
    if (claimed === 0) {
      const first = await tx.first<{ operation: string; body_digest: Buffer; reply: string; texts: Texts | null }>(sql`
        select operation, body_digest, reply, texts from idempotency_keys where caller_id = ${caller} and key = ${stored}`);
      if (first === undefined || first.operation !== operation.id || !first.body_digest.equals(digest)) {
        throw invalid({ 'Idempotency-Key': 'This Idempotency-Key was used for another request.' });
      }
      sayAgain(first.texts);
      return parse(first.reply);
    }
    const answer = await run(tx);
    const reply = text(answer);
    if (reply === null) await tx.execute(sql`delete from idempotency_keys where caller_id = ${caller} and key = ${stored}`);
    else
      await tx.execute(
        sql`update idempotency_keys set status = 200, reply = ${reply}, texts = ${storableJson(textsOfCall(reply))}::jsonb where caller_id = ${caller} and key = ${stored}`,
      );
    return answer;
  });
}

/** `runOnce` for a call, which stores responses of 200. */
export function onceByKey<O extends Operation, Ctx extends { db: Database }>(
  ctx: Ctx,
  attempt: Attempt,
  run: (ctx: Ctx) => Promise<ReplyTo<O>>,
): Promise<ReplyTo<O>> {
  return runOnce<ReplyTo<O>>(ctx.db, attempt, (tx) => run({ ...ctx, db: tx }), {
    text({ status, body }) {
      if (status !== 200) return null;
      const given: unknown = body;
      return given instanceof WireJson ? given.text : JSON.stringify(encodeNames(given));
    },
    parse: (text) => ({ status: 200, body: new WireJson(text) }) as ReplyTo<O>,
  });
}

/**
 * The digest is keyed with the Idempotency-Key, of which only a hash is stored; otherwise readers of the table could test passwords against
 * it.
 */
function bodyDigest({ key, params = {}, body, files }: Attempt): Buffer {
  const hash = createHmac('sha256', key).update(JSON.stringify([params, body]));
  for (const [slot, file] of [...files].sort(([a], [b]) => a.localeCompare(b))) hash.update(slot).update(file.content);
  return hash.digest();
}
