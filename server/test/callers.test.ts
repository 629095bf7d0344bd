// Why so long: the table has a row for every operation of the contract.
import { commonCodes, type Operation } from '@aapurti/contract/ground/operation';
import { operations } from '@aapurti/contract/operations';
import { priceReview } from '@aapurti/contract/products/priceReview';
import {
  BUYER_ROLES,
  isBuyersOnly,
  mayCall,
  type Role,
  ROLES,
  type RoleSet,
  SITE_ROLES,
  VENDOR_ROLES,
} from '@aapurti/contract/access/roles';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startSession } from '../src/sign-in/sessions.ts';
import { samplePdf } from '../src/demo/factories.ts';
import { servedOperations } from '../src/http/serve.ts';
import { type Answer, type Api, Caller, startApi } from './api.ts';
import { newMember } from './members.ts';
import { rightRequests } from './requests.ts';
import { type Ask, ask } from './requests/setting.ts';
import { newSite, type Place, siteRequests } from './siteRequests.ts';
import { uncoded } from './uncoded.ts';

const CALLERS = ['visitor', 'garbage', 'inactiveVendor', 'inactiveAdmin', 'otherVendor', 'vendor', 'admin'] as const;
type Who = (typeof CALLERS)[number];
/** A member in this role: of the vendor that the requests are about, of another vendor, or of the buyer. */
const MEMBERS = [
  ...VENDOR_ROLES.flatMap((role) => [['own', role] as const, ['other', role] as const]),
  ...BUYER_ROLES.map((role) => ['buyer', role] as const),
];
type Side = (typeof MEMBERS)[number][0];

const notTheirs = { otherVendor: 404, inactiveVendor: 404, inactiveAdmin: 404 };
const nothingOfTheirs = { otherVendor: 201 };
/** No user here has turned on two-step verification. */
const notOn = { otherVendor: 409, vendor: 409, admin: 409 };

const everybody = (status: number) => Object.fromEntries(CALLERS.map((who) => [who, status]));

/**
 * Every operation of the contract, by its ID, with the callers who have access but do not get 200. A new operation fails the suite until it
 * has a row here and a request in requests.ts.
 */
