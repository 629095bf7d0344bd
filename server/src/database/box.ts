import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

import type { Database } from './database.ts';
import { installationSecret } from './secret.ts';

/** Keeps what has to be readable again, such as the secret of an authenticator app. Passwords are hashed instead. */
export interface Box {
  /** @param owner whose it is: what was sealed for one opens for nobody else, should rows be exchanged. */
  seal(text: string, owner: string): Buffer;
  /** @throws Error where it was sealed for somebody else, under a key that is gone, or was touched since. */
  open(sealed: Buffer, owner: string): string;
}

/**
 * AES-256-GCM under keys derived (HKDF, SHA-256) from secrets of the installation. They are in the table `settings`, so that all
 * processes and a restored backup have them: this protects a table that is read or copied by itself, not the whole database.
 *
 * To rotate: put a new version in front and deploy. What is sealed from then on is sealed under the new key; what the old one sealed
 * still opens, as its version stands in its first byte, and is sealed anew when its owner signs in. Once no row begins with the old
 * version, take it out of the list and delete its row of `settings`.
 */
const VERSIONS = [1] as const;

const [NONCE, TAG] = [12, 16];

export async function openBox(db: Database, name: string): Promise<Box> {
  const keys = new Map<number, Buffer>();
  for (const version of VERSIONS) {
    const secret = await installationSecret(db, `${name}-${version}`);
    keys.set(version, Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'base64url'), '', `aapurti ${name} ${version}`, 32)));
  }
  const keyOf = (version: number): Buffer => {
    const key = keys.get(version);
    if (key === undefined) throw new Error(`There is no key of version ${version} for ${name}.`);
    return key;
  };
  return {
    seal(text, owner) {
      const [version] = VERSIONS;
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv('aes-256-gcm', keyOf(version), nonce).setAAD(Buffer.from(`${name} ${owner}`));
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), content]);
    },
    open(sealed, owner) {
      const nonce = sealed.subarray(1, 1 + NONCE);
      const decipher = createDecipheriv('aes-256-gcm', keyOf(sealed[0] ?? 0), nonce, { authTagLength: TAG })
        .setAAD(Buffer.from(`${name} ${owner}`))
        .setAuthTag(sealed.subarray(1 + NONCE, 1 + NONCE + TAG));
      return decipher.update(sealed.subarray(1 + NONCE + TAG), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}
