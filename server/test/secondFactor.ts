import { Secret, TOTP } from 'otpauth';

import type { Caller } from './api.ts';

export const STEP = 30_000;

/** The code that an authenticator app shows at a time given in milliseconds. */
export function codeAt(secret: string, timestamp: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

export interface Device {
  secret: string;
  /** The recovery codes. */
  codes: string[];
}

/** Sets up two-step verification, as the profile page does. This uses up the code of the time step of `now`. */
export async function setUp(caller: Caller, now = Date.now()): Promise<Device> {
  const started = await caller.post('/api/auth/secondFactor/start', { passWord: caller.user.password });
  const { secret } = started.body as { secret: string };
  const confirmed = await caller.post('/api/auth/secondFactor/confirm', { code: codeAt(secret, now) });
  if (confirmed.status !== 200) throw new Error(`the set-up answered ${confirmed.status}`);
  return { secret, codes: (confirmed.body as { codes: string[] }).codes };
}