const TABLE: Record<string, Partial<Record<Who, number>>> = {
  'auth.login': {},
  'auth.login.code': {},
  'security.get': { otherVendor: 404 },
  'secondFactor.start': {},
  // The callers who started a set-up above have sent a wrong code.
  'secondFactor.confirm': { otherVendor: 409, vendor: 422, admin: 422 },
  'secondFactor.newCodes': notOn,
  'secondFactor.off': notOn,
  'secondFactor.reset': {},
  'session.signIns': {},
  'session.list': {},
  'session.end': { otherVendor: 404, admin: 404 },
  'session.endAll': {},
  'session.endOf': {},
  'provider.list': {},
  'provider.create': {},
  'provider.edit': {},
  'provider.remove': {},
  // No server responds at the provider's address.
  'provider.check': { admin: 422 },
  'auth.provider.start': everybody(422),
  'auth.provider.finish': everybody(409),
  'auth.provider.links': {},
  'auth.provider.startLink': { otherVendor: 404, vendor: 404, admin: 404 },
  'auth.provider.finishLink': { otherVendor: 409, vendor: 409, admin: 409 },
  'auth.provider.startConfirm': { otherVendor: 409, vendor: 409, admin: 409 },
  'auth.provider.finishConfirm': { otherVendor: 409, vendor: 409, admin: 409 },
  'auth.provider.unlink': { otherVendor: 404, vendor: 404, admin: 404 },
  'auth.provider.unlinkUser': {},
  'auth.provider.startInvitation': everybody(409),
  'auth.provider.finishInvitation': everybody(409),
  'identity.requests': {},
  'identity.decide': {},
  'identity.withdraw': { otherVendor: 404, inactiveVendor: 404, inactiveAdmin: 404, admin: 404 },
  'identity.confirmEmail': {},
  'identity.keepEmail': {},
  'identity.matches': {},
  'identity.decideMatch': {},
  'identity.waiting': {},
  'key.list': {},
  'key.create': {},
  'key.replace': { otherVendor: 404, admin: 409 },
  'key.revoke': { otherVendor: 404 },
  'webhook.list': {},
  'webhook.create': {},
  'webhook.edit': { otherVendor: 404 },
  // Only the vendor can do this.
  'webhook.rotate': { otherVendor: 404, admin: 403 },
  'webhook.remove': { otherVendor: 404 },
  'webhook.test': { otherVendor: 404 },
  'webhook.deliveries': { otherVendor: 404 },
  'webhook.replay': { otherVendor: 404 },
  'member.list': {},
  'member.edit': { otherVendor: 404 },
  'member.remove': { otherVendor: 404 },
  'invitation.create': {},
  'invitation.resend': { otherVendor: 404 },
  'invitation.withdraw': { otherVendor: 404 },
  'delegation.create': { otherVendor: 404 },
  'delegation.end': { otherVendor: 404 },
  'leave.list': {},
  'leave.create': { otherVendor: 404, admin: 422 },
  'leave.end': { otherVendor: 404, admin: 404 },
  'invitation.get': {},
  // The invitation belongs to another person.
  'invitation.accept': { otherVendor: 409, vendor: 409, admin: 409 },
  'company.list': {},
  'company.enter': { otherVendor: 404, inactiveVendor: 404, inactiveAdmin: 404, admin: 404 },
  'auth.login.company': {},
  'auth.logout': {},
  'auth.create': { vendor: 403, otherVendor: 403 },
  'auth.createUser': {},
  'auth.getCountDetail': {},
  'auth.getAllUser': {},
  'auth.user.list': {},
  'auth.user.get': notTheirs,
  'auth.edit': { visitor: 401, otherVendor: 404 },
  'auth.sendBack': {},
  'auth.getCountry': {},
  'auth.getState': {},
  'auth.syncCall': {},
  'auth.forgetPassword': {},
  'captcha.challenge': {},
  'audit.list': {},
  'audit.export': {},
  'audit.history': { otherVendor: 404 },
  'audit.unseen': {},
  'audit.seen': {},
  'product.list': nothingOfTheirs,
  'product.get': { otherVendor: 404 },
  'product.byEan': {},
  'product.save': {},
  'product.changeStatusPriceApproval': {},
  'product.review': {},
  'product.refusePrices': {},
  'product.undoDecision': {},
  'product.priceFacts': {},
  'product.template': {},
  'product.export': {},
  'product.upload': {},
  'product.mark': {},
  'scheme.list': nothingOfTheirs,
  'scheme.get': { otherVendor: 404 },
  'scheme.byEan': nothingOfTheirs,
  'itemProposal.list': nothingOfTheirs,
  // Vendors propose items; the buyer adds them directly.
  'itemProposal.create': { admin: 403 },
  'itemProposal.accept': {},
  'itemProposal.decline': {},
  'scheme.create': {},
  'scheme.edit': { otherVendor: 404 },
  'scheme.delete': { otherVendor: 404 },
  'scheme.maxNumber': {},
  'debitMemo.list': nothingOfTheirs,
  'debitMemo.totals': {},
  'debitMemo.get': { otherVendor: 404 },
  'debitMemo.create': {},
  // Only the issuer changes and deletes the memo; the other side accepts it.
  'debitMemo.edit': { otherVendor: 404, admin: 409 },
  'debitMemo.remove': { otherVendor: 404, admin: 409 },
  'debitMemo.accept': { otherVendor: 404, vendor: 409 },
  'debitMemo.reverse': { otherVendor: 404 },
  'creditMemo.list': nothingOfTheirs,
  'creditMemo.totals': {},
  'creditMemo.get': { otherVendor: 404 },
  'creditMemo.create': {},
  'creditMemo.edit': { otherVendor: 404, admin: 409 },
  'creditMemo.remove': { otherVendor: 404, admin: 409 },
  'creditMemo.accept': { otherVendor: 404, vendor: 409 },
  'creditMemo.reverse': { otherVendor: 404 },
  'invoice.list': nothingOfTheirs,
  'invoice.totals': {},
  'invoice.get': { otherVendor: 404 },
  'invoice.create': {},
  'invoice.edit': { otherVendor: 404 },
  'invoice.delete': { otherVendor: 404 },
  'invoice.numberRemark': {},
  'invoice.propose': { otherVendor: 404 },
  'invoice.lines': { otherVendor: 404 },
  'invoiceLine.template': {},
  'invoiceLine.export': { otherVendor: 404 },
  'invoiceLine.upload': {},
  'invoiceLine.mark': {},
  'invoice.match': { otherVendor: 404 },
  'invoice.check': {},
  'invoice.approve': {},
  'invoice.release': {},
  'invoice.return': {},
  'einvoice.get': {},
  'einvoice.save': {},
  'matchTolerance.list': {},
  'matchTolerance.save': {},
  'matchTolerance.remove': {},
  'invoice.template': {},
  'invoice.export': {},
  'invoice.upload': {},
  'invoice.mark': {},
  'invoice.numbers': nothingOfTheirs,
  'invoice.balance': { otherVendor: 404 },
  'payment.reported': {},
  'payment.confirm': {},
  'payment.reject': {},
  'payment.outside': {},
  'payment.create': { otherVendor: 404 },
  'payment.transfer': { otherVendor: 404 },
  'payment.advance': {},
  'payment.reverse': {},
  'payment.get': { otherVendor: 404 },
  'payment.report': {},
  'accountEntry.list': {},
  'allocation.list': nothingOfTheirs,
  'allocation.create': {},
  'openingBalance.list': {},
  'openingBalance.create': {},
  'openingBalance.accept': {},
  'openingBalance.reverse': {},
  'payment.totals': {},
  'outstanding.totals': {},
  'vendor.list': {},
  'vendor.totals': {},
  'statement.list': {},
  // Only the vendor can do this.
  'statement.answer': { otherVendor: 404, admin: 403 },
  'payment.export': {},
  'outstanding.export': {},
  'outstanding.carried': {},
  'purchaseReturn.list': {},
  'purchaseReturn.get': { otherVendor: 404 },
  'dashboard.overview': {},
  'dashboard.views': {},
  'dashboard.waiting': {},
  'order.search': {},
  'order.list': nothingOfTheirs,
  'order.export': {},
  'order.totals': {},
  'order.acknowledge': { otherVendor: 404 },
  'order.links': { otherVendor: 404 },
  'orderAnswer.get': { otherVendor: 404 },
  'orderAnswer.send': { otherVendor: 404 },
  'orderAnswer.withdraw': { otherVendor: 404 },
  'orderAnswer.kept': {},
  'orderAnswer.decide': {},
  'orderAnswer.template': {},
  'orderAnswer.export': {},
  'orderAnswer.upload': {},
  'orderAnswer.mark': {},
  'answerTolerance.get': {},
  'answerTolerance.save': {},
  'answerTolerance.remove': {},
  'dispatchNote.list': nothingOfTheirs,
  'dispatchNote.get': { otherVendor: 404 },
  'dispatchNote.create': {},
  'dispatchNote.edit': { otherVendor: 404 },
  'dispatchNote.delete': { otherVendor: 404 },
  'dispatchNote.export': {},
  'dispatchGoods.get': { otherVendor: 404 },
  'dispatchGoods.open': { otherVendor: 404 },
  'dispatchGoods.save': { otherVendor: 404 },
  'dispatchGoods.transport': { otherVendor: 404 },
  'dispatchGoods.move': { otherVendor: 404 },
  'dispatchGoods.arrive': { otherVendor: 404 },
  'dispatchLine.template': {},
  'dispatchLine.export': { otherVendor: 404 },
  'dispatchLine.upload': nothingOfTheirs,
  'dispatchLine.mark': {},
  'receipt.list': nothingOfTheirs,
  'receipt.totals': {},
  'receipt.get': { otherVendor: 404 },
  'receipt.find': {},
  'selfInvoice.due': {},
  'selfInvoice.list': {},
  'selfInvoice.create': {},
  'selfInvoice.cancel': {},
  'receipt.create': {},
  'receipt.cancel': {},
  'receipt.photo': {},
  'receipt.removePhoto': {},
  'ewayBill.check': {},
  'ewayBill.file': { otherVendor: 422 },
  'ewayBill.result': {},
  'ewayBill.change': { otherVendor: 404 },
  'shelfLife.list': {},
  'shelfLife.save': {},
  'shelfLife.remove': {},
  'order.packingLabel': { otherVendor: 404 },
  'order.packageSheet': { otherVendor: 404 },
  'paper.get': { otherVendor: 404 },
  'buyerSystem.items': {},
  'buyerSystem.importItems': {},
  'buyerSystem.itemTemplate': {},
  'buyerSystem.exportItems': {},
  'buyerSystem.markItems': {},
  'buyerOrder.template': {},
  'buyerOrder.export': {},
  'buyerOrder.upload': {},
  'buyerOrder.mark': {},
  'buyerOrder.get': {},
  'buyerOrder.create': {},
  'buyerOrder.edit': {},
  'buyerOrder.close': {},
  'buyerOrder.confirm': {},
  'buyerOrder.cancel': {},
  'buyerReceipt.list': {},
  'buyerReceipt.template': {},
  'buyerReceipt.export': {},
  'buyerReceipt.upload': {},
  'buyerReceipt.mark': {},
  'buyerReturn.template': {},
  'buyerReturn.export': {},
  'buyerReturn.upload': {},
  'buyerReturn.mark': {},
  'buyerPayment.template': {},
  'buyerPayment.export': {},
  'buyerPayment.upload': {},
  'buyerPayment.mark': {},
  'buyerOpening.template': {},
  'buyerOpening.export': {},
  'buyerOpening.upload': {},
  'buyerOpening.mark': {},
  'openingSheet.list': {},
  'openingSheet.reject': {},
  'openingSheet.approve': {},
  'buyerSystem.connection': {},
  'buyerSystem.faults': { admin: 201 },
  'buyerSystem.pull': {},
  'gstRate.list': {},
  'gstRate.get': {},
  'gstRate.create': {},
  'gstRate.edit': {},
  'gstRate.delete': {},
  'gstRate.ofOrder': {},
  'gstRate.template': {},
  'gstRate.export': {},
  'gstRate.upload': {},
  'gstRate.mark': {},
  'eventReceivers.list': {},
  'eventReceivers.edit': {},
  'settings.get': {},
  'controls.get': {},
  'controls.save': {},
  'controls.decide': {},
  'settings.save': {},
  'settings.logo': {},
  'settings.removeLogo': {},
  'site.notice': {},
  'registration.list': {},
  'registration.waiting': {},
  'registration.create': {},
  'registration.edit': { otherVendor: 404 },
  'registration.confirm': {},
  'registration.delete': { otherVendor: 404 },
  'buyerSite.list': {},
  'buyerSite.create': {},
  'buyerSite.edit': {},
  'buyerSite.delete': {},
  'codeList.status': {},
  'codeList.remark': {},
  'codeList.unknownUnits': {},
  'codeList.rememberUnit': {},
  'unitList.template': {},
  'unitList.export': {},
  'unitList.upload': {},
  'unitList.mark': {},
  'hsnList.template': {},
  'hsnList.export': {},
  'hsnList.upload': {},
  'hsnList.mark': {},
  'ifscList.template': {},
  'ifscList.export': {},
  'ifscList.upload': {},
  'ifscList.mark': {},
  'document.linked': { otherVendor: 404 },
  'comment.list': { otherVendor: 404 },
  'comment.people': { otherVendor: 404 },
  'comment.create': { otherVendor: 404 },
  // Only the author can do this.
  'comment.delete': { otherVendor: 404, admin: 409 },
  'search.everywhere': {},
  'change.list': {},
  'list.preferences': {},
  'list.prefer': {},
  'list.saveView': {},
  'list.removeView': { otherVendor: 404 },
  'mail.list': {},
  'mail.switches': {},
  'mail.change': {},
  'mail.language': {},
  'notice.list': {},
  'notice.read': {},
  'notice.switches': {},
  'notice.change': {},
  'mail.unsubscribe': {},
  'site.about': {},
  'site.outbox': {},
};

