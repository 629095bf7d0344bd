import type { Operation } from '@aapurti/contract/ground/operation';

import type { Actor } from '../ground/actor.ts';
import type { ReplyTo } from '../ground/reply.ts';
import { type Counted, countAttempts, forgiveAttempts, limits } from './rateLimits.ts';
import type { Call, Serve, ServeContext } from './serve.ts';

/** Serves a call that asks a signed-in user for the password or a code, with limited attempts. */
export function guarded<O extends Operation, Ctx extends ServeContext & Counted>(
  serve: Serve<Ctx>,
  operation: O,
  verb: (call: Call<O, Ctx>) => Promise<ReplyTo<O>>,
): void {
  const caller = ({ actor, address }: Call<O, Ctx>) => ({ account: (actor as Actor).id, address });
  serve(
    operation,
    async (call) => {
      const answer = await verb(call);
      await forgiveAttempts(call.ctx, limits.confirm, caller(call));
      return answer;
    },
    { prepare: (call) => countAttempts(call.ctx, limits.confirm, caller(call)) },
  );
}
