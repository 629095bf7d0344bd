import { messages, receipts } from '@aapurti/contract/receipts/receipts';

import type { Context } from '../context.ts';
import { listReply } from '../database/list.ts';
import type { Serve } from '../http/serve.ts';
import { ok, saved } from '../ground/reply.ts';
import { findDelivery } from './find.ts';
import { addPhoto, type Photo, readPhoto, removePhoto } from './photos.ts';
import { listEnteredReceipts, totalReceipts } from './list.ts';
import { cancelReceipt, enterReceipt, receiptOf } from './receipts.ts';

export function receiptRoutes(serve: Serve<Context>): void {
  serve(receipts.list, async ({ ctx, actor, query }) => listReply(await listEnteredReceipts(ctx, actor, query)));
  serve(receipts.totals, async ({ ctx, actor, query }) => ok(await totalReceipts(ctx, actor, query)));
  serve(receipts.get, async ({ ctx, actor, params }) => ok(await receiptOf(ctx, ctx.db, actor, params.id)));
  serve(receipts.find, async ({ ctx, actor, query }) => ok(await findDelivery(ctx, actor, query.code)));
  serve(receipts.create, ({ ctx, actor, body }) => saved(messages.created, enterReceipt(ctx, actor, body)));
  serve(
    receipts.addPhoto,
    async ({ ctx, actor, params }, photo: Photo) =>
      ok({ message: messages.photoAdded, data: await addPhoto(ctx, actor, params.id, photo) }),
    { prepare: ({ ctx, actor, params, files }) => readPhoto(ctx, actor, params.id, files.get('photo')) },
  );
  serve(receipts.removePhoto, ({ ctx, actor, params }) => saved(messages.photoRemoved, removePhoto(ctx, actor, params.id)));
  serve(receipts.cancel, ({ ctx, actor, params, body }) => saved(messages.cancelled, cancelReceipt(ctx, actor, params.id, body)));
}
