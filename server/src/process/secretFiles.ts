import { readFileSync } from 'node:fs';

import { WrongSettings } from '../env.ts';

/** Settings that hold a password or a key. */
const SECRETS = [
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'SMTP_URL',
  'ERP_SECRET',
  'METRICS_TOKEN',
  'ADMIN_PASSWORD',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
] as const;

/**
 * Puts into the environment what `<SETTING>_FILE` names: there a vault's agent or systemd's credentials leave a secret, which then stands
 * in no environment file and in nobody's list of processes. A line break at its end is not part of it.
 * @throws WrongSettings naming each file that can not be read.
 */
export function readSecretFiles(env: Record<string, string | undefined>): void {
  const findings: string[] = [];
  for (const name of SECRETS) {
    const file = env[`${name}_FILE`]?.trim();
    if (!file) continue;
    try {
      env[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    } catch (error) {
      findings.push(`${name}_FILE names ${file}, which can not be read (${(error as NodeJS.ErrnoException).code}).`);
    }
  }
  if (findings.length > 0) throw new WrongSettings(findings);
}