/** Another user's account; 403 if the administrator may change it. */
const person = { own: 404, other: 404 };
/** The callers above have already done what is possible only once. */
const done = (side: Side, status: 201 | 404 | 409) => ({ [side]: status });
/**
 * Operations whose status for a member with a sufficient role is neither 200 nor the status in TABLE for the side: they concern a single
 * user, or were done above.
 */
const OF_MEMBERS: Record<string, Partial<Record<Side | 'buyer administrator', number>>> = {
  'auth.user.get': person,
  'security.get': person,
  'auth.edit': person,
  'auth.create': { own: 403, other: 403 },
  'session.end': { ...person, buyer: 404 },
  'company.enter': { ...person, buyer: 404 },
  'secondFactor.confirm': { own: 409, other: 409, buyer: 409 },
  'secondFactor.newCodes': { own: 409, other: 409, buyer: 409 },
  'secondFactor.off': { own: 409, other: 409, buyer: 409 },
  'secondFactor.reset': done('buyer', 409),
  'identity.withdraw': { ...done('own', 409), other: 404, buyer: 404 },
  'identity.decide': done('buyer', 409),
  'controls.decide': done('buyer', 409),
  'leave.end': { ...person, buyer: 404 },
  // Only the user who created the key can do this.
  'key.replace': { own: 409, buyer: 409 },
  // The view belongs to the vendor's first user; an administrator can remove shared views.
  'list.removeView': { own: 404, buyer: 404, 'buyer administrator': 200 },
  'comment.delete': { own: 409, buyer: 409 },
  'buyerOrder.close': done('buyer', 409),
  'buyerOrder.cancel': done('buyer', 409),
  'gstRate.delete': done('buyer', 404),
  'invoice.upload': { ...done('own', 201), ...done('buyer', 201) },
};
/** The roles that the verb itself requires, because other users call the operation for themselves or as visitors. */
const BY_VERB: Record<string, readonly Role[]> = {
  'auth.create': [...VENDOR_ROLES, 'administrator'],
  'auth.edit': [...VENDOR_ROLES, 'administrator'],
  'identity.withdraw': ['owner', 'administrator'],
};

