import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { stateCodeOf } from '@aapurti/contract/ground/gst';
import { gstinProblem, normaliseGstin } from '@aapurti/contract/ground/india';
import { inEnglish } from '@aapurti/contract/ground/template';
import { PASSWORD_LEAST, PASSWORD_MOST, passwordProblem } from '@aapurti/contract/sign-in/passwords';
import ipaddr from 'ipaddr.js';

import { isCommonPassword } from './commonPasswords.ts';
import { type ErpSettings, readErp, type Wrong } from './erpSettings.ts';

/** Read once from the environment; see the README. */
export interface Settings {
  production: boolean;
  /** The folder of the embedded database and uploaded files. */
  dataDir: string;
  /** If absent, the embedded database is used. */
  databaseUrl: string | undefined;
  /** A streaming replica for reports and exports. */
  databaseReplicaUrl?: string | undefined;
  /** If 1, this process serves requests itself. */
  workers: number;
  /** Connections of each worker, at least 3. */
  databasePool: number;
  /** False behind transaction-mode poolers. */
  preparedStatements: boolean;
  port: number;
  host: string;
  /** The address that users type, without a trailing slash. */
  publicUrl: string;
  /** The number of proxies in front, or their addresses, which are trusted to state the visitor's address. */
  trustProxy: number | string | false;
  smtpUrl: string | undefined;
  mailFrom: string;
  filesUrl: string;
  demo: boolean;
  rateLimits: boolean;
  captcha: boolean;
  log: boolean;
  logRequests?: boolean;
  /** The bearer token for `/metrics`. Without one, nobody has access in production, and otherwise only this machine. */
  metricsToken?: string | undefined;
  admin: { email: string; password: string } | undefined;
  adminSecondFactor: boolean;
  /** Provides the buyer's first registration. */
  buyerGstin?: string | undefined;
  /** Private networks that the buyer's webhooks may reach, also by plain http. */
  webhookNets?: readonly string[];
  buyerPullMinutes: number;
  /** If absent, the portal stores the data that administrators upload. */
  erp?: ErpSettings | undefined;
}

/** The buyer's GST state code if it has no registration, or null. The demo has one, with vendors inside and outside that state. */
export function fallbackState({ production, demo, buyerGstin }: Settings): string | null {
  return stateCodeOf(buyerGstin, !production && demo ? 'IN-MH' : null);
}

/** Names every wrong setting, so that an operator can correct them together. */
export class WrongSettings extends Error {
  override name = 'WrongSettings';

  readonly findings: readonly string[];

  constructor(findings: readonly string[]) {
    super(`These settings are wrong:\n${findings.map((finding) => `- ${finding}`).join('\n')}`);
    this.findings = findings;
  }
}

