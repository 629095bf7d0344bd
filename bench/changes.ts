/**
 * A mirror follows the change feed during mixed concurrent changes, and must end with the portal's data: each record is compared with the
 * lists, and none may be missing or surplus.
 */
import { dispatchNotes } from '@aapurti/contract/dispatch-notes/dispatchNotes';
import { invoices } from '@aapurti/contract/invoices/invoices';
import { debitMemos } from '@aapurti/contract/memos/memos';
import { payments } from '@aapurti/contract/payments/payments';

import { startSession } from '../server/src/sign-in/sessions.ts';
import { makeUser } from '../server/src/demo/factories.ts';
import { openContext } from '../server/src/openContext.ts';
import { onBench, report, settings, timed } from './tools.ts';

const CHANGES = Number(process.env['BENCH_CHANGES'] ?? 50_000);
const WRITERS = 16;
const PAGE = 100;
const LISTS = {
  invoice: invoices.list,
  dispatchNote: dispatchNotes.list,
  debitMemo: debitMemos.list,
  payment: payments.report,
} as const;

const MEMO = { productName: 'Basmati Rice 1 kg', itemQuantity: 10, unitPrice: '100.00', amount: '1000.00' };

type Answer = { status: number; total: number; body: never };
interface Page {
  changes: { entity: string; _id: string; removed: boolean; record: unknown }[];
  cursor: string;
  more: boolean;
}

async function measure(): Promise<void> {
  await onBench(async ({ db, databaseUrl, folder, start }) => {
    const ctx = await openContext(settings({ folder, databaseUrl }), db, databaseUrl);
    const { id } = await makeUser(ctx, 1);
    const token = await startSession(db, id, { now: new Date(), address: null, userAgent: null });
    await Promise.all([ctx.sessions.close(), ctx.reports.close(), ctx.uploads.close()]);
    const { url } = await start('portal.ts', ctx.settings);

    async function ask(method: string, path: string, body?: object): Promise<Answer> {
      for (;;) {
        const answer = await fetch(new URL(path, url), {
          method,
          headers: { authorization: token, ...(body && { 'content-type': 'application/json' }) },
          ...(body && { body: JSON.stringify(body) }),
        });
        const read = (await answer.json()) as never;
        if (answer.status === 503) continue;
        if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(read).slice(0, 300)}`);
        return { status: answer.status, total: Number(answer.headers.get('x-total-count')), body: read };
      }
    }

    const mirror = new Map<string, string>();
    let [cursor, twice, pages] = ['', 0, 0];
    async function follow(): Promise<boolean> {
      const { changes, more, ...page } = (await ask('GET', `/api/changes?limit=${PAGE}${cursor && `&cursor=${cursor}`}`)).body as Page;
      for (const { entity, _id, removed, record } of changes) {
        const text = JSON.stringify(record);
        if (mirror.get(`${entity} ${_id}`) === text) twice += 1;
        if (removed) mirror.delete(`${entity} ${_id}`);
        else mirror.set(`${entity} ${_id}`, text);
      }
      cursor = page.cursor;
      pages += 1;
      return more;
    }

    let [written, serial] = [0, 0];
    async function writer(): Promise<void> {
      while (written < CHANGES) {
        serial += 1;
        const number = String(serial);
        const form = { invoiceNumber: number, invoiceDate: '2026-04-02', invoiceValue: '118' };
        const made = (await ask('POST', '/api/invoice/create', form)).body as { data: { _id: string; updatedAt: string } };
        const { _id, updatedAt } = made.data;
        const kind = serial % 7;
        if (kind === 0) await ask('DELETE', `/api/invoice/delete/${_id}`);
        else if (kind === 1) await ask('PUT', `/api/invoice/edit/${_id}`, { ...form, invoiceValue: '236', updatedAt });
        else if (kind === 2)
          await ask('POST', '/api/vendorPaymentReport/create', { invoiceNumber: number, amount: '18', paymentMode: 'online' });
        else if (kind === 3) await ask('POST', dispatchNotes.create.path, { DCNumber: `DC/${number}` });
        else if (kind === 4) {
          const note = (await ask('POST', dispatchNotes.create.path, { DCNumber: `DC/${number}` })).body as { data: { _id: string } };
          await ask('DELETE', dispatchNotes.remove.path.replace('{id}', note.data._id));
        } else if (kind === 5) await ask('POST', debitMemos.create.path, MEMO);
        written += kind === 6 ? 1 : kind === 4 ? 3 : 2;
      }
    }

    let writing = true;
    const following = (async () => {
      while (writing) await follow();
    })();
    const seconds = await timed(() => Promise.all(Array.from({ length: WRITERS }, writer)));
    writing = false;
    await following;
    const behind = await timed(async () => {
      // The last transactions may not have ended yet.
      for (let quiet = 0; quiet < 3;) quiet = (await follow()) ? 0 : quiet + 1;
    });

    let [missing, different] = [0, 0];
    const seen = new Set<string>();
    for (const [entity, { method, path }] of Object.entries(LISTS)) {
      for (let page = 1; ; page += 1) {
        const { body, total } = await ask(method, `${path}?page=${page}&pageSize=${PAGE}`, method === 'POST' ? {} : undefined);
        const rows: { _id: string }[] = Array.isArray(body) ? body : (body as { result: never[] }).result;
        for (const record of rows) {
          const key = `${entity} ${record._id}`;
          seen.add(key);
          const copy = mirror.get(key);
          if (copy === undefined) missing += 1;
          else if (copy !== JSON.stringify(record)) different += 1;
        }
        if (page * PAGE >= total) break;
      }
    }
    const tooMany = [...mirror.keys()].filter((key) => !seen.has(key)).length;

    const none = (what: string, count: number) => ({ what, goal: '0', reached: String(count), good: count === 0 });
    report(`A mirror of ${written} changes by ${WRITERS} writers in ${seconds.toFixed(0)} s, ${pages} pages, ${twice} records read twice`, [
      none('records missing', missing),
      none('records that differ', different),
      none('records too many', tooMany),
      { what: 'behind when the writers ended', goal: '60 s', reached: `${behind.toFixed(1)} s`, good: behind <= 60 },
    ]);
  });
}

await measure();