/**
 * The calls, apart from reading, open to a member limited to sites, and why no site matters to them. All others have a request in
 * siteRequests.ts.
 */
const OF_NO_SITE: Record<string, readonly string[]> = {
  'it reads': [
    'order.search',
    'payment.report',
    'ewayBill.check',
    // The response is the marked file; nothing is stored.
    'buyerSystem.markItems',
    'buyerOrder.mark',
    'buyerReceipt.mark',
    'buyerReturn.mark',
  ],
  'it changes neither orders nor what arrives': ['comment.create', 'comment.delete'],
  'items and prices are of every site': [
    'buyerSystem.importItems',
    'product.changeStatusPriceApproval',
    'product.refusePrices',
    'product.undoDecision',
    'itemProposal.accept',
    'itemProposal.decline',
  ],
  'it is about the caller': [
    'secondFactor.start',
    'secondFactor.confirm',
    'secondFactor.newCodes',
    'secondFactor.off',
    'session.end',
    'session.endAll',
    'auth.provider.startLink',
    'auth.provider.finishLink',
    'auth.provider.startConfirm',
    'auth.provider.finishConfirm',
    'auth.provider.unlink',
    'leave.create',
    'leave.end',
    'list.prefer',
    'list.saveView',
    'list.removeView',
    'notice.read',
    'audit.seen',
  ],
};

