/** The values that this tab stores while the browser is at the provider. */
interface Left {
  secret: string;
  purpose: 'sign-in' | 'link' | 'invitation' | 'confirm';
  /** The destination: a path of this site; for an invitation its secret. */
  back: string;
}

interface Started {
  url: string;
  state: string;
  secret: string;
}

const keyOf = (state: string) => `provider ${state}`;

/** Goes to the provider. Each start has a key of its own, so another one in this tab does not interfere. */
export function leaveFor({ url, state, secret }: Started, purpose: Left['purpose'], back: string): void {
  sessionStorage.setItem(keyOf(state), JSON.stringify({ secret, purpose, back } satisfies Left));
  window.location.assign(url);
}

/** The parameters that the provider has added to the address, with the stored values, once; null if this tab has started nothing. */
export function takeReturn(search: string) {
  const given = new URLSearchParams(search);
  const state = given.get('state') ?? '';
  const left = sessionStorage.getItem(keyOf(state));
  if (left === null) return null;
  sessionStorage.removeItem(keyOf(state));
  const { secret, purpose, back } = JSON.parse(left) as Left;
  const named = ['code', 'iss', 'error'].flatMap((name) => (given.has(name) ? [[name, given.get(name) ?? '']] : []));
  return { purpose, back, body: { state, secret, ...(Object.fromEntries(named) as { code?: string; iss?: string; error?: string }) } };
}
