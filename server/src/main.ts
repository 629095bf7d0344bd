import cluster from 'node:cluster';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import sql from 'sql-template-tag';
import { askForAdministrator } from './people/administrator.ask.ts';
import { ensureAdministrator } from './people/administrator.ts';
import { remindOfOrders } from './purchase-orders/reminders.ts';
import { buildApp } from './app.ts';
import { backUp, restore } from './database/backup/commands.ts';
import { checkBooks, verifyBooks } from './payments/verify.ts';
import type { Context } from './context.ts';
import { beginWithControls } from './settings/controls.ts';
import { refuseDemo } from './demo/mark.ts';
import { DEMO_BOOKKEEPER, DEMO_SIGN_INS } from './demo/signIns.ts';
import { DirectoryInUse } from './database/embedded/directory-lock.ts';
import { findEmbedded } from './database/embedded/embedded.ts';
import { type Installed, openInstalled } from './database/installed.ts';
import { openDatabase } from './database/open.ts';
import { nameForPeople, readSettings, type Settings } from './ground/env.ts';
import { startHousekeeping } from './process/housekeeping.ts';
import { logAsLines } from './process/log.ts';
import { openContext } from './openContext.ts';
import { readSecretFiles } from './process/secretFiles.ts';
import { stopOnSignal } from './process/stop.ts';
import { seedBuyer } from './registrations/seed.ts';
import { startWorkers, WORKER_PATIENCE } from './process/workers.ts';
import { applyDueRequests } from './vendors/identity.ts';
import { remindOfLicences } from './vendors/licences.ts';
import { openPoster } from './integration/post.ts';
import { openWebhooks } from './integration/sending.ts';

/** The connections of the primary of several workers, whose jobs run one after another. */
const PRIMARY_POOL = 4;

const COMMANDS = `npm start                       the portal, to try it
npm run serve                   the portal, for people's work
npm run admin                   makes an administrator
npm run backup -- <folder>      writes a backup into a new folder inside of it
npm run restore -- <backup>     puts a backup into an empty installation
npm run verify-books            recomputes every total`;

async function main() {
  const values = readCommand();
  readSecretFiles(process.env);
  if (values['verify-books']) return verify(readSettings(process.env, { production: false }));
  if (values.backup !== undefined) {
    const settings = readSettings(process.env, { production: false });
    return backUp(await openBeside(settings, { asItIs: true }), settings, values.backup);
  }
  if (values.restore !== undefined) return restore(readSettings(process.env, { production: false }), values.restore);
  if (values.admin) return addAdministrator(readSettings(process.env, { production: false }));
  const settings = readSettings(process.env, { production: values.production ?? false });
  if (settings.production) logAsLines();
  await (cluster.isWorker ? work(settings) : serve(settings));
}

function readCommand() {
  try {
    const { values } = parseArgs({
      options: {
        production: { type: 'boolean' },
        admin: { type: 'boolean' },
        'verify-books': { type: 'boolean' },
        backup: { type: 'string' },
        restore: { type: 'string' },
      },
    });
    return values;
  } catch (error) {
    throw new Error(`${(error as Error).message}\n\n${COMMANDS}`, { cause: error });
  }
}

type Stop = ReturnType<typeof stopOnSignal>;

/** A single process does everything; with workers, this one runs the database and the jobs, and starts the workers. */
async function serve(settings: Settings) {
  const isAlone = settings.workers === 1;
  const installed = await openInstalled(isAlone ? settings : { ...settings, databasePool: Math.min(PRIMARY_POOL, settings.databasePool) });
  const stop = stopOnSignal();
  // Closed in reverse order; a signal during the start closes everything that is open by then.
  stop.add('the database', () => installed.close());
  if (settings.production) await refuseDemo(installed.db).catch((error: unknown) => installed.close().then(() => Promise.reject(error)));
  if (settings.production) await beginWithControls(installed.db);
  const ctx = await openContext(settings, installed.db, installed.url);
  stop.add('sessions', () => ctx.sessions.close());
  stop.add('the replica', () => ctx.reports.close());
  stop.add('the thread of sheets', () => ctx.uploads.close());
  const hasDemo = await fill(ctx);
  const port = isAlone ? await listen(ctx, stop) : await startAll(settings, installed, stop);
  const tasks = [() => remindOfOrders(ctx), () => remindOfLicences(ctx), () => applyDueRequests(ctx), () => checkBooks(ctx)];
  stop.add('housekeeping', startHousekeeping(ctx, tasks));
  const webhooks = openWebhooks(ctx, openPoster(ctx));
  webhooks.start();
  stop.add('webhooks', () => webhooks.stop());
  ctx.pulling.start(settings.buyerPullMinutes);
  stop.add("pulling from the buyer's system", () => ctx.pulling.stop());

  const local = `http://${nameForPeople(settings.host)}:${port}`;
  // Only the listener knows the port if PORT=0. Under `npm run dev`, the public address is Vite's.
  const address = settings.port === 0 ? local : settings.publicUrl;
  const page = await fetch(local).catch(() => undefined);
  console.log(`\nAapurti is at ${settings.production ? `${settings.publicUrl}, listening at ${local}` : address}`);
  if (hasDemo) console.log(`\nSign in as\n${[...DEMO_SIGN_INS, DEMO_BOOKKEEPER].map(signInLine).join('\n')}`);
  if (settings.smtpUrl === undefined)
    console.log(`\nNo e-mail is sent: messages appear at ${settings.production ? local : address}/outbox`);
  console.log(
    `\n${page?.ok ? 'The page responded' : 'Ready'} ${(performance.now() / 1000).toFixed(1)} s after the start. Ctrl-C stops it.`,
  );
}

