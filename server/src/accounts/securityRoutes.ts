import { secondFactor, securityMessages as messages, sessions } from '@aapurti/contract/security';
import type { FastifyInstance } from 'fastify';

import type { Context } from '../context.ts';
import { countAttempts, forgiveAttempts, limits } from '../http/rateLimits.ts';
import { ok } from '../reply.ts';
import { serve } from '../http/serve.ts';
import { endAllSessions, endOneSession, listSessions, listSignIns } from './devices.ts';
import { confirmSetUp, getSecurity, replaceRecoveryCodes, resetSecondFactor, startSetUp, switchOff } from './secondFactor.ts';
import type { Actor } from '../actor.ts';
import { challengedEmail, signInByCode } from './signIn.ts';

export function securityRoutes(app: FastifyInstance, context: Context): void {
  serve(
    app,
    context,
    secondFactor.login,
    async ({ ctx, body, address, userAgent }) => {
      const signedIn = await signInByCode(ctx, body, { address, userAgent });
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
  serve(app, context, secondFactor.get, async ({ ctx, actor, params }) => ok(await getSecurity(ctx, actor, params.id)));

  /** For calls that ask a signed-in user for the password or a code. */
  const counted = { prepare: ({ ctx, actor, address }: Tried) => countAttempts(ctx, limits.confirm, { account: actor.id, address }) };
  const forgive = ({ ctx, actor, address }: Tried) => forgiveAttempts(ctx, limits.confirm, { account: actor.id, address });
  serve(
    app,
    context,
    secondFactor.start,
    async (call) => {
      const started = await startSetUp(call.ctx, call.actor, call.body);
      await forgive(call);
      return ok(started);
    },
    counted,
  );
  serve(
    app,
    context,
    secondFactor.confirm,
    async (call) => {
      const codes = await confirmSetUp(call.ctx, call.actor, call.body.code);
      await forgive(call);
      return ok({ message: messages.on, codes });
    },
    counted,
  );
  serve(
    app,
    context,
    secondFactor.newCodes,
    async (call) => {
      const codes = await replaceRecoveryCodes(call.ctx, call.actor, call.body);
      await forgive(call);
      return ok({ message: messages.newCodes, codes });
    },
    counted,
  );
  serve(
    app,
    context,
    secondFactor.off,
    async (call) => {
      await switchOff(call.ctx, call.actor, call.body);
      await forgive(call);
      return ok({ message: messages.off });
    },
    counted,
  );
  serve(app, context, secondFactor.reset, async ({ ctx, actor, params }) => {
    await resetSecondFactor(ctx, actor, params.id);
    return ok({ message: messages.reset });
  });

  serve(app, context, sessions.signIns, async ({ ctx, actor }) => ok(await listSignIns(ctx, actor)));
  serve(app, context, sessions.list, async ({ ctx, actor }) => ok(await listSessions(ctx, actor)));
  serve(app, context, sessions.end, async ({ ctx, actor, params }) => ok({ message: await endOneSession(ctx, actor, params.id) }));
  serve(app, context, sessions.endAll, async ({ ctx, actor, body }) =>
    ok({ message: await endAllSessions(ctx, actor, { all: body.all ?? false }) }),
  );
  serve(app, context, sessions.endOf, async ({ ctx, actor, params }) =>
    ok({ message: await endAllSessions(ctx, actor, { id: params.id, all: true }) }),
  );
}

interface Tried {
  ctx: Context;
  actor: Actor;
  address: string;
}
