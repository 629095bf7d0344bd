import { buyerSites, messages, registrations } from '@aapurti/contract/registrations/registrations';
import type { FastifyInstance } from 'fastify';

import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { ok } from '../ground/reply.ts';
import {
  addRegistration,
  confirmRegistration,
  editRegistration,
  listRegistrations,
  listWaiting,
  removeRegistration,
} from './registrations.ts';
import { addSite, editSite, listSites, removeSite } from './sites.ts';

export function registrationRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, registrations.list, async ({ ctx, actor, query }) => ok(await listRegistrations(ctx, actor, query.userID)));
  serve(app, context, registrations.waiting, async ({ ctx, actor }) => ok(await listWaiting(ctx, actor)));
  serve(app, context, registrations.create, async ({ ctx, actor, body }) => {
    const data = await addRegistration(ctx, actor, body);
    return ok({ message: data.confirmed ? messages.added : messages.addedWaits, data });
  });
  serve(app, context, registrations.edit, async ({ ctx, actor, params, body }) =>
    ok({ message: messages.updated, data: await editRegistration(ctx, actor, params.id, body) }),
  );
  serve(app, context, registrations.confirm, async ({ ctx, actor, params, body }) => {
    await confirmRegistration(ctx, actor, params.id, body.updatedAt);
    return ok({ message: messages.confirmed });
  });
  serve(app, context, registrations.remove, async ({ ctx, actor, params }) => {
    await removeRegistration(ctx, actor, params.id);
    return ok({ message: messages.removed });
  });
  serve(app, context, buyerSites.list, async ({ ctx }) => ok(await listSites(ctx)));
  serve(app, context, buyerSites.create, async ({ ctx, actor, body }) =>
    ok({ message: messages.siteAdded, data: await addSite(ctx, actor, body) }),
  );
  serve(app, context, buyerSites.edit, async ({ ctx, actor, params, body }) =>
    ok({ message: messages.siteUpdated, data: await editSite(ctx, actor, params.id, body) }),
  );
  serve(app, context, buyerSites.remove, async ({ ctx, actor, params }) => {
    await removeSite(ctx, actor, params.id);
    return ok({ message: messages.siteRemoved });
  });
}
