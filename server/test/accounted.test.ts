import { readdir, readFile } from 'node:fs/promises';

import { ACTIONS, ENTITIES } from '@aapurti/contract/words/auditActions';
import { fieldChanges } from '@aapurti/contract/words/auditWords';
import hindi from '@aapurti/contract/words/hindi.json' with { type: 'json' };
import { translator } from '@aapurti/contract/words/translate';
import type { Operation } from '@aapurti/contract/ground/operation';
import { operations } from '@aapurti/contract/operations';
import { priceReview } from '@aapurti/contract/products/priceReview';
import { isBuyersOnly } from '@aapurti/contract/access/roles';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Answer, type Api, type Caller, startApi } from './api.ts';
import { rightRequests } from './requests.ts';
import { type Ask, ask } from './requests/setting.ts';

/** Operations whose method suggests a write, although they change no record of the portal. */
const NO_RECORD: Record<string, string> = {
  'auth.syncCall': 'nobody is unknown here; what it changes is tested with it',
  'auth.forgetPassword': 'mails a link; its use is an entry',
  'list.prefer': "how the caller sees a list is the caller's own matter",
  'list.saveView': "how the caller sees a list is the caller's own matter",
  'list.removeView': "how the caller sees a list is the caller's own matter",
  'notice.read': 'what the caller has read is its own matter',
  'mail.language': "the language of mails is the caller's own matter",
  'notice.change': "what the caller is shown is the caller's own matter",
  'audit.seen': 'what the caller has looked at is its own matter',
  'order.search': 'a list that is asked for by POST',
  'invoice.check': 'compares what is not stored',
  'ewayBill.check': 'a dry run',
  'ewayBill.file': 'an export, asked for by POST',
  'payment.report': 'a list that is asked for by POST',
  'auth.login.code': 'the second half of a sign-in; it needs an app, and is tested with one',
  'invitation.get': 'shows what a link is for',
  'invitation.accept': 'needs a link, and is tested with one',
  'provider.check': 'asks the issuer',
  'webhook.test': 'asks the endpoint',
  'webhook.replay': 'needs deliveries, and is tested with them in webhooks.test.ts',
  ...Object.fromEntries(
    ['start', 'finish', 'startLink', 'finishLink', 'startConfirm', 'finishConfirm', 'unlink', 'startInvitation', 'finishInvitation'].map(
      (step) => [`auth.provider.${step}`, 'needs a provider, and is tested with one in providers.test.ts'],
    ),
  ),
  'auth.login.company': 'the last step of a sign-in; it needs two companies, and is tested with them',
  'secondFactor.start': 'shows a key that is not in use before it is confirmed',
  'secondFactor.confirm': 'needs an app, and is tested with one',
  'secondFactor.newCodes': 'needs an app, and is tested with one',
  'secondFactor.off': 'needs an app, and is tested with one',
  'identity.confirmEmail': 'needs a mailed link, and is tested with one',
  'identity.keepEmail': 'needs a change of e-mail that waits, and is tested with one',
  'buyerSystem.pull': "starts a job, which there is none of here; what a job changes is the job's to log",
};
const isMark = ({ id }: Operation) => /\.mark/.test(id);
const WRITES = operations.filter((each) => each.method !== 'GET' && NO_RECORD[each.id] === undefined && !isMark(each));

/** The entries of these operations are about a session, which these tests start too. */
const STARTS_SESSION = ['auth.login', 'company.enter'];

/**
 * Tables of requests and sessions, and `suppliers`, which belongs to the embedded buyer's system and is called outside transactions. All
 * other tables are compared.
 */
const NOT_COMPARED = ['audit_log', 'idempotency_keys', 'leases', 'sessions', 'settings', 'sign_in_challenges', 'sign_ins', 'suppliers'];

test('every statement that writes log entries takes the user, or the delegate, from one place', async () => {
  // A rejected API key acts for no user; the entry is about the key.
  const others = ['sign-in/sessions.ts'];
  const root = new URL('../src/', import.meta.url);
  const files = (await readdir(root, { recursive: true })).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const loose: string[] = [];
  for (const file of files) {
    const statements = (await readFile(new URL(file, root), 'utf8')).matchAll(/insert into audit_log \(([^,)]*)/g);
    for (const [, first] of statements) if (first !== '${doerNames}' && !others.includes(file)) loose.push(file);
  }
  // The only place.
  expect(loose).toEqual(['audit/audit.ts']);
});

let api: Api;
let vendor: Caller;
let admin: Caller;
/** The caller who signs out. */
let leaving: Caller;
let requests: Record<string, () => Ask>;

