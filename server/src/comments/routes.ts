import { comments, messages } from '@aapurti/contract/comments/comments';
import { linkedDocuments } from '@aapurti/contract/comments/linkedDocuments';

import type { Context } from '../context.ts';
import { ok, saved } from '../ground/reply.ts';
import type { Serve } from '../http/serve.ts';
import { addComment, deleteComment, listComments, listReaders, readAttachments } from './comments.ts';
import { linkedTo } from './linked.ts';

export function commentRoutes(serve: Serve<Context>): void {
  serve(comments.list, async ({ ctx, actor, query }) => ok(await listComments(ctx, actor, query)));
  serve(linkedDocuments.get, async ({ ctx, actor, query }) => ok(await linkedTo(ctx, actor, query)));
  serve(comments.people, async ({ ctx, actor, query }) => ok(await listReaders(ctx, actor, query)));
  serve(
    comments.create,
    async ({ ctx, actor, body }, attachments: Awaited<ReturnType<typeof readAttachments>>) => {
      const data = await addComment(ctx, actor, body, attachments);
      ctx.afterwards(async () => ctx.mail.wake());
      return ok({ message: messages.sent, data });
    },
    { prepare: ({ ctx, actor, body, files, address }) => readAttachments(ctx, actor, body, { files, address }) },
  );
  serve(comments.remove, ({ ctx, actor, params }) => saved(messages.deleted, deleteComment(ctx, actor, params.id)));
}
