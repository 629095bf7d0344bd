import { isEntra, messages, RETURN_PATH } from '@aapurti/contract/sign-in/providers';
import * as oidc from 'openid-client';

import type { Context } from '../context.ts';
import { Refusal } from '../ground/refusal.ts';

const TIMEOUT_SECONDS = 10;
export const SKEW_SECONDS = 60;

/** An identity provider with its secret in plain text. */
export interface Client {
  issuer: string;
  clientId: string;
  secret: string | null;
}

/** The person that the provider has named. */
export interface Named {
  /** Unique with the issuer. */
  subject: string;
  email: string | null;
  firstName: string;
  lastName: string;
  /** True if the provider has asked for two-step verification. */
  mfa: boolean;
  /** The time of the provider's last sign-in, in seconds; null if it is not stated. */
  askedAt: number | null;
}

/** The reason for a failed sign-in, for the log. */
export type Reason =
  | 'cancelled'
  | 'unreachable'
  | 'signature'
  | 'audience'
  | 'tenant'
  | 'nonce'
  | 'expired'
  | 'invalid'
  | 'notLinked'
  | 'otherAccount'
  | 'domainRefused'
  | 'notMember'
  | 'notYou'
  | 'notAsked';

/** The rejection of a provider's response, with the reason for the log. */
export class AnswerRefused extends Refusal {
  readonly reason: Reason;
  /** The person, if the response itself was valid. */
  readonly subject: string | undefined;

  constructor(reason: Reason, subject?: string) {
    super(reason === 'unreachable' ? 503 : reason === 'otherAccount' ? 409 : 403, messages[reason]);
    this.reason = reason;
    this.subject = subject;
  }
}

/**
 * Reads the issuer's description. It is read again for each sign-in, together with the keys, so a rotated key is known immediately.
 * @throws AnswerRefused if it does not respond, or describes another issuer.
 */
async function discover(ctx: Context, { issuer, clientId, secret }: Client): Promise<oidc.Configuration> {
  const metadata = {
    [oidc.clockTolerance]: SKEW_SECONDS,
    [oidc.clockSkew]: Math.round((ctx.clock().getTime() - Date.now()) / 1000),
  };
  const isLocal = !ctx.settings.production && issuer.startsWith('http:');
  try {
    const config = await oidc.discovery(new URL(issuer), clientId, metadata, authenticationOf(secret), {
      timeout: TIMEOUT_SECONDS,
      // The library marks it as deprecated only to make it conspicuous.
      // oxlint-disable-next-line typescript/no-deprecated
      execute: [oidc.enableNonRepudiationChecks, ...(isLocal ? [oidc.allowInsecureRequests] : [])],
    });
    if (config.serverMetadata().issuer !== issuer) throw new AnswerRefused('tenant');
    return config;
  } catch (error) {
    throw error instanceof AnswerRefused ? error : new AnswerRefused(reasonOf(error) === 'tenant' ? 'tenant' : 'unreachable');
  }
}

/** Basic, unless the issuer names only another method; a public client has no secret, and PKCE protects its code. */
function authenticationOf(secret: string | null): oidc.ClientAuth {
  if (secret === null) return oidc.None();
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const isBasic = methods.includes('client_secret_basic');
    (isBasic ? oidc.ClientSecretBasic(secret) : oidc.ClientSecretPost(secret))(server, client, body, headers);
  };
}

/** @throws AnswerRefused if the issuer's description is missing or wrong. */
export async function checkIssuer(ctx: Context, client: Client): Promise<void> {
  await discover(ctx, client);
}

export interface Begun {
  url: string;
  state: string;
  nonce: string;
  verifier: string;
}

/**
 * @param email for the provider's own form.
 * @param anew True to ask even a user that it knows.
 */
export async function beginAt(ctx: Context, client: Client, { email, anew = false }: { email?: string; anew?: boolean }): Promise<Begun> {
  const config = await discover(ctx, client);
  const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: ctx.settings.publicUrl + RETURN_PATH,
    response_type: 'code',
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(email === undefined ? {} : { login_hint: email }),
    // `max_age` makes the provider state when it asked (OpenID Connect Core, 3.1.2.1).
    ...(anew ? { prompt: 'login', max_age: '0' } : {}),
  });
  return { url: url.href, state, nonce, verifier };
}

export interface Returned {
  state: string;
  code?: string | undefined;
  iss?: string | undefined;
  error?: string | undefined;
}

/** Exchanges the code and checks the ID token: signature, issuer, audience, nonce and time. @throws AnswerRefused */
export async function finishAt(
  ctx: Context,
  client: Client,
  returned: Returned,
  { nonce, verifier }: Pick<Begun, 'nonce' | 'verifier'>,
): Promise<Named> {
  const config = await discover(ctx, client);
  const url = new URL(ctx.settings.publicUrl + RETURN_PATH);
  for (const name of ['state', 'code', 'iss', 'error'] as const) {
    const value = returned[name];
    if (value !== undefined) url.searchParams.set(name, value);
  }
  try {
    const tokens = await oidc.authorizationCodeGrant(config, url, {
      expectedState: returned.state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined) throw new AnswerRefused('invalid');
    return named(client.issuer, claims);
  } catch (error) {
    throw error instanceof AnswerRefused ? error : new AnswerRefused(reasonOf(error));
  }
}

/** @throws AnswerRefused for a person of another tenant. */
export function named(issuer: string, claims: Readonly<Record<string, unknown>>): Named {
  const text = (name: string) => (typeof claims[name] === 'string' ? claims[name].trim().slice(0, 300) : '');
  const [given, family] = [text('given_name'), text('family_name')];
  const [first = '', ...rest] = text('name').split(/\s+/);
  // An address is ignored if the provider says that it has not verified it.
  const email = claims['email_verified'] === false ? '' : text('email');
  return {
    subject: subjectOf(issuer, claims),
    email: email === '' ? null : email,
    firstName: given || first,
    lastName: family || rest.join(' '),
    mfa: Array.isArray(claims['amr']) && claims['amr'].includes('mfa'),
    askedAt: typeof claims['auth_time'] === 'number' ? claims['auth_time'] : null,
  };
}

function subjectOf(issuer: string, claims: Readonly<Record<string, unknown>>): string {
  const { sub, tid, oid } = claims;
  if (!isEntra(issuer)) return String(sub);
  if (typeof tid !== 'string' || typeof oid !== 'string') throw new AnswerRefused('invalid');
  if (!new URL(issuer).pathname.toLowerCase().split('/').includes(tid.toLowerCase())) throw new AnswerRefused('tenant');
  return `${tid}:${oid}`;
}

/** The reason from the library's codes, and the claim that it names among the causes. */
function reasonOf(error: unknown): Reason {
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    const { code, cause, message } = each as Error & { code?: string };
    const claim = (cause as { claim?: string } | undefined)?.claim;
    if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') return 'cancelled';
    if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') return 'tenant';
    if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return 'expired';
    if (code === 'OAUTH_TIMEOUT' || message === 'fetch failed') return 'unreachable';
    if (code === 'OAUTH_JWT_CLAIM_COMPARISON_FAILED' && claim !== undefined)
      return ({ aud: 'audience', azp: 'audience', iss: 'tenant', nonce: 'nonce' } as const)[claim] ?? 'invalid';
    if (code === 'OAUTH_KEY_SELECTION_FAILED' || /signature|"alg"/i.test(message)) return 'signature';
  }
  return 'invalid';
}
