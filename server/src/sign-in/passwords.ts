import { availableParallelism } from 'node:os';

import { passwordProblem } from '@aapurti/contract/sign-in/passwords';
import { hash, hashRaw, verify } from '@node-rs/argon2';

import { boundedQueue } from '../process/queue.ts';
import { canonicalPassword, isCommonPassword } from '../ground/commonPasswords.ts';

/** OWASP Password Storage Cheat Sheet: argon2id (the library's default), 19 MiB, 2 passes, 1 lane. About 15 ms of one core. */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** The hash of random bytes, with COST. */
const HASH_OF_NOTHING = '$argon2id$v=19$m=19456,t=2,p=1$TPdePB3SxARSBIG7L6SaZw$n/2n5xW9WizF2/C+/1MSARZZBc15w577SjCGoaUbTZI';

/** Never more than cores, because each holds a thread of the pool that also reads files. */
const inTurn = boundedQueue(Math.min(4, availableParallelism()), 100, [2]);

/**
 * The PHC string to store. A full queue, or two waiting jobs of the same `who`, give 503, so that one user cannot block others' sign-ins.
 */
export function hashPassword(password: string, who?: string): Promise<string> {
  return inTurn(() => hash(canonicalPassword(password), COST), who === undefined ? {} : { who: [who] });
}

/** A hash with the cost of a password hash, but the same for the same text and salt. */
export function hashWithSalt(text: string, salt: Buffer): Promise<Buffer> {
  return inTurn(() => hashRaw(text, { ...COST, salt }));
}

/** The result without a hash is false after the same work, so that timing does not reveal who has an account. A full queue gives 503. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const matches = await inTurn(() => verify(stored ?? HASH_OF_NOTHING, canonicalPassword(password)));
  return matches && stored !== null;
}

/** The problem with a new password, or null. */
export function chosenPasswordProblem(password: string, personal: readonly string[] = []): string | null {
  const problem = passwordProblem(password);
  if (problem !== null) return problem;
  return isCommonPassword(password, personal) ? 'This password is too easy to guess. Choose another.' : null;
}
