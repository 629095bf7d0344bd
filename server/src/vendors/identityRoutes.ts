import { identity, messages } from '@aapurti/contract/vendors/identity';
import type { FastifyInstance } from 'fastify';

import type { Context } from '../context.ts';
import { countAttempts, limits } from '../http/rateLimits.ts';
import { serve } from '../http/serve.ts';
import { done, ok } from '../ground/reply.ts';
import { confirmEmail, keepEmail } from '../sign-in/emailChanges.ts';
import { decide, listRequests, withdraw } from './identity.ts';
import { countWaiting, decideMatch, listMatches } from './matches.ts';

export function identityRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, identity.requests, async ({ ctx, actor }) => ok(await listRequests(ctx, actor)));
  serve(app, context, identity.decide, async ({ ctx, actor, params, body }) => ok({ message: await decide(ctx, actor, params.id, body) }));
  serve(app, context, identity.withdraw, ({ ctx, actor, params }) => done(messages.withdrawn, withdraw(ctx, actor, params.id)));
  serve(
    app,
    context,
    identity.confirmEmail,
    async ({ ctx, body }) => {
      await confirmEmail(ctx, body.secret);
      return ok({ message: messages.emailChanged });
    },
    { prepare: ({ ctx, address }) => countAttempts(ctx, limits.reset, { address }) },
  );
  serve(app, context, identity.keepEmail, ({ ctx, actor }) => done(messages.emailKept, keepEmail(ctx, actor)));
  serve(app, context, identity.matches, async ({ ctx }) => ok(await listMatches(ctx)));
  serve(app, context, identity.decideMatch, ({ ctx, actor, body }) =>
    done(body.link ? messages.linked : messages.notSame, decideMatch(ctx, actor, body)),
  );
  serve(app, context, identity.waiting, async ({ ctx }) => ok(await countWaiting(ctx)));
}