/** @returns the port. */
async function listen(ctx: Context, stop: Stop): Promise<number> {
  const app = await buildApp(ctx);
  stop.add('requests', async () => {
    // Cuts slow clients off, so that everything else ends in order.
    const impatient = setTimeout(() => app.server.closeAllConnections(), 4_000);
    await app.close();
    clearTimeout(impatient);
  });
  // The sender starts in each process, so that its calls wake it.
  ctx.mail.start();
  stop.add('mail', () => ctx.mail.stop());
  const { host, port } = ctx.settings;
  await app.listen({ host, port });
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : port;
}

async function startAll(settings: Settings, { db, url }: Installed, stop: Stop): Promise<number> {
  const { workers: count, databasePool, preparedStatements } = settings;
  // Each worker has one more for notifications and one for uploads. Behind a pooler, max_connections is meaningless.
  const most = count * (databasePool + 2) + PRIMARY_POOL + 1;
  const room = await db.first<{ connections: number }>(sql`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections`);
  if (preparedStatements && room !== undefined && most > room.connections) {
    console.error(
      `WORKERS and DATABASE_POOL may take ${most} connections, and the database has room for ${room.connections}: lower one of them.`,
    );
  }
  const workers = startWorkers(count, { main: fileURLToPath(import.meta.url), env: { DATABASE_URL: url } });
  stop.add('workers', () => workers.stop());
  return workers.listening;
}

/** One of several workers; the database is already migrated and filled. */
async function work(settings: Settings) {
  const url = settings.databaseUrl ?? '';
  const stop = stopOnSignal(WORKER_PATIENCE);
  const db = await openDatabase({ url, max: settings.databasePool, prepared: settings.preparedStatements });
  stop.add('the database', () => db.close());
  const ctx = await openContext(settings, db, url);
  stop.add('sessions', () => ctx.sessions.close());
  stop.add('the replica', () => ctx.reports.close());
  stop.add('the thread of sheets', () => ctx.uploads.close());
  // An administrator may have started a sync from here.
  stop.add("pulling from the buyer's system", () => ctx.pulling.stop());
  await listen(ctx, stop);
}

/** @returns whether the demo's users can sign in. */
async function fill(ctx: Context) {
  await seedBuyer(ctx);
  if (ctx.settings.demo && !(await ctx.db.first(sql`select from users limit 1`))) {
    const { loadDemo } = await import('./demo/demo.ts');
    await loadDemo(ctx);
  }
  if (ctx.settings.admin && (await ensureAdministrator(ctx, ctx.settings.admin))) {
    console.log(`${ctx.settings.admin.email} is now an administrator.`);
  }
  return ctx.settings.demo && Boolean(await ctx.db.first(sql`select from users where email = ${DEMO_SIGN_INS[0].email}`));
}

/** Joins the embedded database of a running portal. */
function openBeside(settings: Settings, how = { asItIs: false }): Promise<Installed> {
  return openInstalled(settings, how).catch(async (error: unknown) => {
    if (!(error instanceof DirectoryInUse)) throw error;
    return openInstalled({ ...settings, databaseUrl: await findEmbedded(settings.dataDir) }, how);
  });
}

async function verify(settings: Settings) {
  const installed = await openBeside(settings);
  const { checked, differences } = await verifyBooks(installed.db);
  await installed.close();
  for (const { books, of, kept, recomputed } of differences) console.log(`${books}, ${of}: kept ${kept}, recomputed ${recomputed}`);
  console.log(`${checked.invoices} invoices and ${checked.payments} payments recomputed: ${differences.length} differences.`);
  if (differences.length > 0) process.exitCode = 1;
}

async function addAdministrator(settings: Settings) {
  const admin = settings.admin ?? (await askForAdministrator());
  const installed = await openBeside(settings);
  // The command may run before or after the first start.
  await beginWithControls(installed.db);
  const ctx = await openContext(settings, installed.db, installed.url);
  const made = await ensureAdministrator(ctx, admin);
  await ctx.sessions.close();
  await ctx.reports.close();
  await installed.close();
  if (!made) throw new Error(`Another user already has the e-mail ${admin.email}. Nothing was changed.`);
  console.log(`${admin.email} can now sign in as an administrator.`);
}

function signInLine({ who, email, password }: (typeof DEMO_SIGN_INS)[number] | typeof DEMO_BOOKKEEPER) {
  return `  ${who.padEnd(30)} ${email.padEnd(28)} ${password}`;
}

// A defect in one request must not end the others.
process.on('unhandledRejection', (reason) => console.error('A promise was rejected without a handler:', reason));
process.on('uncaughtException', (error) => console.error('An error was not caught:', error));
// The reader of the output may have gone.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);

try {
  await main();
} catch (error) {
  // Operators get a plain sentence; defects show a stack trace.
  const isDefect = error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError;
  console.error(isDefect ? error : `\n${(error as Error).message}`);
  process.exit(1);
}
