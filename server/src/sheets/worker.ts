import { workerData } from 'piscina';

import { type AuditEntry, recordSheet } from '../audit/audit.ts';
import { itemIntake } from '../buyer-system/importItems.ts';
import { orderIntake } from '../buyer-system/orderSheet.ts';
import { openingIntake } from '../buyer-system/openingSheet.ts';
import { paymentIntake } from '../buyer-system/paymentSheet.ts';
import { receiptIntake } from '../buyer-system/receiptSheet.ts';
import { returnIntake } from '../buyer-system/returnSheet.ts';
import { goodsIntake } from '../dispatch-notes/goodsSheet.ts';
import { answerIntake } from '../purchase-orders/answerSheet.ts';
import { productIntake } from '../products/upload.ts';
import { codeListIntake } from '../rates/codeLists.ts';
import { rateIntake } from '../rates/upload.ts';
import type { Database } from '../database/database.ts';
import { runOnce } from '../http/idempotency.ts';
import { withTexts } from '../http/texts.ts';
import { type OpenDatabase, openDatabase } from '../database/open.ts';
import { Refusal } from '../ground/refusal.ts';
import { invoiceLineIntake } from '../invoices/lineSheet.ts';
import { invoiceIntake } from '../invoices/upload.ts';
import { logAsLines } from '../process/log.ts';
import type { Columns } from './columns.ts';
import { numberingOf } from '../settings/settings.ts';
import { type Intake, markSheet, takeSheet } from './intake.ts';
import type { Job, Outcome, Report, SheetName, ThreadData } from './job.ts';

const { url, settings } = workerData as ThreadData;

/** The log's name of an upload, which has an entry of its own in the transaction that stores it. */
type Entry = Pick<AuditEntry, 'action' | 'entity'>;

function taker<C extends Columns>(entry: Entry, intakeOf: (job: Job, clock: () => Date, db: Database) => Intake<C> | Promise<Intake<C>>) {
  return async (db: Database, job: Job): Promise<Outcome> => {
    const { actor, owner, file, csvAllowed, answers, todo, done } = job;
    const intake = await intakeOf(job, () => new Date(job.now), db);
    if (todo === 'mark') return markSheet(db, file, intake, { csvAllowed, ...answers });
    const store: typeof intake.store = async (tx, sheet) => {
      const counts = await intake.store(tx, sheet);
      await recordSheet(tx, { actor, ownerId: owner, ...entry }, file.name, counts);
      return counts;
    };
    return takeSheet(db, file, { ...intake, store }, { csvAllowed, ...answers, dryRun: todo === 'check', done });
  };
}

const takers: Record<SheetName, ReturnType<typeof taker>> = {
  products: taker({ action: 'product.upload', entity: 'product' }, (job, clock) => productIntake({ clock }, job.actor, ownerOf(job))),
  invoices: taker({ action: 'invoice.upload', entity: 'invoice' }, async (job, clock, db) =>
    invoiceIntake({ clock }, job.actor, ownerOf(job), await numberingOf(db)),
  ),
  items: taker({ action: 'item.import', entity: 'item' }, ({ itemSource }) => itemIntake(itemSource)),
  orders: taker({ action: 'order.import', entity: 'purchaseOrder' }, ({ actor }, clock) => orderIntake({ clock, settings }, actor)),
  answers: taker({ action: 'order.uploadAnswers', entity: 'purchaseOrder' }, (job, clock) =>
    answerIntake({ clock }, job.actor, ownerOf(job)),
  ),
  dispatchLines: taker({ action: 'dispatchNote.uploadLines', entity: 'dispatchNote' }, (job, clock) =>
    goodsIntake({ clock, settings }, job.actor, ownerOf(job)),
  ),
  invoiceLines: taker({ action: 'invoice.uploadLines', entity: 'invoice' }, async (job, clock, db) =>
    invoiceLineIntake({ clock, settings }, job.actor, ownerOf(job), await numberingOf(db)),
  ),
  receipts: taker({ action: 'receipt.import', entity: 'receipt' }, ({ actor }, clock) => receiptIntake({ clock }, actor)),
  returns: taker({ action: 'purchaseReturn.import', entity: 'purchaseReturn' }, ({ actor }, clock) => returnIntake({ clock }, actor)),
  payments: taker({ action: 'payment.import', entity: 'payment' }, ({ actor }, clock) => paymentIntake({ clock }, actor)),
  openings: taker({ action: 'openingBalance.import', entity: 'openingBalance' }, ({ actor }, clock) => openingIntake({ clock }, actor)),
  rates: taker({ action: 'gstRate.import', entity: 'gstRate' }, ({ actor }) => rateIntake(actor)),
  units: taker({ action: 'codeList.units', entity: 'codeList' }, () => codeListIntake('units')),
  hsn: taker({ action: 'codeList.hsn', entity: 'codeList' }, () => codeListIntake('hsn')),
  ifsc: taker({ action: 'codeList.ifsc', entity: 'codeList' }, () => codeListIntake('ifsc')),
};

function ownerOf({ owner }: Job): string {
  if (owner === null) throw new Error('this sheet needs an owner');
  return owner;
}

/** The thread's own connection, open for the thread's lifetime. */
let opened: Promise<OpenDatabase> | undefined;

if (settings.production) logAsLines();

function outcomeOf(db: Database, job: Job): Promise<Outcome> {
  const take = takers[job.sheet];
  const { once, actor, owner, answers, file } = job;
  if (once === undefined) return take(db, job);
  const attempt = {
    key: once.key,
    actor,
    operation: { id: once.operation },
    body: { owner, ...answers },
    files: new Map([['file', file]]),
  };
  return runOnce(db, attempt, (tx) => take(tx, job), {
    text: (outcome) => ('created' in outcome ? JSON.stringify(outcome) : null),
    parse: (text) => JSON.parse(text) as Outcome,
  });
}

/** Does one job. Errors are returned, because errors thrown between threads lose their members. */
export default async function run({ file, ...job }: Job): Promise<Report> {
  try {
    opened ??= openDatabase({ url, max: 1, prepared: settings.preparedStatements, waitsForLocks: true });
    const { buffer, byteOffset, byteLength } = file.content;
    const content = Buffer.from(buffer, byteOffset, byteLength);
    const db = await opened;
    const { result: outcome, texts } = await withTexts(() => outcomeOf(db, { ...job, file: { ...file, content } }));
    return { outcome, texts };
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
