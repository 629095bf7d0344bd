import { readFile } from 'node:fs/promises';
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
    workers: 1,
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
    logRequests: false,
    webhookNets: [],
    buyerPullMinutes: 15,
    adminSecondFactor: false,
    admin: undefined,
  });
});

test('the portal reads every setting', () => {
  const env = {
    DATA_DIR: '/srv/aapurti',
    DATABASE_URL: 'postgresql://app:secret@db/aapurti',
    WORKERS: '4',
    DATABASE_REPLICA_URL: 'postgres://app:secret@replica/aapurti',
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
    LOG_REQUESTS: 'on',
    METRICS_TOKEN: 'a-token-of-some-length',
    ADMIN_EMAIL: 'admin@example.in',
    ADMIN_PASSWORD: ' spaces count ',
    ADMIN_SECOND_FACTOR: 'Required',
    BUYER_PULL_MINUTES: '5',
    WEBHOOK_NETS: '10.20.0.0/16, fd00:20::/32',
    ERP_URL: 'erpnext+https://erp.example.in/',
    ERP_USER: 'key',
    ERP_SECRET: 'hush',
    ERP_COMPANY: 'Bharat Retail',
    ERP_PRICE_LIST: 'Retail',
  };
  expect(readSettings(env, local)).toEqual({
    production: false,
    dataDir: '/srv/aapurti',
    databaseUrl: env.DATABASE_URL,
    databaseReplicaUrl: 'postgres://app:secret@replica/aapurti',
    workers: 4,
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
    logRequests: true,
    metricsToken: 'a-token-of-some-length',
    webhookNets: ['10.20.0.0/16', 'fd00:20::/32'],
    buyerPullMinutes: 5,
    admin: { email: 'admin@example.in', password: ' spaces count ' },
    adminSecondFactor: true,
    erp: {
      system: 'erpnext',
      url: 'https://erp.example.in',
      database: undefined,
      user: 'key',
      secret: 'hush',
      company: 'Bharat Retail',
      priceList: 'Retail',
    },
  });
});

test.each([
  ['PORT', '70000', /^PORT must be a whole number from 0 to 65535, not '70000'\./],
  ['PORT', '30.5', /^PORT /],
  ['HOST', 'my host', /^HOST must be an address/],
  ['DATABASE_URL', 'mysql://u:secret@h/d', /^DATABASE_URL must look like postgres:/],
  ['DATABASE_POOL', '2', /^DATABASE_POOL /],
  ['WORKERS', '0', /^WORKERS /],
  ['DATABASE_PREPARED', 'maybe', /^DATABASE_PREPARED must be true or false/],
  ['PUBLIC_URL', 'portal.example.in', /^PUBLIC_URL must look like/],
  ['PUBLIC_URL', 'https://example.in/portal', /^PUBLIC_URL must be a bare address/],
  ['TRUST_PROXY', 'true', /^TRUST_PROXY must be the number/],
  ['SMTP_URL', 'https://mail.example.in', /^SMTP_URL must look like/],
  ['MAIL_FROM', 'nobody', /^MAIL_FROM must be an e-mail address/],
  ['FILES_URL', '/srv/files', /^FILES_URL must look like/],
  ['WEBHOOK_NETS', '10.20.0.1', /^WEBHOOK_NETS must be networks like 10\.20\.0\.0\/16/],
  ['BUYER_PULL_MINUTES', '0', /^BUYER_PULL_MINUTES must be a whole number from 1 to 1440/],
  ['DEMO', 'perhaps', /^DEMO must be/],
  ['ADMIN_SECOND_FACTOR', 'yes', /^ADMIN_SECOND_FACTOR must be optional or required, not 'yes'/],
  ['ADMIN_EMAIL', 'admin@example.in', /^ADMIN_PASSWORD is required/],
  ['ADMIN_PASSWORD', 'long enough', /^ADMIN_EMAIL is required/],
])('the setting %s=%s is named as wrong', (name, value, message) => {
  expect(findings({ [name]: value })).toEqual([expect.stringMatching(message)]);
});

