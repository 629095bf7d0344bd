import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { WrongSettings, readSettings } from './env.ts';

const local = { production: false };
const production = { production: true };
const needed = { PUBLIC_URL: 'https://portal.example.in', SMTP_URL: 'smtp://mail.example.in' };

function findings(env: Record<string, string>, mode = local) {
  try {
    readSettings(env, mode);
    return [];
  } catch (error) {
    if (error instanceof WrongSettings) return error.findings;
    throw error;
  }
}

test('a local start needs no setting', () => {
  expect(readSettings({ PORT: '', DATABASE_URL: ' ' }, local)).toEqual({
    production: false,
    dataDir: resolve('var'),
    databaseUrl: undefined,
    databasePool: 10,
    preparedStatements: true,
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://127.0.0.1:3000',
    trustProxy: false,
    smtpUrl: undefined,
    mailFrom: 'Aapurti <no-reply@localhost>',
    filesUrl: 'file:',
    demo: true,
    rateLimits: true,
    captcha: true,
    log: true,
    buyerPullMinutes: 15,
    admin: undefined,
  });
});

test('every setting is read', () => {
  const env = {
    DATA_DIR: '/srv/aapurti',
    DATABASE_URL: 'postgresql://app:secret@db/aapurti',
    DATABASE_POOL: '25',
    DATABASE_PREPARED: 'off',
    PORT: '8080',
    HOST: '0.0.0.0',
    PUBLIC_URL: 'https://portal.example.in/',
    TRUST_PROXY: '10.0.0.0/8, loopback',
    SMTP_URL: 'smtps://u:p@mail.example.in',
    MAIL_FROM: 'Portal <portal@example.in>',
    FILES_URL: 's3://papers/live',
    DEMO: 'false',
    RATE_LIMITS: 'off',
    CAPTCHA: 'OFF',
    LOG: 'false',
    ADMIN_EMAIL: 'admin@example.in',
    ADMIN_PASSWORD: ' spaces count ',
    BUYER_PULL_MINUTES: '5',
  };
  expect(readSettings(env, local)).toEqual({
    production: false,
    dataDir: '/srv/aapurti',
    databaseUrl: env.DATABASE_URL,
    databasePool: 25,
    preparedStatements: false,
    port: 8080,
    host: '0.0.0.0',
    publicUrl: 'https://portal.example.in',
    trustProxy: '10.0.0.0/8, loopback',
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    filesUrl: env.FILES_URL,
    demo: false,
    rateLimits: false,
    captcha: false,
    log: false,
    buyerPullMinutes: 5,
    admin: { email: 'admin@example.in', password: ' spaces count ' },
  });
});

test.each([
  ['PORT', '70000', /^PORT must be a whole number from 0 to 65535, not '70000'\./],
  ['PORT', '30.5', /^PORT /],
  ['HOST', 'my host', /^HOST must be an address/],
  ['DATABASE_URL', 'mysql://u:secret@h/d', /^DATABASE_URL must look like postgres:/],
  ['DATABASE_POOL', '0', /^DATABASE_POOL /],
  ['DATABASE_PREPARED', 'maybe', /^DATABASE_PREPARED must be true or false/],
  ['PUBLIC_URL', 'portal.example.in', /^PUBLIC_URL must look like/],
  ['PUBLIC_URL', 'https://example.in/portal', /^PUBLIC_URL must be a bare address/],
  ['TRUST_PROXY', 'true', /^TRUST_PROXY must be the number/],
  ['SMTP_URL', 'https://mail.example.in', /^SMTP_URL must look like/],
  ['MAIL_FROM', 'nobody', /^MAIL_FROM must be an e-mail address/],
  ['FILES_URL', '/srv/files', /^FILES_URL must look like/],
  ['BUYER_PULL_MINUTES', '0', /^BUYER_PULL_MINUTES must be a whole number from 1 to 1440/],
  ['DEMO', 'perhaps', /^DEMO must be/],
  ['ADMIN_EMAIL', 'admin@example.in', /^ADMIN_PASSWORD is needed/],
  ['ADMIN_PASSWORD', 'long enough', /^ADMIN_EMAIL is needed/],
])('%s=%s is named as wrong', (name, value, message) => {
  expect(findings({ [name]: value })).toEqual([expect.stringMatching(message)]);
});

test.each([
  ['127.0.0.1', 'http://127.0.0.1:3000'],
  ['::', 'http://localhost:3000'],
  ['fe80::1', 'http://[fe80::1]:3000'],
  ['warehouse', 'http://warehouse:3000'],
])('listening on %s, links start with %s', (HOST, publicUrl) => {
  expect(readSettings({ HOST }, local).publicUrl).toBe(publicUrl);
});

test('production demands what it needs and refuses what is for a local start', () => {
  expect(findings(needed, production)).toEqual([]);
  expect(readSettings(needed, production)).toMatchObject({ demo: false, mailFrom: 'Aapurti <no-reply@portal.example.in>' });
  expect(findings({ DEMO: 'true', RATE_LIMITS: 'off', CAPTCHA: 'off' }, production)).toEqual([
    expect.stringMatching(/^PUBLIC_URL is needed/),
    expect.stringMatching(/^SMTP_URL is needed/),
    expect.stringMatching(/^DEMO is for a local start only/),
    expect.stringMatching(/^RATE_LIMITS is for a local start only/),
    expect.stringMatching(/^CAPTCHA is for a local start only/),
  ]);
});

test('one message lists them all and repeats no password', () => {
  const env = { PORT: 'x', DATABASE_URL: 'secret1', SMTP_URL: 'secret2', ADMIN_EMAIL: 'a@b.in', ADMIN_PASSWORD: 'secret3' };
  const read = () => readSettings(env, local);
  expect(read).toThrow(/wrong:\n- PORT .*\n- SMTP_URL .*\n- DATABASE_URL .*\n- ADMIN_PASSWORD must have 8/);
  expect(read).not.toThrow(/secret/);
});
