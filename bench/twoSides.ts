import { openContext } from '../server/src/openContext.ts';
import { makeUser } from '../server/src/demo/factories.ts';
import { startSession } from '../server/src/sign-in/sessions.ts';
import { type Bench, settings, timed } from './tools.ts';

/** Starts a portal with a signed-in vendor and its buyer; the bench calls it over HTTP. */
export async function startTwoSides({ db, databaseUrl, folder, start }: Bench) {
  const ctx = await openContext(settings({ folder, databaseUrl }), db, databaseUrl);
  const { id } = await makeUser(ctx, 1);
  const buyer = await makeUser(ctx, 2, { isAdmin: true });
  const session = (userId: string) => startSession(db, userId, { now: new Date(), address: null, userAgent: null });
  const [token, buyerToken] = [await session(id), await session(buyer.id)];
  await Promise.all([ctx.sessions.close(), ctx.reports.close(), ctx.uploads.close()]);
  const { url } = await start('portal.ts', ctx.settings);

  /** Makes a call, as the vendor unless another token is given. */
  async function ask(method: string, path: string, body?: object, by = token): Promise<{ status: number; body: unknown }> {
    const answer = await fetch(new URL(path, url), {
      method,
      headers: { authorization: by, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: await answer.json() };
  }
  /** Makes a call that must succeed. */
  async function done<T>(method: string, path: string, body?: object, by = token): Promise<T> {
    const answer = await ask(method, path, body, by);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`);
    return answer.body as T;
  }
  const today = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10);
  return { ctx, id, url, token, buyerToken, today, ask, done };
}

/** The milliseconds of each named step. */
export class StepTimes extends Map<string, number[]> {
  async step<T>(name: string, work: () => Promise<T>): Promise<T> {
    let result: T | undefined;
    const took = await timed(async () => {
      result = await work();
    });
    this.set(name, [...(this.get(name) ?? []), took * 1000]);
    return result as T;
  }
}
