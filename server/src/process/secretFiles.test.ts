import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { readSecretFiles } from './secretFiles.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aapurti-secrets-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('a secret is read from its file without the final line break', async () => {
  const file = join(folder, 'mail');
  await writeFile(file, 'smtp://portal: p@mail.example.in \n');
  const env = { SMTP_URL: 'smtp://elsewhere', SMTP_URL_FILE: file, ERP_SECRET: 'as it is', METRICS_TOKEN_FILE: '' };
  readSecretFiles(env);
  expect(env).toMatchObject({ SMTP_URL: 'smtp://portal: p@mail.example.in ', ERP_SECRET: 'as it is' });
  expect(env).not.toHaveProperty('METRICS_TOKEN');
});

test('only secrets can come from files', async () => {
  const env = { PORT_FILE: join(folder, 'mail') };
  readSecretFiles(env);
  expect(env).toEqual({ PORT_FILE: join(folder, 'mail') });
});

test('every unreadable file is named', () => {
  const env = { SMTP_URL_FILE: join(folder, 'none'), DATABASE_URL_FILE: folder };
  expect(() => readSecretFiles(env)).toThrow(
    /wrong:\n- DATABASE_URL_FILE names .* \(EISDIR\)\.\n- SMTP_URL_FILE names .*none.* \(ENOENT\)\.$/,
  );
});
