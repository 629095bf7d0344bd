import { comments, messages } from '@aapurti/contract/comments/comments';
import { linkedDocuments } from '@aapurti/contract/comments/linkedDocuments';
import type { FastifyInstance } from 'fastify';

import type { Context } from '../context.ts';
import { ok, saved } from '../ground/reply.ts';
import { serve } from '../http/serve.ts';
import { addComment, deleteComment, listComments, listReaders, readAttachments } from './comments.ts';
import { linkedTo } from './linked.ts';

export function commentRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, comments.list, async ({ ctx, actor, query }) => ok(await listComments(ctx, actor, query)));
  serve(app, context, linkedDocuments.get, async ({ ctx, actor, query }) => ok(await linkedTo(ctx, actor, query)));
  serve(app, context, comments.people, async ({ ctx, actor, query }) => ok(await listReaders(ctx, actor, query)));
  serve(
    app,
    context,
    comments.create,
    async ({ ctx, actor, body }, attachments: Awaited<ReturnType<typeof readAttachments>>) => {
      const data = await addComment(ctx, actor, body, attachments);
      ctx.afterwards(async () => ctx.mail.wake());
      return ok({ message: messages.sent, data });
    },
    { prepare: ({ ctx, actor, body, files, address }) => readAttachments(ctx, actor, body, { files, address }) },
  );
  serve(app, context, comments.remove, ({ ctx, actor, params }) => saved(messages.deleted, deleteComment(ctx, actor, params.id)));
}