beforeAll(async () => {
  api = await startApi({ captcha: false });
  [vendor, admin, leaving] = [await api.newVendor(), await api.newAdmin(), await api.newVendor()];
  requests = await rightRequests(api, vendor);
  // Only the newest session can change schemes.
  vendor = await api.signIn(vendor.user);
});
afterAll(() => api.close());

async function run(operation: Operation): Promise<Answer> {
  const who = isBuyersOnly(operation.access) || operation.id.endsWith('Memo.accept') ? admin : vendor;
  const caller = operation.id === 'auth.create' ? api.visitor : operation.id === 'auth.logout' ? leaving : who;
  const answer = await ask(caller, operation, requests[operation.id]?.() ?? {});
  // A new sign-in ends the user's other sessions.
  if (STARTS_SESSION.includes(operation.id) && answer.status === 200) vendor = await api.signIn(vendor.user);
  return answer;
}

const newest = async () => (await api.ctx.db.first<{ id: string }>(sql`select coalesce(max(id), 0)::text as id from audit_log`))?.id ?? '0';

describe('a change whose log entry cannot be written does not happen', () => {
  async function state() {
    const tables = await api.ctx.db.rows<{ name: string }>(sql`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all(${NOT_COMPARED}::text[])`);
    const sums = await Promise.all(
      tables.map(async ({ name: table }) => {
        const found = await api.ctx.db.first<{ sum: string }>(
          sql`select count(*) || ' ' || md5(coalesce(string_agg(each::text, '' order by each::text), '')) as sum from ${raw(table)} each`,
        );
        return [table, found?.sum];
      }),
    );
    return Object.fromEntries(sums) as Record<string, string>;
  }

  beforeAll(async () => {
    // If the entry were in another transaction than the change, only the entry would fail.
    await api.ctx.db.execute(sql`
      create function refuse_entry() returns trigger language plpgsql as $$ begin raise exception 'no entry today'; end $$`);
  });

  test.each(WRITES.map((operation) => [operation.id, operation] as const))('%s', async (id, operation) => {
    const request = requests[id];
    expect(request).toBeDefined();
    // Only the user who made a decision can undo it.
    if (operation === priceReview.undo) expect((await run(priceReview.refuse)).status).toBe(200);
    await api.ctx.db.execute(sql`
      create constraint trigger refuse_entries after insert on audit_log deferrable initially deferred
      for each row execute function refuse_entry()`);
    try {
      const before = await state();
      const answer = await run(operation);
      expect(answer.status).toBe(500);
      expect(await state()).toEqual(before);
    } finally {
      await api.ctx.db.execute(sql`drop trigger refuse_entries on audit_log`);
    }
  });
});

test.each(WRITES.map((operation) => [operation.id, operation] as const))(
  '%s writes an entry that names who did it',
  async (id, operation) => {
    if (operation === priceReview.undo) expect((await run(priceReview.refuse)).status).toBe(200);
    const before = await newest();
    const answer = await run(operation);
    expect([answer.status, answer.body.message]).toEqual([200, answer.body.message]);
    const entries = await api.ctx.db.rows<{ actor: string | null; action: string; entity: string }>(sql`
    select actor_id::text as actor, action, entity from audit_log where id > ${before} and action <> 'session.start'`);
    const expected =
      id === 'auth.create' || id === 'mail.unsubscribe'
        ? null
        : id === 'auth.logout'
          ? leaving.user.id
          : isBuyersOnly(operation.access) || id.endsWith('Memo.accept')
            ? admin.user.id
            : vendor.user.id;
    expect(entries.filter(({ action, entity }) => ACTIONS[action] === undefined || !(entity in ENTITIES))).toEqual([]);
    if (!STARTS_SESSION.includes(id)) expect(entries.map(({ actor }) => actor)).toContain(expected);
  },
);

test('every log field that a screen shows has a Hindi name', async () => {
  const entries = await api.ctx.db.rows<{ after: Record<string, unknown> }>(sql`
    select jsonb_object_agg(name, value) as after from audit_log, jsonb_each(coalesce(before, '{}') || coalesce(after, '{}')) as field(name, value)
    where value <> 'null' group by audit_log.id`);
  const names = new Set(entries.flatMap(({ after }) => fieldChanges({ before: null, after }).map(({ label }) => label)));
  expect(names.size).toBeGreaterThan(100);
  // The name of the category is the label of its shelf life.
  expect([...names].filter((name) => /[a-z]{2}/.test(translator(hindi, 'hi')(name)))).toEqual(['Dairy']);
});
