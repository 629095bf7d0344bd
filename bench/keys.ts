/** The same call with a session and with an API key, alternating: checking a key must cost no more than checking a session. */
import sql from 'sql-template-tag';

import { hashToken, startSession } from '../server/src/sign-in/sessions.ts';
import { makeUser } from '../server/src/demo/factories.ts';
import { CALLS_A_MINUTE } from '@aapurti/contract/integration/keys';
import { newKey } from '../server/src/http/apiKeys.ts';
import { openContext } from '../server/src/openContext.ts';
import { median, onBench, report, settings, timed } from './tools.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 21);
/** The number of calls stays below the limit per key and minute; each round has its own key. */
const CALLS = CALLS_A_MINUTE - 100;
const AT_ONCE = 8;

await onBench(async ({ db, databaseUrl, folder, start }) => {
  const ctx = await openContext(settings({ folder, databaseUrl }), db, databaseUrl);
  const { id } = await makeUser(ctx, 1);
  const session = await startSession(db, id, { now: new Date(), address: null, userAgent: null });
  const owners: string[] = [];
  for (let serial = 2; serial <= ROUNDS + 2; serial += 1) owners.push((await makeUser(ctx, serial)).id);
  await Promise.all([ctx.sessions.close(), ctx.reports.close(), ctx.uploads.close()]);
  const { url } = await start('portal.ts', ctx.settings);

  /** Creates a key for a new vendor, because the keys of one company share a limit too. */
  async function addKey(): Promise<string> {
    const key = newKey();
    const owner = owners.pop();
    await db.execute(sql`
      insert into api_keys (vendor_id, user_id, membership_id, name, prefix, key_hash, scopes, created_at, expires_at)
      select ${owner}, ${owner}, memberships.id, 'Bench', 'aap_live_', ${hashToken(key)}, '{invoices:read}', now(), now() + interval '1 day'
      from memberships where user_id = ${owner}`);
    return key;
  }
  async function call(token: string): Promise<void> {
    const answer = await fetch(new URL('/api/invoice/get?page=1', url), { headers: { authorization: token } });
    await answer.arrayBuffer();
    if (answer.status >= 300) throw new Error(`returned status ${answer.status}`);
  }
  async function round(token: string): Promise<number> {
    await call(token);
    return timed(() =>
      Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          for (let count = 0; count < CALLS / AT_ONCE; count += 1) await call(token);
        }),
      ),
    );
  }
  await round(session);
  await round(await addKey());
  const ratios: number[] = [];
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    const key = await addKey();
    // The two sides alternate in going first.
    const first = await round(turn % 2 === 0 ? session : key);
    const second = await round(turn % 2 === 0 ? key : session);
    ratios.push(turn % 2 === 0 ? second / first : first / second);
  }
  const ratio = median(ratios);
  report(`A vendor's first page with an API key against a session, ${ROUNDS} rounds of ${CALLS} calls`, [
    { what: 'time of the key, as a share of that of the session', goal: '1.05', reached: ratio.toFixed(2), good: ratio <= 1.05 },
  ]);
});