const erp = { ERP_USER: 'portal', ERP_SECRET: 'hush' };
test.each([
  [{ ...erp, ERP_URL: 'https://erp.example.in' }, [/^ERP_URL must look like erpnext\+https/]],
  [{ ...erp, ERP_URL: 'sap+https://erp.example.in' }, [/^ERP_URL must look like/]],
  [{ ...erp, ERP_URL: 'erpnext+https://' }, [/^ERP_URL must look like/]],
  [{ ...erp, ERP_URL: 'erpnext+https://me:hush@erp.example.in' }, [/^ERP_URL must not contain a user/]],
  [{ ...erp, ERP_URL: 'erpnext+https://erp.example.in/site' }, [/^ERP_URL must be a bare address/]],
  [{ ...erp, ERP_URL: 'erpnext+https://erp.example.in?site=1' }, [/^ERP_URL must end with/]],
  [
    { ...erp, ERP_URL: 'tryton+https://erp.example.in' },
    [/^ERP_URL must name the database, like tryton\+https:\/\/erp.example.in\/database/],
  ],
  [{ ...erp, ERP_URL: 'odoo-jsonrpc+https://erp.example.in' }, [/^ERP_URL must name the database/]],
  [{ ...erp, ERP_URL: 'odoo+https://erp.example.in/a/b' }, [/^ERP_URL names an invalid database/]],
  [
    { ERP_URL: 'erpnext+https://erp.example.in' },
    [/^ERP_USER is required. It is the API key/, /^ERP_SECRET is required. It is the API secret/],
  ],
  [
    { ERP_URL: 'tryton+https://erp.example.in/main' },
    [/^ERP_USER is required. It is the login/, /^ERP_SECRET is required. It is the password/],
  ],
  [{ ERP_URL: 'odoo+https://erp.example.in' }, [/^ERP_SECRET is required. It is an API key/]],
  [{ ...erp, ERP_URL: 'odoo+https://erp.example.in', ERP_COMPANY: 'Bharat' }, [/^ERP_COMPANY must be the ID/]],
  [{ ...erp, ERP_URL: 'odoo+https://erp.example.in', ERP_PRICE_LIST: 'MRP' }, [/^ERP_PRICE_LIST is for ERPNext only/]],
  [erp, [/^ERP_USER needs ERP_URL/, /^ERP_SECRET needs ERP_URL/]],
])('an ERP named by %o is named as wrong, and no secret is repeated', (env, messages) => {
  expect(findings(env)).toEqual(messages.map((message) => expect.stringMatching(message)));
  expect(findings(env).join()).not.toContain('hush');
});

test.each([
  ['odoo+https://erp.example.in', { system: 'odoo', url: 'https://erp.example.in', database: undefined }],
  ['odoo-jsonrpc+http://10.0.0.5:8069/main', { system: 'odoo-jsonrpc', url: 'http://10.0.0.5:8069', database: 'main' }],
  ['tryton+https://erp.example.in/main/', { system: 'tryton', url: 'https://erp.example.in', database: 'main' }],
])('the setting %s says which ERP and where', (ERP_URL, expected) => {
  expect(readSettings({ ...erp, ERP_URL }, local).erp).toMatchObject(expected);
});

test.each([
  ['127.0.0.1', 'http://127.0.0.1:3000'],
  ['::', 'http://localhost:3000'],
  ['fe80::1', 'http://[fe80::1]:3000'],
  ['warehouse', 'http://warehouse:3000'],
])('a portal that listens on %s has links that start with %s', (HOST, publicUrl) => {
  expect(readSettings({ HOST }, local).publicUrl).toBe(publicUrl);
});

