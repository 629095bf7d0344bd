import { keys, messages } from '@aapurti/contract/integration/keys';

import type { Context } from '../context.ts';
import { countAttempts, forgiveAttempts, limits } from '../http/rateLimits.ts';
import type { Serve } from '../http/serve.ts';
import { done, ok } from '../ground/reply.ts';
import { createKey, listKeys, replaceKey, revokeKey } from './keys.ts';
import { companyFor } from '../people/members.ts';

/** API keys of a company. Making one asks for the password, of which attempts are limited. */
export function keyRoutes(serve: Serve<Context>): void {
  serve(keys.list, async ({ ctx, actor, query }) => ok(await listKeys(ctx, actor, await companyFor(ctx.db, actor, query.userID))));
  serve(
    keys.create,
    async ({ ctx, actor, body, address }) => {
      const made = await createKey(ctx, actor, body);
      await forgiveAttempts(ctx, limits.confirm, { account: actor.id, address });
      return ok({ message: messages.created, ...made });
    },
    { prepare: ({ ctx, actor, address }) => countAttempts(ctx, limits.confirm, { account: actor.id, address }) },
  );
  serve(
    keys.replace,
    async ({ ctx, actor, params, body, address }) => {
      const made = await replaceKey(ctx, actor, params.id, body.password);
      await forgiveAttempts(ctx, limits.confirm, { account: actor.id, address });
      return ok({ message: messages.replaced, ...made });
    },
    { prepare: ({ ctx, actor, address }) => countAttempts(ctx, limits.confirm, { account: actor.id, address }) },
  );
  serve(keys.revoke, ({ ctx, actor, params }) => done(messages.revoked, revokeKey(ctx, actor, params.id)));
}
