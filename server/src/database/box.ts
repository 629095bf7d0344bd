import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

import type { Database } from './database.ts';
import { installationSecret } from './secret.ts';

/** Reversible encryption for secrets that must be read back, such as an authenticator app's. Passwords are hashed instead. */
export interface Box {
  /** The owner is authenticated data: a value sealed for one user does not open for another. */
  seal(text: string, owner: string): Buffer;
  open(sealed: Buffer, owner: string): string;
}

/**
 * AES-256-GCM under HKDF-SHA-256 keys from secrets in `settings`, which all processes and backups share: it protects a copied table, not
 * the whole database.
 * To rotate, put a new version first. Old values still open, by the version in their first byte, and are resealed at the owner's next
 * sign-in. Once no row has the old version, remove it here and in `settings`.
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
