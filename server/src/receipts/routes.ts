import { messages, receipts } from '@aapurti/contract/receipts/receipts';
import type { FastifyInstance } from 'fastify';

import type { Context } from '../context.ts';
import { listReply } from '../database/list.ts';
import { serve } from '../http/serve.ts';
import { ok, saved } from '../ground/reply.ts';
import { findDelivery } from './find.ts';
import { addPhoto, type Photo, readPhoto, removePhoto } from './photos.ts';
import { listEnteredReceipts, totalReceipts } from './list.ts';
import { cancelReceipt, enterReceipt, receiptOf } from './receipts.ts';

export function receiptRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, receipts.list, async ({ ctx, actor, query }) => listReply(await listEnteredReceipts(ctx, actor, query)));
  serve(app, context, receipts.totals, async ({ ctx, actor, query }) => ok(await totalReceipts(ctx, actor, query)));
  serve(app, context, receipts.get, async ({ ctx, actor, params }) => ok(await receiptOf(ctx, ctx.db, actor, params.id)));
  serve(app, context, receipts.find, async ({ ctx, actor, query }) => ok(await findDelivery(ctx, actor, query.code)));
  serve(app, context, receipts.create, ({ ctx, actor, body }) => saved(messages.created, enterReceipt(ctx, actor, body)));
  serve(
    app,
    context,
    receipts.addPhoto,
    async ({ ctx, actor, params }, photo: Photo) =>
      ok({ message: messages.photoAdded, data: await addPhoto(ctx, actor, params.id, photo) }),
    { prepare: ({ ctx, actor, params, files }) => readPhoto(ctx, actor, params.id, files.get('photo')) },
  );
  serve(app, context, receipts.removePhoto, ({ ctx, actor, params }) => saved(messages.photoRemoved, removePhoto(ctx, actor, params.id)));
  serve(app, context, receipts.cancel, ({ ctx, actor, params, body }) =>
    saved(messages.cancelled, cancelReceipt(ctx, actor, params.id, body)),
  );
}
