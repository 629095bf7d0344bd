import { messages, RETURN_PATH } from '@aapurti/contract/sign-in/providers';
import sql, { type Sql } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Answer, type Api, Caller, startApi } from '../../test/api.ts';
import { CLIENT, type IdentityProvider, startIdentityProvider } from '../../test/identityProvider.ts';
import { newMember } from '../../test/members.ts';
import { meanwhile } from '../../test/overlap.ts';
import { codeAt, setUp, STEP } from '../../test/secondFactor.ts';
import type { Database } from '../database/database.ts';

let now = 0;
let api: Api;
let admin: Caller;
let idp: IdentityProvider;
beforeAll(async () => {
  api = await startApi({}, () => new Date(Date.now() + now));
  admin = await api.newAdmin();
  idp = await startIdentityProvider(`http://127.0.0.1:3000${RETURN_PATH}`);
});
afterAll(() => Promise.all([api.close(), idp.close()]));

const blocked = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** The responses to calls that arrive one after another while `held` is locked; `inside` then changes the rows that they wait for. */
async function whileHeld(
  held: Sql,
  calls: readonly (() => Promise<Answer>)[],
  inside: (tx: Database) => Promise<unknown> = () => Promise.resolve(),
): Promise<Answer[]> {
  const running: Promise<Answer>[] = [];
  let over = 0;
  await api.ctx.db.transaction(async (tx) => {
    await tx.execute(held);
    for (const call of calls) {
      running.push(call().finally(() => (over += 1)));
      const waiting = async () => (await api.ctx.db.rows(blocked)).length + over;
      await expect.poll(waiting, { timeout: 15_000 }).toBe(running.length);
    }
    await inside(tx);
  });
  return Promise.all(running);
}

async function memberOfTwo(): Promise<{ person: Caller; own: string }> {
  const [person, other] = [await api.newVendor(), await api.newVendor()];
  await api.ctx.db.execute(sql`insert into memberships (user_id, vendor_id, role) values (${person.user.id}, ${other.user.id}, 'reader')`);
  const own = await api.ctx.db.one<{ id: string }>(sql`
    select id::text from memberships where user_id = ${person.user.id} and vendor_id = ${person.user.id}`);
  return { person, own: own.id };
}

describe('calls that start while all sessions end', () => {
  const ends: [string, (person: Caller) => Promise<Answer>][] = [
    ['an administrator signs the person out', ({ user }) => admin.post(`/api/auth/sessions/end/${user.id}`)],
    ['the password changes', ({ user }) => admin.put(`/api/auth/edit/${user.id}`, { passWord: 'monsoon-harvest-7' })],
    ['the second factor is reset', ({ user }) => admin.post(`/api/auth/secondFactor/reset/${user.id}`)],
  ];

  test.each(ends)('choose the same company again: %s', async (_, end) => {
    const { person, own } = await memberOfTwo();
    await setUp(person, Date.now() + now);
    const [entered, ended] = await whileHeld(sql`select from sessions where user_id = ${person.user.id} for update`, [
      () => person.post(`/api/auth/companies/${own}`),
      () => end(person),
    ]);
    expect([entered?.status, ended?.status]).toEqual([200, 200]);
    expect((await new Caller(api.app, String(entered?.body.token)).get('/api/auth/sessions')).status).toBe(401);
  });

  test.each(ends)('choose a company after the code: %s', async (_, end) => {
    const { person, own } = await memberOfTwo();
    const device = await setUp(person, Date.now() + now);
    now += STEP;
    const asked = await api.visitor.post('/api/auth/login', { email: person.user.email, passWord: person.user.password });
    const code = codeAt(device.secret, Date.now() + now);
    const [proved, ended] = await whileHeld(sql`select from sign_ins where user_id = ${person.user.id} for update`, [
      () => api.visitor.post('/api/auth/login/code', { challenge: asked.body.challenge, code }),
      () => end(person),
    ]);
    expect([proved?.body.companies?.length, ended?.status]).toEqual([2, 200]);
    const chosen = await api.visitor.post('/api/auth/login/company', { challenge: proved?.body.challenge, company: own });
    expect(chosen.status).toBe(401);
  });
});