const password = 'one-for-all-callers';
let api: Api;
let vendor: Caller;
let admin: Caller;
let competitor: Caller;
let requests: Record<string, () => Ask>;
let atSites: Record<string, (place: Place) => Promise<Ask>>;
let ownSite: Place & { name: string };
let otherSite: Place & { name: string };
const people = new Map<Who, (operation: Operation) => Promise<Caller>>();
/** The tokens of all sessions started here. */
const tokens = new Set<string>();

beforeAll(async () => {
  api = await startApi({ captcha: false });
  // These callers share one password, for calls that ask for it again.
  vendor = await api.newVendor({ password });
  admin = await api.newAdmin({ password });
  const inactive = { vendor: await api.newVendor({ isActive: false }), admin: await api.newAdmin({ isActive: false }) };
  requests = await rightRequests(api, vendor);
  for (const { token } of [vendor, admin, inactive.vendor, inactive.admin]) tokens.add(token ?? '');
  people.set('visitor', async () => api.visitor);
  people.set('garbage', async () => new Caller(api.app, 'garbage'));
  people.set('inactiveVendor', () => anew(inactive.vendor));
  people.set('inactiveAdmin', () => anew(inactive.admin));
  atSites = await siteRequests(api, () => anew(vendor));
  [ownSite, otherSite] = [await newSite(api), await newSite(api)];
  competitor = await api.newVendor({ password });
  people.set('otherVendor', async (operation) => anew(await otherVendor(operation)));
  people.set('vendor', () => anew(vendor));
  people.set('admin', () => anew(admin));
});
afterAll(() => api.close());

