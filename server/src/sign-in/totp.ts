import { Secret, TOTP } from 'otpauth';

/** RFC 6238 as every app supports it: SHA-1, 6 digits, 30 seconds. */
const PERIOD_SECONDS = 30;
/** Neighbouring steps whose codes count, because clocks differ and typing takes time. */
const WINDOW = 1;

/** 160 random bits (RFC 4226) in base 32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The address for the QR code. The issuer contains the host, because apps merge entries of one name. */
export function totpUri(secret: string, { email, publicUrl }: { email: string; publicUrl: string }): string {
  const issuer = `Aapurti ${new URL(publicUrl).hostname}`;
  return new TOTP({ issuer, label: email, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS }).toString();
}

/** The matching time step, among the present one and its neighbours, or null. */
export function totpStep(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const timestamp = now.getTime();
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS, window: WINDOW, timestamp });
  return delta === null ? null : TOTP.counter({ period: PERIOD_SECONDS, timestamp }) + delta;
}
