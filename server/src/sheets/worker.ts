import { workerData } from 'piscina';

import { itemIntake } from '../buyer-system/importItems.ts';
import { orderIntake } from '../buyer-system/orderSheet.ts';
import { paymentIntake } from '../buyer-system/paymentSheet.ts';
import { receiptIntake } from '../buyer-system/receiptSheet.ts';
import { returnIntake } from '../buyer-system/returnSheet.ts';
import { answerIntake } from '../purchase-orders/answerSheet.ts';
import { productIntake } from '../products/upload.ts';
import { codeListIntake } from '../rates/codeLists.ts';
import { rateIntake } from '../rates/upload.ts';
import type { Database } from '../database/database.ts';
import { runOnce } from '../http/idempotency.ts';
import { type OpenDatabase, openDatabase } from '../database/open.ts';
import { Refusal } from '../refusal.ts';
import { invoiceIntake } from '../invoices/upload.ts';
import { logAsLines } from '../process/log.ts';
import type { Columns } from './columns.ts';
import { type Intake, markSheet, takeSheet } from './intake.ts';
import type { Job, Outcome, Report, SheetName, ThreadData } from './job.ts';

const { url, settings } = workerData as ThreadData;

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
  orders: taker(({ actor, file }, clock) => orderIntake({ clock, settings }, actor, file.name)),
  answers: taker((job, clock) => answerIntake({ clock }, job.actor, ownerOf(job), job.file.name)),
  receipts: taker(({ actor, file }) => receiptIntake(actor, file.name)),
  returns: taker(({ actor, file }) => returnIntake(actor, file.name)),
  payments: taker(({ actor, file }) => paymentIntake(actor, file.name)),
  rates: taker(({ actor, file }) => rateIntake(actor, file.name)),
  units: taker(({ actor, file }) => codeListIntake('units', actor, file.name)),
  hsn: taker(({ actor, file }) => codeListIntake('hsn', actor, file.name)),
  ifsc: taker(({ actor, file }) => codeListIntake('ifsc', actor, file.name)),
};

function ownerOf({ owner }: Job): string {
  if (owner === null) throw new Error('this sheet needs an owner');
  return owner;
}

/** The thread's own connection, open as long as the thread. */
let opened: Promise<OpenDatabase> | undefined;

if (settings.production) logAsLines();

function outcomeOf(db: Database, job: Job): Promise<Outcome> {
  const take = takers[job.sheet];
  const { once, actor, owner, file } = job;
  if (once === undefined) return take(db, job);
  const attempt = { key: once.key, actor, operation: { id: once.operation }, body: { owner }, files: new Map([['file', file]]) };
  return runOnce(db, attempt, (tx) => take(tx, job), {
    text: (outcome) => ('created' in outcome ? JSON.stringify(outcome) : null),
    parse: (text) => JSON.parse(text) as Outcome,
  });
}

/** Does one job. Errors are returned, since those thrown between threads lose their members. */
export default async function run({ file, ...job }: Job): Promise<Report> {
  try {
    opened ??= openDatabase({ url, max: 1, prepared: settings.preparedStatements, waitsForLocks: true });
    const { buffer, byteOffset, byteLength } = file.content;
    const content = Buffer.from(buffer, byteOffset, byteLength);
    return { outcome: await outcomeOf(await opened, { ...job, file: { ...file, content } }) };
  } catch (error) {
    const { name, message, stack } = error as Error;
    const members = { ...(error as Error), name, message, stack, cause: undefined };
    if (error instanceof Refusal) return { refusal: members };
    // The next job opens another connection.
    const failed = opened;
    opened = undefined;
    await failed?.then((db) => db.close()).catch(() => undefined);
    return { failure: members };
  }
}
