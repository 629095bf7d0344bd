import type { BuyerSheet } from '@aapurti/contract/buyer-system/buyerSystemSheets';
import { isBuyersOnly } from '@aapurti/contract/access/roles';
import { messages, type sheetCalls } from '@aapurti/contract/sheets/sheets';

import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import type { Serve } from '../http/serve.ts';
import { ownerFor } from '../access/owner.ts';
import { no, ok, Workbook } from '../ground/reply.ts';
import type { Columns } from './columns.ts';
import { handOut } from './download.ts';
import type { SheetName } from './job.ts';
import type { Answers } from './places.ts';
import { templateOf } from './template.ts';
import type { Sent } from './uploads.ts';

type Served = 'template' | 'upload' | 'mark';

/** Serves template, upload and marking of a vendor's or the buyer's sheet; the buyer's may also be a text file. */
export function sheetRoutes<C extends Columns>(
  serve: Serve<Context>,
  calls: Pick<BuyerSheet, Served> | Pick<ReturnType<typeof sheetCalls>, Served>,
  { name, fileName, sheet, columns, templateColumns }: SheetOf<C>,
): void {
  const isBuyers = isBuyersOnly(calls.upload.access);
  const sentBy = async ({ ctx, actor, body, files, signal }: SheetCall): Promise<Sent> => ({
    sheet: name,
    actor,
    owner: isBuyers ? null : await ownerFor(ctx.db, actor, body.userID ?? null),
    csvAllowed: isBuyers,
    answers: { headings: body.headings, dateOrder: body.dateOrder },
    file: files.get('file'),
    signal,
  });

  serve(calls.template, async ({ ctx, actor }) => {
    const own = (await templateColumns?.(ctx, actor)) ?? columns;
    return ok(new Workbook(fileName, await templateOf(own, { sheet })));
  });
  serve(calls.upload, async (call) => {
    const dryRun = call.query.dryRun === 'true';
    const key = dryRun ? null : call.idempotencyKey;
    const sent = { ...(await sentBy(call)), dryRun, ...(key !== null && { once: { key, operation: calls.upload.id } }) };
    const taken = await call.ctx.uploads.take(isBuyers ? sent : { ...sent, done: messages.uploaded });
    return 'errors' in taken ? no(taken) : ok(taken);
  });
  serve(calls.mark, async (call) => {
    const marked = await call.ctx.uploads.mark(await sentBy(call));
    return Buffer.isBuffer(marked) ? ok(handOut('faults.xlsx', marked, call.actor)) : no(marked);
  });
}

interface SheetOf<C> {
  name: SheetName;
  fileName: string;
  sheet: string;
  columns: C;
  /** Depends on the caller; `columns` by default. */
  templateColumns?: (ctx: Context, actor: Actor) => Promise<C>;
}

type SheetCall = { ctx: Context; actor: Actor; files: ReadonlyMap<string, NonNullable<Sent['file']>>; signal: AbortSignal } & {
  body: { userID?: string | null } & Required<Answers>;
};
