import { dispatchGoods, messages as goodsMessages } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import { shelfLives, shelfMessages } from '@aapurti/contract/dispatch-notes/shelfLives';
import { dispatchLines } from '@aapurti/contract/dispatch-notes/dispatchLines';
import { dispatchNotes, messages } from '@aapurti/contract/dispatch-notes/dispatchNotes';
import { ewayBills, messages as ewayMessages } from '@aapurti/contract/dispatch-notes/ewayBills';
import { lifeMessages } from '@aapurti/contract/dispatch-notes/ewayLife';

import type { Context } from '../context.ts';
import { listReply } from '../database/list.ts';
import { complain } from '../process/complain.ts';
import { done, ok, saved } from '../ground/reply.ts';
import type { Serve } from '../http/serve.ts';
import { sheetRoutes } from '../sheets/sheetRoutes.ts';
import { addDispatchNote, editDispatchNote, listDispatchNotes, removeDispatchNote } from './dispatchNotes.ts';
import { exportDispatchNotes } from './export.ts';
import { checkEwayBills, ewayFile } from './ewayBills.ts';
import { changeEwayBill } from './ewayLife.ts';
import { takeEwayResults } from './ewayNumbers.ts';
import { goodsOf } from './goods.ts';
import { exportLines, goodsColumns } from './goodsSheet.ts';
import { keptPaper } from './keptPapers.ts';
import { moveGoods } from './moveGoods.ts';
import { ownNote } from './notes.ts';
import { openLines } from './orderLines.ts';
import { saveGoods, saveTransport } from './saveGoods.ts';
import { listShelfLives, removeShelfLife, saveShelfLife } from './shelfLives.ts';

export function dispatchNoteRoutes(serve: Serve<Context>, context: Context): void {
  /**
   * Draws the newest document of a note after the commit, with the current logo. No caller waits for it, because many lines take about a
   * second.
   */
  const print = ({ afterwards }: Context, noteId: string) => afterwards(async () => void keptPaper(context, noteId, null).catch(complain));

  serve(dispatchNotes.list, async ({ ctx, actor, query }) => listReply(await listDispatchNotes(ctx, actor, query)));
  serve(dispatchNotes.get, async ({ ctx, actor, params }) => ok([await ownNote(ctx.db, actor, params.id)]));
  serve(dispatchNotes.create, ({ ctx, actor, body }) => saved(messages.created, addDispatchNote(ctx, actor, body)));
  serve(dispatchNotes.edit, ({ ctx, actor, params, body }) => saved(messages.updated, editDispatchNote(ctx, actor, params.id, body)));
  serve(dispatchNotes.remove, ({ ctx, actor, params }) => done(messages.deleted, removeDispatchNote(ctx, actor, params.id)));
  serve(dispatchNotes.export, async ({ ctx, actor, query }) => ok(await exportDispatchNotes(ctx, actor, query)));

  serve(dispatchGoods.get, async ({ ctx, actor, params }) => ok(await goodsOf(ctx.db, actor, params.id)));
  serve(dispatchGoods.open, async ({ ctx, actor, params }) => ok(await openLines(ctx, actor, params)));
  serve(dispatchGoods.save, ({ ctx, actor, params, body }) => saved(goodsMessages.saved, saveGoods(ctx, actor, params.id, body)));
  serve(dispatchGoods.transport, async ({ ctx, actor, params, body }) => {
    const data = await saveTransport(ctx, actor, params.id, body);
    if (data.papers.length > 0) print(ctx, data._id);
    return ok({ message: goodsMessages.saved, data });
  });
  serve(dispatchGoods.move, async ({ ctx, actor, params, body }) => {
    const data = await moveGoods(ctx, actor, params.id, body);
    if (data.papers.length > 0) print(ctx, data._id);
    return ok({ message: goodsMessages.moved[body.move], data });
  });
  serve(dispatchGoods.arrive, ({ ctx, actor, params, body }) =>
    saved(goodsMessages.moved.arrive, moveGoods(ctx, actor, params.id, { ...body, move: 'arrive' })),
  );
  serve(dispatchLines.export, async ({ ctx, actor, query }) => ok(await exportLines(ctx, actor, query)));
  sheetRoutes(serve, dispatchLines, {
    name: 'dispatchLines',
    fileName: 'sampleNoteLineSheet.xlsx',
    sheet: 'Lines',
    columns: goodsColumns,
  });
  serve(ewayBills.check, async ({ ctx, actor, body }) => ok(await checkEwayBills(ctx, actor, body)));
  serve(ewayBills.file, async ({ ctx, actor, body }) => ok(await ewayFile(ctx, actor, body)));
  serve(ewayBills.result, async ({ ctx, actor, body }) => {
    const data = await takeEwayResults(ctx, actor, body);
    return ok({ message: ewayMessages.taken(data.taken), data });
  });
  serve(ewayBills.change, async ({ ctx, actor, params, body }) => {
    const changed = await changeEwayBill(ctx, actor, params.id, body);
    if (changed.data.papers.length > 0) print(ctx, changed.data._id);
    return ok({ message: lifeMessages.saved[body.action], ...changed });
  });
  serve(shelfLives.list, async ({ ctx }) => ok(await listShelfLives(ctx.db)));
  serve(shelfLives.save, ({ ctx, actor, body }) => saved(shelfMessages.saved, saveShelfLife(ctx, actor, body)));
  serve(shelfLives.remove, ({ ctx, actor, params }) => done(shelfMessages.removed, removeShelfLife(ctx, actor, params.id)));
}
