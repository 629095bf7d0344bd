import { identity, messages } from '@aapurti/contract/vendors/identity';

import type { Context } from '../context.ts';
import { countAttempts, limits } from '../http/rateLimits.ts';
import type { Serve } from '../http/serve.ts';
import { done, ok } from '../ground/reply.ts';
import { confirmEmail, keepEmail } from '../sign-in/emailChanges.ts';
import { decide, listRequests, withdraw } from './identity.ts';
import { countWaiting, decideMatch, listMatches } from './matches.ts';

export function identityRoutes(serve: Serve<Context>): void {
  serve(identity.requests, async ({ ctx, actor }) => ok(await listRequests(ctx, actor)));
  serve(identity.decide, async ({ ctx, actor, params, body }) => ok({ message: await decide(ctx, actor, params.id, body) }));
  serve(identity.withdraw, ({ ctx, actor, params }) => done(messages.withdrawn, withdraw(ctx, actor, params.id)));
  serve(
    identity.confirmEmail,
    async ({ ctx, body }) => {
      await confirmEmail(ctx, body.secret);
      return ok({ message: messages.emailChanged });
    },
    { prepare: ({ ctx, address }) => countAttempts(ctx, limits.reset, { address }) },
  );
  serve(identity.keepEmail, ({ ctx, actor }) => done(messages.emailKept, keepEmail(ctx, actor)));
  serve(identity.matches, async ({ ctx }) => ok(await listMatches(ctx)));
  serve(identity.decideMatch, ({ ctx, actor, body }) =>
    done(body.link ? messages.linked : messages.notSame, decideMatch(ctx, actor, body)),
  );
  serve(identity.waiting, async ({ ctx }) => ok(await countWaiting(ctx)));
}