/** The same user with a new session, because some calls end sessions and some require the newest. */
async function anew({ user }: Caller): Promise<Caller> {
  const token = await startSession(api.ctx.db, user.id, { now: new Date(), address: null, userAgent: null });
  tokens.add(token);
  return new Caller(api.app, token, user);
}

/** The expected status follows from the operation's access alone, unless TABLE has another one. */
function expected(who: Who, { id, access }: Operation): number {
  const isStranger = who === 'visitor' || who === 'garbage';
  const isInactive = who === 'inactiveVendor' || who === 'inactiveAdmin';
  if (isStranger && access !== 'anyone' && !(access === 'optional' && who === 'visitor')) return 401;
  if (isInactive && access !== 'anyone' && access !== 'signed-in') return 403;
  if (!isStranger && who !== 'admin' && isBuyersOnly(access)) return 403;
  return TABLE[id]?.[who] ?? 200;
}

/** A new vendor if existing data of the vendor would make a difference. */
function otherVendor({ id }: Operation): Promise<Caller> | Caller {
  return [201, 409].includes(TABLE[id]?.otherVendor ?? 0) || OF_MEMBERS[id]?.own === 201 ? api.newVendor({ password }) : competitor;
}

/** A new member each time, so that nothing depends on earlier callers. */
async function memberOf(side: Side, role: Role, operation: Operation): Promise<Caller> {
  const inviter = side === 'own' ? vendor : side === 'buyer' ? admin : await otherVendor(operation);
  const member = await newMember(api, inviter, role);
  tokens.add(member.token ?? '');
  return member;
}

function expectedOf(side: Side, role: Role, { id, access }: Operation): number {
  const allowed: readonly Role[] = BY_VERB[id] ?? (access in ROLES ? ROLES[access as RoleSet] : [role]);
  if (!allowed.includes(role)) return 403;
  const row = { own: 'vendor', other: 'otherVendor', buyer: 'admin' } as const;
  const ofMembers = OF_MEMBERS[id];
  if (side === 'buyer' && role === 'administrator' && ofMembers?.['buyer administrator'] !== undefined)
    return ofMembers['buyer administrator'];
  return ofMembers?.[side] ?? TABLE[id]?.[row[side]] ?? 200;
}