test('a choice of a company waits for the user before it uses the challenge', async () => {
  const { person, own } = await memberOfTwo();
  const asked = await api.visitor.post('/api/auth/login', { email: person.user.email, passWord: person.user.password });
  const free = sql`select from sign_in_challenges where user_id = ${person.user.id} for update skip locked`;
  const [chosen] = await meanwhile(
    api,
    (tx) => tx.execute(sql`select from users where id = ${person.user.id} for update`),
    [() => api.visitor.post('/api/auth/login/company', { challenge: asked.body.challenge, company: own })],
    async () => expect(await api.ctx.db.rows(free)).toHaveLength(1),
  );
  expect(chosen?.status).toBe(200);
});

async function addProvider(): Promise<string> {
  const form = { name: 'Stores', issuer: idp.issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret, required: false, trustMfa: false };
  const made = await admin.post('/api/provider/create', form);
  expect(made.status).toBe(200);
  return (await api.ctx.db.one<{ id: string }>(sql`select max(id)::text as id from idps`)).id;
}
async function endAll(tx: Database, id: string): Promise<void> {
  for (const table of [sql`sessions`, sql`identities`, sql`idp_proofs`]) await tx.execute(sql`delete from ${table} where idp_id = ${id}`);
}
async function removeProvider(tx: Database, id: string): Promise<void> {
  await endAll(tx, id);
  await tx.execute(sql`delete from idps where id = ${id}`);
}
/** The fields that the browser sends on its return. */
async function visit({ body }: Answer, sub: string) {
  idp.person = { sub, email: `${sub}@stores.example` };
  return { ...(await idp.visit(String(body.url))), secret: body.secret };
}
/** The fields of the return of a user who links their own account. */
async function linking(person: Caller, id: string, sub = `person${api.serial()}`) {
  return visit(await person.post(`/api/auth/provider/link/${id}`, { passWord: person.user.password }), sub);
}

test('a sign-in with a provider ends with the sessions that end while it starts', async () => {
  const id = await addProvider();
  const person = await newMember(api, admin, 'accounts');
  const sub = `person${api.serial()}`;
  expect((await person.post('/api/auth/provider/link', await linking(person, id, sub))).status).toBe(200);
  const signing = await visit(await api.visitor.post('/api/auth/provider/start', { provider: id }), sub);
  const [signedIn, ended] = await whileHeld(sql`lock table sign_ins in share mode`, [
    () => api.visitor.post('/api/auth/provider/finish', signing),
    () => admin.post(`/api/auth/sessions/end/${person.user.id}`),
  ]);
  expect([signedIn?.status, ended?.status]).toEqual([200, 200]);
  expect((await new Caller(api.app, String(signedIn?.body.token)).get('/api/auth/sessions')).status).toBe(401);
  await removeProvider(api.ctx.db, id);
});

test('one of the last two emergency administrators stays if both link their accounts at the same time', async () => {
  const id = await addProvider();
  const both = [await api.newAdmin(), await api.newAdmin()];
  await api.ctx.db.execute(sql`update idps set required = true where id = ${id}`);
  const returned: object[] = [];
  for (const person of both) returned.push(await linking(person, id));
  await api.ctx.db.execute(sql`
    insert into identities (idp_id, subject, user_id)
    select ${id}, user_id, user_id from memberships where vendor_id is null and role = 'administrator' and user_id <> all(${both.map(({ user }) => user.id)}::bigint[])`);
  const calls = both.map((person, index) => () => person.post('/api/auth/provider/link', returned[index] ?? {}));
  const answers = await whileHeld(sql`lock table audit_log in share mode`, calls);
  await removeProvider(api.ctx.db, id);
  expect(answers.map(({ status, body }) => [status, status === 200 ? null : body.message])).toEqual([
    [200, null],
    [409, messages.lastEmergency],
  ]);
});

