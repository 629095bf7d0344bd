import type { QueryOf } from '@aapurti/contract/operation';
import { messages, type sheetCalls } from '@aapurti/contract/sheets';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod';

import type { Actor } from './actor.ts';
import type { Context } from './context.ts';
import { no, ok, Workbook } from './reply.ts';
import { type Call, serve } from './http/serve.ts';
import { ownerFor } from './owner.ts';
import type { Columns } from './sheets/columns.ts';
import { handOut } from './sheets/download.ts';
import { templateOf } from './sheets/template.ts';
import type { SheetName } from './sheets/job.ts';

type SheetCalls<Query extends z.ZodType> = ReturnType<typeof sheetCalls<Query>>;

/** Serves the four sheet calls of a domain whose records have an owner. */
export function sheetRoutes<Query extends z.ZodType, C extends Columns>(
  app: FastifyInstance,
  context: Context,
  calls: SheetCalls<Query>,
  domain: {
    name: SheetName;
    /** Of the template. */
    fileName: string;
    /** Of the sheet in it. */
    sheet: string;
    columns: C;
    /** For the template of whoever asks; without it the columns as they are. */
    templateColumns?: (ctx: Context, actor: Actor) => Promise<C>;
    download: (ctx: Context, actor: Actor, query: QueryOf<SheetCalls<Query>['export']>) => Promise<Workbook>;
  },
): void {
  const sentBy = async ({
    ctx,
    actor,
    body,
    files,
    signal,
  }: Pick<Call<SheetCalls<Query>['upload'], Context>, 'ctx' | 'actor' | 'body' | 'files' | 'signal'>) => ({
    sheet: domain.name,
    actor,
    owner: await ownerFor(ctx.db, actor, body.userID),
    csvAllowed: false,
    file: files.get('file'),
    signal,
  });

  serve(app, context, calls.template, async ({ ctx, actor }) => {
    const columns = (await domain.templateColumns?.(ctx, actor)) ?? domain.columns;
    return ok(new Workbook(domain.fileName, await templateOf(columns, { sheet: domain.sheet })));
  });
  serve(app, context, calls.export, async ({ ctx, actor, query }) => ok(await domain.download(ctx, actor, query)));
  serve(app, context, calls.upload, async (call) => {
    const dryRun = call.query.dryRun === 'true';
    const taken = await call.ctx.uploads.take({ ...(await sentBy(call)), dryRun, done: messages.uploaded });
    return 'errors' in taken ? no(taken) : ok(taken);
  });
  serve(app, context, calls.mark, async (call) => {
    const marked = await call.ctx.uploads.mark(await sentBy(call));
    return Buffer.isBuffer(marked) ? ok(handOut('faults.xlsx', marked)) : no(marked);
  });
}
