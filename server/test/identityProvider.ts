import { createSign, generateKeyPairSync, type JsonWebKey, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Provider } from 'oidc-provider';

export const CLIENT = { id: 'aapurti', secret: 'a secret of at least thirty-two letters' };

/** A user of the provider. */
export interface Person {
  sub: string;
  email?: string;
  given_name?: string;
  family_name?: string;
  amr?: string[];
}

type Header = Record<string, unknown>;
type Claims = Record<string, unknown>;

export interface IdentityProvider {
  issuer: string;
  /** The user who is currently signed in at the provider; if null, every sign-in is cancelled. */
  person: Person | null;
  /** Changes the next ID token: its claims, and how it is signed. */
  forge: ((claims: Claims, header: Header) => { claims?: Claims; alg?: 'none'; key?: KeyObject }) | null;
  /** Signs with a new key from now on. */
  rotate(): void;
  /** Opens the address as a browser does. @returns the parameters that the provider adds to the return address. */
  visit(url: string): Promise<{ state: string; code?: string; iss?: string; error?: string }>;
  close(): Promise<void>;
}

interface Key {
  kid: string;
  secret: KeyObject;
  public: JsonWebKey;
}

function newKey(kid: string): Key {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { kid, secret: privateKey, public: publicKey.export({ format: 'jwk' }) };
}

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const read = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;

function signed(claims: Claims, header: Header, key: KeyObject | null): string {
  const content = `${base64(header)}.${base64(claims)}`;
  return `${content}.${key === null ? '' : createSign('sha256').update(content).sign(key, 'base64url')}`;
}

/** A local OpenID provider: `oidc-provider`, whose ID tokens a test can forge. Its users sign in without a form. */
export async function startIdentityProvider(redirectUri: string): Promise<IdentityProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let key = newKey('first');
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirectUri] }],
    jwks: { keys: [{ ...key.secret.export({ format: 'jwk' }), kid: key.kid, use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['a key of a test'] },
    claims: { openid: ['sub'], email: ['email'], profile: ['given_name', 'family_name'] },
    conformIdTokenClaims: false,
    ttl: { Interaction: 600, Grant: 600, Session: 600 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ ...idp.person, sub }) }),
    async loadExistingGrant({ oidc }) {
      const { client, session } = oidc;
      if (client === undefined || session?.accountId === undefined) return undefined;
      const grant = new oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  provider.use(async (ctx, next) => {
    if (ctx.path.startsWith('/interaction/')) {
      const result = idp.person === null ? { error: 'access_denied' } : { login: { accountId: idp.person.sub } };
      await provider.interactionFinished(ctx.req, ctx.res, result);
      ctx.respond = false;
      return;
    }
    await next();
    if (ctx.path === '/jwks') ctx.body = { keys: [{ ...key.public, kid: key.kid, use: 'sig', alg: 'RS256' }] };
    const body = ctx.body as { id_token?: string } | undefined;
    if (ctx.path !== '/token' || body?.id_token === undefined) return;
    const [head, content] = body.id_token.split('.');
    const { amr } = idp.person ?? {};
    const [header, claims] = [
      { ...read(head), kid: key.kid },
      { ...read(content), ...(amr === undefined ? {} : { amr }) },
    ];
    const forged = idp.forge?.(claims, header) ?? {};
    idp.forge = null;
    const isNone = forged.alg === 'none';
    body.id_token = signed(forged.claims ?? claims, isNone ? { alg: 'none' } : header, isNone ? null : (forged.key ?? key.secret));
  });
  const handle = provider.callback();
  server.on('request', (request, response) => void handle(request, response));

  const idp: IdentityProvider = {
    issuer,
    person: null,
    forge: null,
    rotate: () => (key = newKey(`rotated ${Date.now()}`)),
    async visit(url) {
      const cookies = new Map<string, string>();
      let at = url;
      // The number of redirects is enough for sign-in and consent.
      for (let hop = 0; hop < 12; hop += 1) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        const answer = await fetch(at, { redirect: 'manual', headers: { cookie } });
        for (const each of answer.headers.getSetCookie()) {
          const [name = '', value = ''] = (each.split(';')[0] ?? '').split('=');
          cookies.set(name, value);
        }
        const to = answer.headers.get('location');
        if (to === null) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`);
        at = new URL(to, at).href;
        if (at.startsWith(redirectUri)) return Object.fromEntries(new URL(at).searchParams) as { state: string };
      }
      throw new Error(`the provider leads nowhere: ${at}`);
    },
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
  return idp;
}
