import { indianDay } from '@aapurti/contract/ground/fields';
import { SCOPES, type Scope } from '@aapurti/contract/integration/keys';
import type { Role } from '@aapurti/contract/access/roles';

import { type Api, Caller } from './api.ts';
import { newMember } from './members.ts';

/** A user of the same company, in a lesser role, who acts for `holder` today. */
export async function standInOf(api: Api, holder: Caller, role: Role = 'reader'): Promise<Caller> {
  const person = await newMember(api, holder, role);
  const { own: to } = (await person.get('/api/leave')).body;
  const day = indianDay(api.ctx.clock());
  const { status, body } = await holder.post('/api/leave', { to, fromDay: day, toDay: day });
  if (status !== 200) throw new Error(`${status}: ${body.message}`);
  return person;
}

/** An API key created by `maker`, with these scopes. */
export async function keyOf(api: Api, maker: Caller, scopes: readonly Scope[] = SCOPES): Promise<Caller> {
  const { status, body } = await maker.post('/api/keys', { name: 'ERP', scopes, days: 30, passWord: maker.user.password });
  if (status !== 200) throw new Error(`${status}: ${body.message}`);
  return new Caller(api.app, `Bearer ${body.key}`, maker.user);
}
