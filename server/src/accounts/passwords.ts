import { availableParallelism } from 'node:os';

import { passwordProblem } from '@aapurti/contract/passwords';
import { hash, hashRaw, verify } from '@node-rs/argon2';

import { boundedQueue } from '../process/queue.ts';
import { canonicalPassword, isCommonPassword } from '../commonPasswords.ts';

/** OWASP's Password Storage Cheat Sheet: argon2id (the library's default kind) with 19 MiB, 2 passes, 1 lane. About 15 ms of one core. */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** Made with COST from random bytes that nobody kept. */
const HASH_OF_NOTHING = '$argon2id$v=19$m=19456,t=2,p=1$TPdePB3SxARSBIG7L6SaZw$n/2n5xW9WizF2/C+/1MSARZZBc15w577SjCGoaUbTZI';

/** Never more than cores: each holds a thread of the pool that also reads files. 100 waiting are answered within a few seconds. */
const inTurn = boundedQueue(Math.min(4, availableParallelism()), 100, 2);

/**
 * The PHC string to store. Runs off the event loop; refuses with 503 when too many wait already, or two of the same caller (`who`): one
 * user's password changes must not keep others from signing in.
 */
export function hashPassword(password: string, who?: string): Promise<string> {
  return inTurn(() => hash(canonicalPassword(password), COST), who === undefined ? {} : { who });
}

/** As costly to try as a password's hash, but the same for the same text and salt, so that a table can be asked for it. */
export function hashWithSalt(text: string, salt: Buffer): Promise<Buffer> {
  return inTurn(() => hashRaw(text, { ...COST, salt }));
}

/**
 * Whether the password is the one that was hashed. Without a hash (nobody has that e-mail, or no password was set yet) it is false
 * after the same work, so that time does not tell who has an account. Refuses with 503 when too many wait already.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const matches = await inTurn(() => verify(stored ?? HASH_OF_NOTHING, canonicalPassword(password)));
  return matches && stored !== null;
}

/** What is wrong with a new password, whoever chooses it: its length, or that others would guess it. */
export function chosenPasswordProblem(password: string, personal: readonly string[] = []): string | null {
  const problem = passwordProblem(password);
  if (problem !== null) return problem;
  return isCommonPassword(password, personal) ? 'This password is too easy to guess. Please choose another.' : null;
}