/** Empty variables count as absent. @throws WrongSettings naming each wrong one, without values that may be secret. */
export function readSettings(env: Readonly<Record<string, string | undefined>>, { production }: { production: boolean }): Settings {
  const findings: string[] = [];
  const wrong: Wrong = (finding, values) => void findings.push(inEnglish(finding, values ?? {}));
  const text = (name: string) => env[name]?.trim() || undefined;

  function whole(name: string, otherwise: number, least: number, most: number) {
    const given = text(name);
    if (given === undefined) return otherwise;
    if (/^\d{1,9}$/.test(given) && Number(given) >= least && Number(given) <= most) return Number(given);
    wrong("{name} must be a whole number from {least} to {most}, not '{given}'.", { name, least, most, given });
    return otherwise;
  }

  function flag(name: string, otherwise: boolean) {
    const given = text(name)?.toLowerCase();
    if (given === undefined) return otherwise;
    if (['true', 'on', 'yes', '1'].includes(given)) return true;
    if (['false', 'off', 'no', '0'].includes(given)) return false;
    wrong("{name} must be true or false (on or off), not '{given}'.", { name, given });
    return otherwise;
  }

  /** The first word is the default. */
  function choice<const Word extends string>(name: string, words: readonly [Word, ...Word[]]): Word {
    const given = text(name)?.toLowerCase();
    const chosen = given === undefined ? words[0] : words.find((word) => word === given);
    if (chosen === undefined) wrong("{name} must be {either}, not '{given}'.", { name, either: words, given });
    return chosen ?? words[0];
  }

  /** Production must not turn protection off. */
  function localFlag(name: string, otherwise: boolean) {
    const value = flag(name, otherwise);
    if (production && value !== otherwise) wrong('{name} is for a local start only. Remove it.', { name });
    return value;
  }

  function url(name: string, protocols: readonly string[], hint: string) {
    const given = text(name);
    if (given === undefined) return undefined;
    if (URL.canParse(given) && protocols.includes(new URL(given).protocol)) return given;
    wrong('{name} must look like {hint}.', { name, hint });
    return undefined;
  }

  /** Production needs TLS to another machine, unless the setting itself says otherwise. */
  function databaseUrl(name: string, host: string) {
    const given = url(name, ['postgres:', 'postgresql:'], `postgres://user:password@${host}:5432/database`);
    if (!production || given === undefined || !isElsewhere(given) || new URL(given).searchParams.has('sslmode')) return given;
    wrong('{name} must end in ?sslmode=verify-full, or in ?sslmode=disable if the network to the database is private.', { name });
    return given;
  }

  function mailUrl() {
    const given = url('SMTP_URL', ['smtp:', 'smtps:'], 'smtp://user:password@mail.example.in:587');
    if (!production || given?.startsWith('smtp:') !== true || !isElsewhere(given)) return given;
    const { searchParams } = new URL(given);
    if (searchParams.has('requireTLS') || searchParams.has('ignoreTLS')) return given;
    return `${given}${searchParams.size === 0 ? '?' : '&'}requireTLS=true`;
  }

  const dataDir = resolve(text('DATA_DIR') ?? 'var');
  const port = whole('PORT', 3000, 0, 65_535);
  const host = text('HOST') ?? '127.0.0.1';
  if (!isHost(host)) wrong("HOST must be an address or a host name, not '{host}'.", { host });

  const publicUrl = url('PUBLIC_URL', ['http:', 'https:'], 'https://portal.example.in');
  const { origin, href, hostname } = new URL(publicUrl ?? `http://${isHost(host) ? nameForPeople(host) : 'localhost'}:${port}`);
  if (href !== `${origin}/`) wrong('PUBLIC_URL must be a bare address without path, user or query, like https://portal.example.in.');
  if (production && !text('PUBLIC_URL'))
    wrong('PUBLIC_URL is required. It is the address that users type, for example https://portal.example.in.');

  const smtpUrl = mailUrl();
  if (production && !text('SMTP_URL')) wrong('SMTP_URL is required to send e-mail, for example smtp://user:password@mail.example.in:587.');
  const mailFrom = text('MAIL_FROM') ?? `Aapurti <no-reply@${isIP(hostname.replace(/[[\]]/g, '')) === 0 ? hostname : 'localhost'}>`;
  if (!/^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(mailFrom)) {
    wrong("MAIL_FROM must be an e-mail address, alone or like 'Aapurti <no-reply@example.in>', not '{mailFrom}'.", { mailFrom });
  }

  const settings: Settings = {
    production,
    dataDir,
    databaseUrl: databaseUrl('DATABASE_URL', 'host'),
    databaseReplicaUrl: databaseUrl('DATABASE_REPLICA_URL', 'replica'),
    workers: whole('WORKERS', 1, 1, 64),
    databasePool: whole('DATABASE_POOL', 10, 3, 90),
    preparedStatements: flag('DATABASE_PREPARED', true),
    port,
    host,
    publicUrl: origin,
    trustProxy: readTrustProxy(text('TRUST_PROXY'), wrong),
    smtpUrl,
    mailFrom,
    filesUrl: url('FILES_URL', ['file:', 's3:'], 'file:/srv/aapurti/files or s3://bucket/prefix') ?? 'file:',
    demo: production ? localFlag('DEMO', false) : flag('DEMO', true),
    rateLimits: localFlag('RATE_LIMITS', true),
    captcha: localFlag('CAPTCHA', true),
    log: flag('LOG', true),
    logRequests: flag('LOG_REQUESTS', false),
    metricsToken: readMetricsToken(text('METRICS_TOKEN'), wrong),
    buyerGstin: readGstin(text('BUYER_GSTIN'), wrong),
    webhookNets: readNets(text('WEBHOOK_NETS'), wrong),
    buyerPullMinutes: whole('BUYER_PULL_MINUTES', 15, 1, 1440),
    erp: readErp(text, wrong),
    adminSecondFactor: choice('ADMIN_SECOND_FACTOR', ['optional', 'required']) === 'required',
    admin: readAdmin(text('ADMIN_EMAIL'), env.ADMIN_PASSWORD || undefined, wrong),
  };
  if (findings.length > 0) throw new WrongSettings(findings);
  return settings;
}

