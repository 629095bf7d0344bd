import { dispatchNotes, messages } from '@aapurti/contract/dispatchNotes';
import type { FastifyInstance } from 'fastify';

import type { Context } from '../context.ts';
import { listReply } from '../database/list.ts';
import { ok } from '../reply.ts';
import { serve } from '../http/serve.ts';
import { addDispatchNote, editDispatchNote, getDispatchNote, listDispatchNotes, removeDispatchNote } from './dispatchNotes.ts';
import { exportDispatchNotes } from './export.ts';

export function dispatchNoteRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, dispatchNotes.list, async ({ ctx, actor, query }) => listReply(await listDispatchNotes(ctx, actor, query)));
  serve(app, context, dispatchNotes.get, async ({ ctx, actor, params }) => ok([await getDispatchNote(ctx, actor, params.id)]));
  serve(app, context, dispatchNotes.create, async ({ ctx, actor, body }) =>
    ok({ message: messages.created, data: await addDispatchNote(ctx, actor, body) }),
  );
  serve(app, context, dispatchNotes.edit, async ({ ctx, actor, params, body }) =>
    ok({ message: messages.updated, data: await editDispatchNote(ctx, actor, params.id, body) }),
  );
  serve(app, context, dispatchNotes.remove, async ({ ctx, actor, params }) => {
    await removeDispatchNote(ctx, actor, params.id);
    return ok({ message: messages.deleted });
  });
  serve(app, context, dispatchNotes.export, async ({ ctx, actor, query }) => ok(await exportDispatchNotes(ctx, actor, query)));
}
