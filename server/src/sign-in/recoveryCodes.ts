import { randomBytes, randomInt } from 'node:crypto';

import { RECOVERY_CODES } from '@aapurti/contract/sign-in/security';
import sql from 'sql-template-tag';

import type { Database } from '../database/database.ts';
import { hashWithSalt } from './passwords.ts';

/** Crockford's alphabet, without letters that look like digits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 10;

export interface RecoveryCodes {
  /** Shown once: `k7x2m-9qf4w`. */
  codes: string[];
  salt: Buffer;
  hashes: Buffer[];
}

/** Ten codes of 50 random bits, hashed like passwords (OWASP ASVS 5.0, 6.5.2) under one salt. Takes 0.2 s: call it outside transactions. */
export async function newRecoveryCodes(): Promise<RecoveryCodes> {
  const salt = randomBytes(16);
  const bare = Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  );
  const hashes: Buffer[] = [];
  for (const code of bare) hashes.push(await hashWithSalt(code, salt));
  return { codes: bare.map((code) => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`), salt, hashes };
}

export async function storeRecoveryCodes(db: Database, userId: string, { salt, hashes }: RecoveryCodes): Promise<void> {
  await db.execute(sql`delete from recovery_codes where user_id = ${userId}`);
  await db.execute(sql`update second_factors set recovery_salt = ${salt} where user_id = ${userId}`);
  await db.execute(sql`insert into recovery_codes (user_id, code_hash) select ${userId}::bigint, unnest(${hashes}::bytea[])`);
}

/** The typed code without case, dashes and spaces, with o read as 0, i and l as 1. Null if it is not such a code. */
export function plainRecoveryCode(typed: string): string | null {
  const plain = typed
    .toLowerCase()
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1');
  return plain.length === LENGTH && [...plain].every((letter) => ALPHABET.includes(letter)) ? plain : null;
}

/** Null without codes. */
export async function recoveryHash(db: Database, userId: string, plain: string): Promise<Buffer | null> {
  const row = await db.first<{ salt: Buffer | null }>(sql`select recovery_salt as salt from second_factors where user_id = ${userId}`);
  return row?.salt ? hashWithSalt(plain, row.salt) : null;
}

/** False if it is unknown or already used, also concurrently. */
export async function spendRecoveryCode(db: Database, userId: string, hash: Buffer, now: Date): Promise<boolean> {
  const used = await db.execute(sql`
    update recovery_codes set used_at = ${now} where user_id = ${userId} and code_hash = ${hash} and used_at is null`);
  return used === 1;
}