function isElsewhere(url: string): boolean {
  const { hostname, searchParams } = new URL(url);
  // `?host=` may name the host or a socket folder.
  return !/^(localhost|127(\.\d+){3}|\[?::1\]?|\/.*)?$/.test(searchParams.get('host') ?? hostname);
}

function isHost(host: string) {
  return isIP(host) !== 0 || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(host);
}

/** `host` in an address for the browser on this machine. */
export function nameForPeople(host: string): string {
  if (/^(0\.0\.0\.0|::)$/.test(host)) return 'localhost';
  return isIP(host) === 6 ? `[${host}]` : host;
}

function readAdmin(email: string | undefined, password: string | undefined, wrong: Wrong) {
  if (email === undefined && password === undefined) return undefined;
  if (email === undefined) wrong('ADMIN_EMAIL is required if ADMIN_PASSWORD is set.');
  else if (!/^[^\s@]+@[^\s@]+$/.test(email)) wrong("ADMIN_EMAIL must be an e-mail address, not '{email}'.", { email });
  if (password === undefined) wrong('ADMIN_PASSWORD is required if ADMIN_EMAIL is set.');
  else if (passwordProblem(password) !== null)
    wrong('ADMIN_PASSWORD must have {PASSWORD_LEAST} to {PASSWORD_MOST} characters.', { PASSWORD_LEAST, PASSWORD_MOST });
  else if (isCommonPassword(password, [email ?? ''])) wrong('ADMIN_PASSWORD is too easy to guess. Choose another.');
  return { email: email ?? '', password: password ?? '' };
}

function readMetricsToken(given: string | undefined, wrong: Wrong): string | undefined {
  if (given !== undefined && !/^[\x21-\x7e]{16,200}$/.test(given)) wrong('METRICS_TOKEN must have 16 to 200 characters without spaces.');
  return given;
}

function readGstin(given: string | undefined, wrong: Wrong): string | undefined {
  const problem = given === undefined ? null : gstinProblem(given);
  if (problem !== null) wrong('BUYER_GSTIN is invalid. {problem}', { problem });
  return given === undefined ? undefined : normaliseGstin(given);
}

function readNets(given: string | undefined, wrong: Wrong): string[] {
  const nets = (given ?? '').split(',').flatMap((net) => net.trim() || []);
  if (!nets.every((net) => ipaddr.isValidCIDR(net)))
    wrong("WEBHOOK_NETS must be networks like 10.20.0.0/16, separated by commas, not '{given}'.", { given });
  return nets;
}

/** A plain 'true' is not allowed: trusting any X-Forwarded-For would let visitors choose the address that limits their rate. */
function readTrustProxy(given: string | undefined, wrong: Wrong): Settings['trustProxy'] {
  if (given === undefined || /^(false|off|no|0)$/i.test(given)) return false;
  if (/^\d$/.test(given)) return Number(given);
  const isAddress = (part: string) => {
    const [address = '', bits = '0'] = part.trim().split('/');
    return ['loopback', 'linklocal', 'uniquelocal'].includes(address) || (isIP(address) !== 0 && /^\d{1,3}$/.test(bits));
  };
  if (given.split(',').every(isAddress)) return given;
  wrong("TRUST_PROXY must be the number of proxies before the portal (1 to 9) or their addresses, like 10.0.0.0/8, not '{given}'.", {
    given,
  });
  return false;
}