/** The response contains no hashes, no token of another user, and nothing about the server's disk or code. */
function expectNoSecrets(answer: Answer, own: string | null): void {
  const text = `${JSON.stringify(answer.body)} ${JSON.stringify(answer.headers)}`;
  expect(text).not.toMatch(/argon2|(password|token|secret)_?hash|"passWord"|node_modules|\.ts:\d|\bat \w+ \(/i);
  for (const place of [process.cwd(), api.ctx.settings.dataDir]) expect(text).not.toContain(place);
  // A token is 32 bytes in base64url, which is 43 characters.
  const sessions = text.match(/[\w-]{43,}/g)?.filter((word) => tokens.has(word) && word !== own);
  expect(sessions ?? []).toEqual([]);
}

describe.each(operations.map((operation) => [operation.id, operation] as const))('%s', (id, operation) => {
  test.each(CALLERS)('%s', async (who) => {
    const caller = await people.get(who)?.(operation);
    if (caller === undefined) throw new Error(`nobody is ${who}`);
    const { answer, status } = await expectAnswer(caller, expected(who, operation));
    if (status === 403 && who.startsWith('inactive')) expect(answer.body.message).toBe('Sorry! Your status is inactive');
  });

  // An operation that anyone may call does not check who calls.
  test.each(operation.access === 'anyone' ? [] : MEMBERS)('%s %s', async (side, role) => {
    const { answer, status } = await expectAnswer(await memberOf(side, role, operation), expectedOf(side, role, operation));
    // An administrator has every role's rights.
    if (status === 403 && role !== 'administrator' && operation.access in ROLES && (side === 'buyer' || !isBuyersOnly(operation.access)))
      expect(answer.body.message).toMatch(/ Ask an (administrator|owner of your company)\.$/);
  });

  async function expectAnswer(caller: Caller, status: number) {
    const given = requests[id]?.() ?? {};
    // Only the user who made a decision can undo it.
    if (operation === priceReview.undo && status === 200)
      expect((await ask(caller, priceReview.refuse, requests[priceReview.refuse.id]?.() ?? {})).status).toBe(200);
    // The call sends the waiting e-mails first, and the calls above have written thousands of them.
    if (id === 'site.outbox') await api.ctx.db.execute(sql`delete from mails`);
    const answer = await ask(caller, operation, given);
    expect([answer.status, answer.status === status ? '' : answer.body]).toEqual([status, '']);
    expectNoSecrets(answer, caller.token);
    const { code = 'none', ...told } = answer.body as { code?: string };
    if (status >= 400 && status !== 422)
      expect([told, code]).toEqual([{ message: expect.stringMatching(/\S/) }, expect.stringMatching(/^[a-z_]+$/)]);
    if (status === 404) {
      const none = await ask(caller, operation, { ...given, id: '999999999' });
      expect([none.status, none.body, Object.keys(none.headers)]).toEqual([answer.status, answer.body, Object.keys(answer.headers)]);
    }
    return { answer, status };
  }
});

const reads = ({ method }: Operation) => method === 'GET';
const bound = operations.flatMap((operation) =>
  operation.access in ROLES && !reads(operation)
    ? SITE_ROLES.filter((role) => mayCall(operation.access as RoleSet, [role])).map((role) => ({ operation, role, id: operation.id }))
    : [],
);
const ofNoSite = Object.values(OF_NO_SITE).flat();

describe('a member limited to a site', () => {
  test('is tried with every call that the role allows', () => {
    const bySite = operations.filter((operation) => operation.bySite).map(({ id }) => id);
    expect(Object.keys(atSites).sort()).toEqual(bySite.sort());
    expect([...bySite, ...ofNoSite].sort()).toEqual([...new Set(bound.map(({ id }) => id))].sort());
  });

  describe.each(bound.filter(({ operation }) => operation.bySite))('$id as $role', ({ operation, role, id }) => {
    const ofOther = 'is delivered to OTHER. You act for OWN. Ask an administrator.';
    test.each([
      ['own', null],
      ["other site's", ofOther],
      ["no site's", 'has no site. You act for OWN. Ask an administrator to set a site as its delivery location.'],
    ])('%s', async (whose, refusal) => {
      const place = whose === 'own' ? ownSite : whose === "no site's" ? { id: '', name: null } : otherSite;
      const member = await newMember(api, admin, role, [ownSite.id]);
      const given = (await atSites[id]?.(place)) ?? {};
      const { status, body } = await ask(member, operation, given);
      if (refusal === null) return expect([status, status === 200 ? '' : body]).toEqual([200, '']);
      const words = new RegExp(`^Order AT/\\d+ ${refusal.replace('OTHER', otherSite.name).replace('OWN', ownSite.name)}$`);
      // A file is rejected line by line.
      if (operation.files.includes('file')) {
        expect(uncoded([status, body.errors])).toEqual([
          201,
          [{ row: 2, column: expect.any(String), message: expect.stringMatching(words) }],
        ]);
      } else {
        const message = expect.stringMatching(words) as string;
        // The error is on the form field that names the site; an order for another site is rejected before its form is parsed.
        expect([status, body]).toEqual([
          403,
          { message, code: commonCodes.notAllowed, ...(id === 'buyerOrder.create' ? { errors: { deliveryLocation: message } } : {}) },
        ]);
      }
      // A member without a site limit may make the call.
      expect((await ask(await newMember(api, admin, role), operation, given)).status).toBe(200);
    });
  });
});

describe('the table of callers, the contract and the server agree', () => {
  const ids = operations.map(({ id }) => id).sort();

  test('every call has a row, and every row a call', () => {
    expect(Object.keys(TABLE).sort()).toEqual(ids);
    expect(Object.keys(requests).sort()).toEqual(ids);
  });

  test('names and paths are unique', () => {
    expect(new Set(ids).size).toBe(ids.length);
    const calls = operations.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}').toLowerCase()}`);
    expect(new Set(calls).size).toBe(calls.length);
  });

  test('each call is served as in the contract, and no other', () => {
    expect([...servedOperations(api.app)].sort(byId)).toEqual([...operations].sort(byId));
    for (const { method, path } of operations) expect(api.app.hasRoute({ method, url: path.replaceAll(/\{(\w+)\}/g, ':$1') })).toBe(true);
  });

  test('the only other paths are files by link, the logo and the description of the API', () => {
    // Paths match in any case, so Fastify stores them in lower case.
    const known = new Set(operations.map(({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`.toLowerCase()));
    const others = apiRoutes().filter((route) => !known.has(route.toLowerCase()));
    expect(others.sort()).toEqual([
      'GET /api/docs',
      'GET /api/docs.js',
      'GET /api/files/:id',
      'GET /api/openapi.json',
      'GET /api/site/logo',
    ]);
  });

  function byId(one: Operation, other: Operation) {
    return one.id.localeCompare(other.id);
  }

  /** The routes as Fastify knows them, from the tree that it prints. */
  function apiRoutes(): string[] {
    const stack: { depth: number; path: string }[] = [];
    const found: string[] = [];
    for (const line of api.app.printRoutes({ commonPrefix: false }).split('\n')) {
      const match = /^([│├└─ ]*)(\S+)(?: \((.+)\))?$/.exec(line);
      if (match === null) continue;
      const [, indent = '', part = '', methods = ''] = match;
      while ((stack.at(-1)?.depth ?? -1) >= indent.length) stack.pop();
      const path = `${stack.at(-1)?.path ?? ''}${part}`;
      stack.push({ depth: indent.length, path });
      for (const method of methods.split(', ')) if (method !== '' && method !== 'HEAD') found.push(`${method} ${path}`);
    }
    return found.filter((route) => route.includes(' /api'));
  }
});

test('a document gives no access to another vendor’s documents', async () => {
  const other = await api.newVendor();
  await other.send('PUT', `/api/auth/edit/${other.user.id}`, {}, { panpicture: { name: 'pan.pdf', content: samplePdf('pan') } });
  const { body } = await (await anew(vendor)).get('/api/auth/user');
  const [link = ''] = JSON.stringify(body).match(/\/api\/files\/[\w-]+/) ?? [];
  expect(link).not.toBe('');
  expect((await other.get(link)).status).toBe(404);
});
