import { buyerSites, messages, registrations } from '@aapurti/contract/registrations/registrations';
import type { FastifyInstance } from 'fastify';

import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { done, ok, saved } from '../ground/reply.ts';
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
  serve(app, context, registrations.edit, ({ ctx, actor, params, body }) =>
    saved(messages.updated, editRegistration(ctx, actor, params.id, body)),
  );
  serve(app, context, registrations.confirm, ({ ctx, actor, params, body }) =>
    done(messages.confirmed, confirmRegistration(ctx, actor, params.id, body.updatedAt)),
  );
  serve(app, context, registrations.remove, ({ ctx, actor, params }) => done(messages.removed, removeRegistration(ctx, actor, params.id)));
  serve(app, context, buyerSites.list, async ({ ctx }) => ok(await listSites(ctx)));
  serve(app, context, buyerSites.create, ({ ctx, actor, body }) => saved(messages.siteAdded, addSite(ctx, actor, body)));
  serve(app, context, buyerSites.edit, ({ ctx, actor, params, body }) =>
    saved(messages.siteUpdated, editSite(ctx, actor, params.id, body)),
  );
  serve(app, context, buyerSites.remove, ({ ctx, actor, params }) => done(messages.siteRemoved, removeSite(ctx, actor, params.id)));
}
