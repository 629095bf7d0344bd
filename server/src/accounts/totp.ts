import { Secret, TOTP } from 'otpauth';

/** What every authenticator app understands: RFC 6238 with SHA-1, 6 digits, 30 seconds. */
const PERIOD_SECONDS = 30;
/** Steps before and after the present one whose codes count: clocks differ, and typing takes time. */
const WINDOW = 1;

/** 160 random bits, as RFC 4226 asks for, in base 32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** What the QR code says. The issuer holds the portal's host, as apps take two entries of one name for the same. */
export function totpUri(secret: string, { email, publicUrl }: { email: string; publicUrl: string }): string {
  const issuer = `Aapurti ${new URL(publicUrl).hostname}`;
  return new TOTP({ issuer, label: email, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS }).toString();
}

/** The time step whose code this is, among the present one and its neighbours; null where it is none of them. */
export function totpStep(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const timestamp = now.getTime();
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS, window: WINDOW, timestamp });
  return delta === null ? null : TOTP.counter({ period: PERIOD_SECONDS, timestamp }) + delta;
}
