import type { Operation } from '@aapurti/contract/ground/operation';
import { secondFactor, securityMessages as messages, sessions } from '@aapurti/contract/sign-in/security';

import type { Context } from '../context.ts';
import { countAttempts, forgiveAttempts, limits } from '../http/rateLimits.ts';
import { done, ok, type ReplyTo } from '../ground/reply.ts';
import type { Call, Serve } from '../http/serve.ts';
import { endAllSessions, endOneSession, listSessions, listSignIns } from './devices.ts';
import { confirmSetUp, getSecurity, replaceRecoveryCodes, resetSecondFactor, startSetUp, switchOff } from './secondFactor.ts';
import type { Actor } from '../ground/actor.ts';
import { challengedEmail, signInByCode } from './signIn.ts';

export function securityRoutes(serve: Serve<Context>): void {
  serve(
    secondFactor.login,
    async ({ ctx, body, address, userAgent }) => {
      const signedIn = await signInByCode(ctx, body, { address, userAgent });
      if (!('token' in signedIn)) return { status: 202 as const, body: signedIn };
      await forgiveAttempts(ctx, limits.code, { account: signedIn.detail.email, address });
      return ok(signedIn);
    },
    {
      async prepare({ ctx, body, address }) {
        const account = await challengedEmail(ctx, body.challenge);
        await countAttempts(ctx, limits.code, { address, ...(account === undefined ? {} : { account }) });
      },
    },
  );
  serve(secondFactor.get, async ({ ctx, actor, params }) => ok(await getSecurity(ctx, actor, params.id)));

  guarded(secondFactor.start, async ({ ctx, actor, body }) => ok(await startSetUp(ctx, actor, body)));
  guarded(secondFactor.confirm, async ({ ctx, actor, body }) => {
    return ok({ message: messages.on, codes: await confirmSetUp(ctx, actor, body.code) });
  });
  guarded(secondFactor.newCodes, async ({ ctx, actor, body }) => {
    return ok({ message: messages.newCodes, codes: await replaceRecoveryCodes(ctx, actor, body) });
  });
  guarded(secondFactor.off, async ({ ctx, actor, body }) => {
    await switchOff(ctx, actor, body);
    return ok({ message: messages.off });
  });
  serve(secondFactor.reset, ({ ctx, actor, params }) => done(messages.reset, resetSecondFactor(ctx, actor, params.id)));

  serve(sessions.signIns, async ({ ctx, actor }) => ok(await listSignIns(ctx, actor)));
  serve(sessions.list, async ({ ctx, actor }) => ok(await listSessions(ctx, actor)));
  serve(sessions.end, async ({ ctx, actor, params }) => ok({ message: await endOneSession(ctx, actor, params.id) }));
  serve(sessions.endAll, async ({ ctx, actor, body }) => ok({ message: await endAllSessions(ctx, actor, { all: body.all ?? false }) }));
  serve(sessions.endOf, async ({ ctx, actor, params }) => ok({ message: await endAllSessions(ctx, actor, { id: params.id, all: true }) }));

  /** Calls that ask a signed-in user for the password or a code: attempts are limited. */
  function guarded<O extends Operation>(operation: O, verb: (call: Call<O, Context>) => Promise<ReplyTo<O>>): void {
    const caller = ({ actor, address }: Call<O, Context>) => ({ account: (actor as Actor).id, address });
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
}