test('a production start demands its settings and rejects those for a local start', () => {
  expect(findings(needed, production)).toEqual([]);
  expect(readSettings(needed, production)).toMatchObject({ demo: false, mailFrom: 'Aapurti <no-reply@portal.example.in>' });
  expect(findings({ DEMO: 'true', RATE_LIMITS: 'off', CAPTCHA: 'off' }, production)).toEqual([
    expect.stringMatching(/^PUBLIC_URL is required/),
    expect.stringMatching(/^SMTP_URL is required/),
    expect.stringMatching(/^DEMO is for a local start only/),
    expect.stringMatching(/^RATE_LIMITS is for a local start only/),
    expect.stringMatching(/^CAPTCHA is for a local start only/),
  ]);
});

const unencrypted = /must end in \?sslmode=verify-full, or in \?sslmode=disable if the network to the database is private\.$/;
test.each([
  ['postgres://u:p@db.example.in/d', [unencrypted]],
  ['postgres://u:p@10.0.0.5:5432/d', [unencrypted]],
  ['postgres:///d?host=db.example.in', [unencrypted]],
  ['postgres://u:p@db.example.in/d?sslmode=verify-full', []],
  ['postgres://u:p@db.example.in/d?sslmode=disable', []],
  ['postgres://u:p@127.0.0.1:5432/d', []],
  ['postgres://u:p@[::1]:5432/d', []],
  ['postgres:///d?host=/run/postgresql', []],
])('a production portal connects to the database %s without encryption only if its settings say so', (address, messages) => {
  for (const name of ['DATABASE_URL', 'DATABASE_REPLICA_URL']) {
    expect(findings({ ...needed, [name]: address }, production)).toEqual(messages.map((message) => expect.stringMatching(message)));
    expect(findings({ [name]: address })).toEqual([]);
  }
});

test.each([
  ['smtp://u:p@mail.example.in:587', 'smtp://u:p@mail.example.in:587?requireTLS=true'],
  ['smtp://u:p@mail.example.in:587/?name=portal', 'smtp://u:p@mail.example.in:587/?name=portal&requireTLS=true'],
  ['smtp://u:p@mail.example.in:25?ignoreTLS=true', 'smtp://u:p@mail.example.in:25?ignoreTLS=true'],
  ['smtps://u:p@mail.example.in', 'smtps://u:p@mail.example.in'],
  ['smtp://127.0.0.1:25', 'smtp://127.0.0.1:25'],
])('a production portal with %s sends no e-mail without encryption unless its settings say so', (SMTP_URL, used) => {
  expect(readSettings({ ...needed, SMTP_URL }, production).smtpUrl).toBe(used);
  expect(readSettings({ SMTP_URL }, local).smtpUrl).toBe(SMTP_URL);
});

test('the settings in the guide for operators are right', async () => {
  const guide = await readFile(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
  const lines = /aapurti\.env`[^]*?```\n([^`]+)```/.exec(guide)?.[1]?.trim().split('\n') ?? [];
  const given = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
  expect(Object.keys(given)).toContain('BUYER_GSTIN');
  expect(findings({ ...given, METRICS_TOKEN: '0123456789abcdef' }, production)).toEqual([]);
});

test('one message lists all wrong settings and repeats no password', () => {
  const env = { PORT: 'x', DATABASE_URL: 'secret1', SMTP_URL: 'secret2', ADMIN_EMAIL: 'a@b.in', ADMIN_PASSWORD: 'secret3' };
  const read = () => readSettings(env, local);
  expect(read).toThrow(/wrong:\n- PORT .*\n- SMTP_URL .*\n- DATABASE_URL .*\n- ADMIN_PASSWORD must have 8/);
  expect(read).not.toThrow(/secret/);
});

test('the password of the first administrator follows the rule of all passwords', () => {
  for (const password of ['Password@123', 'Admin@example.in']) {
    const found = findings({ ADMIN_EMAIL: 'admin@example.in', ADMIN_PASSWORD: password });
    expect(found).toEqual(['ADMIN_PASSWORD is too easy to guess. Choose another.']);
  }
});
