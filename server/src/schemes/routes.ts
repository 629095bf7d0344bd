import { messages, schemes } from '@aapurti/contract/schemes/schemes';

import type { Context } from '../context.ts';
import { listReply } from '../database/list.ts';
import { done, no, ok } from '../ground/reply.ts';
import type { Serve } from '../http/serve.ts';
import { editScheme, removeScheme, type SchemeProducts } from './edit.ts';
import { addScheme, getScheme, listSchemes, maxSchemeNumber, schemesForEan } from './schemes.ts';

export function schemeRoutes(serve: Serve<Context>, products: SchemeProducts): void {
  serve(schemes.list, async ({ ctx, actor, query }) => listReply(await listSchemes(ctx, actor, query)));
  serve(schemes.get, async ({ ctx, actor, params }) => ok([await getScheme(ctx.db, actor, params.id)]));
  serve(schemes.byEan, async ({ ctx, actor, params, query }) => listReply(await schemesForEan(ctx, actor, params.ean, query.userID)));
  serve(schemes.create, async ({ ctx, actor, body }) => {
    const added = await addScheme(ctx, actor, body);
    return 'problem' in added ? no({ message: added.problem }) : ok({ message: messages.created, data: added.scheme });
  });
  serve(schemes.edit, async ({ ctx, actor, params, body }) => {
    const edited = await editScheme(ctx, actor, params.id, body, products);
    return 'problem' in edited ? no({ message: edited.problem }) : ok({ message: messages.updated, data: edited.scheme });
  });
  serve(schemes.remove, ({ ctx, actor, params }) => done(messages.deleted, removeScheme(ctx, actor, params.id)));
  serve(schemes.maxNumber, async ({ ctx }) => ok({ maxSchemeNumber: await maxSchemeNumber(ctx.db) }));
}
