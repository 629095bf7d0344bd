import { buyerSites, messages, registrations } from '@aapurti/contract/registrations/registrations';

import type { Context } from '../context.ts';
import type { Serve } from '../http/serve.ts';
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

export function registrationRoutes(serve: Serve<Context>): void {
  serve(registrations.list, async ({ ctx, actor, query }) => ok(await listRegistrations(ctx, actor, query.userID)));
  serve(registrations.waiting, async ({ ctx, actor }) => ok(await listWaiting(ctx, actor)));
  serve(registrations.create, async ({ ctx, actor, body }) => {
    const data = await addRegistration(ctx, actor, body);
    return ok({ message: data.confirmed ? messages.added : messages.addedWaits, data });
  });
  serve(registrations.edit, ({ ctx, actor, params, body }) => saved(messages.updated, editRegistration(ctx, actor, params.id, body)));
  serve(registrations.confirm, ({ ctx, actor, params, body }) =>
    done(messages.confirmed, confirmRegistration(ctx, actor, params.id, body.updatedAt)),
  );
  serve(registrations.remove, ({ ctx, actor, params }) => done(messages.removed, removeRegistration(ctx, actor, params.id)));
  serve(buyerSites.list, async ({ ctx }) => ok(await listSites(ctx)));
  serve(buyerSites.create, ({ ctx, actor, body }) => saved(messages.siteAdded, addSite(ctx, actor, body)));
  serve(buyerSites.edit, ({ ctx, actor, params, body }) => saved(messages.siteUpdated, editSite(ctx, actor, params.id, body)));
  serve(buyerSites.remove, ({ ctx, actor, params }) => done(messages.siteRemoved, removeSite(ctx, actor, params.id)));
}
