import { readFileSync } from 'node:fs';

import { WrongSettings } from '../ground/env.ts';

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

/** Sets each `<SETTING>` from the file that `<SETTING>_FILE` names. @throws WrongSettings naming each unreadable file. */
export function readSecretFiles(env: Record<string, string | undefined>): void {
  const findings: string[] = [];
  for (const name of SECRETS) {
    const file = env[`${name}_FILE`]?.trim();
    if (!file) continue;
    try {
      env[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    } catch (error) {
      findings.push(`${name}_FILE names ${file}, which cannot be read (${(error as NodeJS.ErrnoException).code}).`);
    }
  }
  if (findings.length > 0) throw new WrongSettings(findings);
}