describe('a provider that gets another issuer or is removed while it responds', () => {
  const held = (id: string) => sql`select from idps where id = ${id} for update`;
  const ways: [string, (tx: Database, id: string) => Promise<unknown>][] = [
    [
      'another issuer',
      async (tx, id) => {
        await tx.execute(sql`update idps set issuer = ${`https://elsewhere${id}.example`} where id = ${id}`);
        await endAll(tx, id);
      },
    ],
    ['removed', removeProvider],
  ];

  test.each(ways)('links no user to the new issuer, and signs no one in: %s', async (_, change) => {
    const id = await addProvider();
    const person = await newMember(api, admin, 'accounts');
    const sub = `person${api.serial()}`;
    const returned = await linking(person, id, sub);
    const [linked] = await whileHeld(held(id), [() => person.post('/api/auth/provider/link', returned)], (tx) => change(tx, id));
    expect([linked?.status, linked?.body.message]).toEqual([409, messages.over]);
    expect(await api.ctx.db.rows(sql`select from identities where user_id = ${person.user.id}`)).toEqual([]);

    const next = await addProvider();
    expect((await person.post('/api/auth/provider/link', await linking(person, next, sub))).status).toBe(200);
    const signing = await visit(await api.visitor.post('/api/auth/provider/start', { provider: next }), sub);
    const finish = () => api.visitor.post('/api/auth/provider/finish', signing);
    const [signedIn] = await whileHeld(held(next), [finish], (tx) => change(tx, next));
    expect([signedIn?.status, signedIn?.body.message]).toEqual([409, messages.over]);
  });

  test.each(ways)('cannot accept an invitation: %s', async (_, change) => {
    const id = await addProvider();
    const email = `new${api.serial()}@stores.example`;
    expect((await admin.post('/api/members/invitations', { email, role: 'buyer' })).status).toBe(200);
    const [mail] = (await api.visitor.get('/api/outbox')).body.filter(({ to }: { to: string }) => to === email);
    const invitation = /\/invitation\/([\w-]{43})/.exec(mail.text)?.[1];
    const started = await api.visitor.post('/api/auth/provider/invitation', { invitation, provider: id });
    const accepting = await visit(started, `new${api.serial()}`);
    const finish = () => api.visitor.post('/api/auth/provider/proof', accepting);
    const [proved] = await whileHeld(held(id), [finish], (tx) => change(tx, id));
    expect([proved?.status, proved?.body.message]).toEqual([409, messages.over]);
    expect(await api.ctx.db.rows(sql`select from idp_proofs where idp_id = ${id}`)).toEqual([]);
  });
});

/** The changes of a user, each with the rows that they wait for after locking the user. */
const CHANGES: Record<string, (person: Caller) => Promise<[held: Sql, call: () => Promise<Answer>]>> = {
  'begins to set a second factor up': async (person) => {
    const start = () => person.post('/api/auth/secondFactor/start', { passWord: person.user.password });
    expect((await start()).status).toBe(200);
    return [sql`select from second_factors where user_id = ${person.user.id} for update`, start];
  },
  'turns a second factor on': async (person) => {
    const { secret } = (await person.post('/api/auth/secondFactor/start', { passWord: person.user.password })).body;
    return [
      sql`select from second_factors where user_id = ${person.user.id} for update`,
      () => person.post('/api/auth/secondFactor/confirm', { code: codeAt(secret, Date.now() + now) }),
    ];
  },
  'resets a second factor': async (person) => {
    await setUp(person, Date.now() + now);
    return [
      sql`select from second_factors where user_id = ${person.user.id} for update`,
      () => admin.post(`/api/auth/secondFactor/reset/${person.user.id}`),
    ];
  },
  'opens the link of a new e-mail': async (person) => {
    const email = `new${api.serial()}@mill.example`;
    expect((await person.put(`/api/auth/edit/${person.user.id}`, { email, currentPassWord: person.user.password })).status).toBe(200);
    const mails = (await api.visitor.get('/api/outbox')).body as { to: string; text: string }[];
    const secret = /confirm-email\/([\w-]+)/.exec(mails.find(({ to }) => to === email)?.text ?? '')?.[1];
    return [
      sql`select from email_changes where user_id = ${person.user.id} for update`,
      () => api.visitor.post('/api/identity/email', { secret }),
    ];
  },
};
test.each(Object.keys(CHANGES))('a call that %s locks the user first, like a sign-in', async (what) => {
  const person = await api.newVendor();
  const [held, call] = (await CHANGES[what]?.(person)) ?? [];
  if (held === undefined || call === undefined) throw new Error(what);
  const free = sql`select from users where id = ${person.user.id} for share skip locked`;
  const [answer] = await meanwhile(
    api,
    (tx) => tx.execute(held),
    [call],
    async () => expect(await api.ctx.db.rows(free)).toEqual([]),
  );
  expect(answer?.status).toBe(200);
});

test('a session of another company keeps the identity confirmed in the meantime', async () => {
  const { person, own } = await memberOfTwo();
  const proved = sql`update sessions set second_factor = 'recovery code' where user_id = ${person.user.id}`;
  const [entered] = await whileHeld(proved, [() => person.post(`/api/auth/companies/${own}`)]);
  expect(entered?.status).toBe(200);
  expect(await api.ctx.db.rows(sql`select second_factor as by from sessions where user_id = ${person.user.id}`)).toEqual([
    { by: 'recovery code' },
  ]);
});
