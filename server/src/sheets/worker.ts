import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';

import { itemIntake } from '../buyer-system/importItems.ts';
import { orderIntake } from '../buyer-system/orderSheet.ts';
import { paymentIntake } from '../buyer-system/paymentSheet.ts';
import { receiptIntake } from '../buyer-system/receiptSheet.ts';
import { returnIntake } from '../buyer-system/returnSheet.ts';
import { productIntake } from '../products/upload.ts';
import type { Database } from '../database/database.ts';
import { type OpenDatabase, openDatabase } from '../database/open.ts';
import { Refusal } from '../refusal.ts';
import { invoiceIntake } from '../invoices/upload.ts';
import { logAsLines } from '../process/log.ts';
import type { Columns } from './columns.ts';
import { type Intake, markSheet, takeSheet } from './intake.ts';
import { handedOver, type Job, type Outcome, type Report, type SheetName, type ThreadData } from './job.ts';

const { url, settings } = workerData as ThreadData;

/** What is done with a sheet of these columns. */
function taker<C extends Columns>(intakeOf: (job: Job, clock: () => Date) => Intake<C>) {
  return (db: Database, job: Job): Promise<Outcome> => {
    const { file, csvAllowed, todo, done } = job;
    const intake = intakeOf(job, () => new Date(job.now));
    if (todo === 'mark') return markSheet(db, file, intake, { csvAllowed });
    return takeSheet(db, file, intake, { csvAllowed, dryRun: todo === 'check', done });
  };
}

const takers: Record<SheetName, ReturnType<typeof taker>> = {
  products: taker((job, clock) => productIntake({ clock }, job.actor, ownerOf(job), job.file.name)),
  invoices: taker((job, clock) => invoiceIntake({ clock }, job.actor, ownerOf(job), job.file.name)),
  items: taker(({ itemSource, actor, file }) => itemIntake(itemSource, actor, file.name)),
  orders: taker(({ actor, file }) => orderIntake({ settings }, actor, file.name)),
  receipts: taker(({ actor, file }) => receiptIntake(actor, file.name)),
  returns: taker(({ actor, file }) => returnIntake(actor, file.name)),
  payments: taker(({ actor, file }) => paymentIntake(actor, file.name)),
};

function ownerOf({ owner }: Job): string {
  if (owner === null) throw new Error('this sheet needs an owner');
  return owner;
}

const say = (report: Report, whole: ArrayBuffer[] = []) => parentPort?.postMessage(report, whole);

/** Of the thread's own; it is kept as long as the thread. */
let opened: Promise<OpenDatabase> | undefined;

async function run(given: Job): Promise<void> {
  const { content } = given.file;
  const file = { ...given.file, content: Buffer.from(content.buffer, content.byteOffset, content.byteLength) };
  const alive = setInterval(() => say({ isAlive: true }), 1_000);
  try {
    opened ??= openDatabase({ url, max: 1, prepared: settings.preparedStatements, waitsForLocks: true });
    const db = await opened;
    const outcome = await takers[given.sheet](db, { ...given, file });
    say({ outcome }, Buffer.isBuffer(outcome) ? handedOver(outcome) : []);
  } catch (error) {
    say(reportOf(error as Error));
  } finally {
    clearInterval(alive);
  }
}

function reportOf(error: Error & { code?: string; isLost?: boolean }): Report {
  const { name, message, stack, code, isLost } = error;
  if (!(error instanceof Refusal)) return { failure: { name, message, stack, code, isLost } };
  const { status, errors, extra, retryAfterSeconds } = error;
  return { refusal: { status, message, more: { extra, ...(errors && { errors }), ...(retryAfterSeconds && { retryAfterSeconds }) } } };
}

/** Of 19, of which each gives way a little more. */
const STEPS_BACK = 10;

/** Whoever waits for a page comes before whoever sends a sheet. Only Linux tells threads apart; elsewhere they are equal. */
function stepBack(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), STEPS_BACK);
  } catch {
    // As quick as all others, then.
  }
}

stepBack();
if (settings.production) logAsLines();
parentPort?.on('message', (job: Job) => void run(job));
