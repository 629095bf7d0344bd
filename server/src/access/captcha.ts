import { createHash, createHmac } from 'node:crypto';

import { type Challenge as AltchaChallenge, createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import sql from 'sql-template-tag';
import * as z from 'zod';

import type { Database } from '../database/database.ts';
import { installationSecret } from '../database/secret.ts';
import type { Settings } from '../ground/env.ts';

export type Challenge = Pick<AltchaChallenge, 'parameters' | 'signature'>;

export interface Captcha {
  challenge(): Promise<Challenge>;
  /** Tells whether the answer is valid and unused; it is used up with the transaction of `db`. Always true where captchas are off. */
  claim(db: Database, answer: string): Promise<boolean>;
}

const LIFE_SECONDS = 600;
/** The widget tries counters from 0, each by PBKDF2 with COST rounds: 0.14 s on average in Chromium on two cores, below 2 s on a phone. */
const COST = 1000;
const COUNTER = { least: 200, most: 1000 };
/** Allows for clock differences between servers and database. */
const REMEMBER_SECONDS = 3600;
const ANSWER_LENGTH_MAX = 4000;

/** The widget's answer in base64: the signed challenge and the solution. */
const answerShape = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.string(),
      nonce: z.string(),
      salt: z.string(),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      keySignature: z.string(),
      expiresAt: z.number(),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});

/** The key is in the database, so that each process accepts answers to the challenges of all others. */
export async function openCaptcha(settings: Pick<Settings, 'captcha'>, db: Database): Promise<Captcha> {
  const secret = await installationSecret(db, 'captcha');
  const key = (purpose: string) => createHmac('sha256', secret).update(purpose).digest('hex');
  const keys = { deriveKey, hmacSignatureSecret: key('challenge'), hmacKeySignatureSecret: key('solution') };
  return {
    challenge: () =>
      createChallenge({
        ...keys,
        algorithm: 'PBKDF2/SHA-256',
        cost: COST,
        counter: randomInt(COUNTER.most, COUNTER.least),
        expiresAt: Math.floor(Date.now() / 1000) + LIFE_SECONDS,
      }),
    async claim(claimDb, answer) {
      if (!settings.captcha) return true;
      const parsed = readAnswer(answer);
      if (parsed === null || !(await verifySolution({ ...keys, ...parsed })).verified) return false;
      return useUp(claimDb, parsed.challenge.parameters);
    },
  };
}

function readAnswer(answer: string): z.infer<typeof answerShape> | null {
  if (answer.length > ANSWER_LENGTH_MAX) return null;
  try {
    return answerShape.safeParse(JSON.parse(Buffer.from(answer, 'base64').toString())).data ?? null;
  } catch {
    return null;
  }
}

/** The signed nonce marks an answer as used, because the rest of it can be spelled in many ways. */
async function useUp(db: Database, { nonce, expiresAt }: { nonce: string; expiresAt: number }): Promise<boolean> {
  const digest = createHash('sha256').update(nonce).digest();
  const inserted = await db.execute(sql`
    insert into captcha_answers (digest, expires_at) values (${digest}, to_timestamp(${expiresAt + REMEMBER_SECONDS})) on conflict do nothing`);
  await db.execute(sql`
    delete from captcha_answers where digest in (
      select digest from captcha_answers where expires_at < now() limit 1000 for update skip locked)`);
  return inserted === 1;
}
