import { messages as accountMessages } from '@aapurti/contract/vendors/accounts';
import { scopeOf } from '@aapurti/contract/integration/keys';
import type { Operation } from '@aapurti/contract/ground/operation';
import { claimCandidate } from '@aapurti/contract/memos/memos';
import { invoiceCandidate } from '@aapurti/contract/payments/payments';
import { notUndone } from '@aapurti/contract/products/priceReview';
import { messages as productMessages, undecided } from '@aapurti/contract/products/products';
import { messages as schemeMessages } from '@aapurti/contract/schemes/schemes';
import { securityMessages } from '@aapurti/contract/sign-in/security';
import { sheetRefusal } from '@aapurti/contract/sheets/sheets';
import * as z from 'zod';

import { type Json, jsonSchema, type Schema } from './schemas.ts';

const RESTED = 'Without this memo, an approved or paid invoice would exceed the accepted quantity.';
const RESTS = 'The other party issued the memo, or a payment, an approval or the other party’s reply depends on it: reverse it instead.';
const SEVERAL = 'The vendor has several invoices with the number, and the memo has no date.';

/** The calls that may respond with 409, and when. Any other 409 is a defect (`declaresRefusal`). */
const CONFLICTS: Readonly<Record<string, string>> = {
  'auth.createUser': "The buyer's ERP already has this supplier, and it belongs to another vendor.",
  'auth.edit':
    'The record has changed since it was read, this is the last active administrator, the user belongs to several companies, or the supplier belongs to another vendor.',
  'auth.sendBack': 'The vendor is active.',
  'secondFactor.start': 'Two-step verification is on, and no code of the current device was sent.',
  'secondFactor.confirm': 'The setup was not started or took too long, or two-step verification is already on.',
  'secondFactor.newCodes': 'Two-step verification is off.',
  'secondFactor.off': 'Two-step verification is required, or is not on.',
  'secondFactor.reset': 'Two-step verification of this user is not on, or the user is the caller.',
  'provider.create': 'No administrator would be left who can sign in without the provider.',
  'provider.edit': 'The provider has changed since it was read, or no administrator would be left who can sign in without it.',
  'auth.provider.finish': 'This sign-in was already used or took too long.',
  'auth.provider.finishLink': 'This sign-in was already used, took too long, or belongs to another account.',
  'auth.provider.startConfirm': 'The session was not started by a provider.',
  'auth.provider.finishConfirm': 'This sign-in was already used or took too long, or the session was not started by a provider.',
  'auth.provider.startInvitation': 'The invitation has expired, was used or was withdrawn, or its address has an account.',
  'auth.provider.finishInvitation': 'This sign-in was already used or took too long, or the invitation is no longer valid.',
  'auth.provider.unlink': 'The company requires this provider.',
  'auth.provider.unlinkUser': 'The company requires this provider.',
  'identity.decide': 'The request has been approved, rejected, withdrawn or changed.',
  'identity.withdraw': 'The request has been approved, rejected or withdrawn.',
  'identity.confirmEmail': 'The link has expired or was already used, or the address now belongs to another user.',
  'identity.decideMatch': 'The vendor has changed or already has a supplier, or the supplier belongs to another vendor.',
  'member.edit': 'The user has changed since it was read, or is the last owner or administrator.',
  'member.remove': 'The user is the last owner or administrator.',
  'invitation.get': 'The invitation has expired, was used or was withdrawn.',
  'invitation.accept':
    'The invitation has expired, was used or is for another address, or its address has an account and must sign in first.',
  'key.create': 'The company has reached its maximum number of active API keys.',
  'webhook.create': 'The company has reached its maximum number of webhooks.',
  'webhook.test': 'The webhook is off.',
  'webhook.replay': 'The webhook is off.',
  'key.replace': 'Another user created the key, or it no longer works.',
  'itemProposal.create': 'The maximum number of pending proposals is reached.',
  'itemProposal.accept': 'The proposal has since been accepted, rejected or replaced, or the item must be added in the ERP first.',
  'itemProposal.decline': 'The proposal has since been accepted, rejected or replaced.',
  'product.undoDecision':
    'Some decisions belong to another user, are too old, or concern products that have changed or are used by an order. The others are undone.',
  'product.changeStatusPriceApproval':
    'Some products have changed since they were read (`versions`). The others were processed; `data` has the newer records and the number processed.',
  'product.refusePrices':
    'Some products have changed since they were read (`versions`). The others were processed; `data` has the newer records and the number processed.',
  'scheme.edit': 'The scheme has changed since it was read.',
  'scheme.delete': 'Products use the scheme; the message says how many.',
  'einvoice.save': 'The vendor has set an earlier date; `data` has it.',
  'invoice.create': 'The vendor has an invoice with this number in this financial year.',
  'invoice.edit':
    'The invoice has changed since it was read; the number is in use; or the invoice has payments or is approved, which fixes its number, date, order, value and lines.',
  'invoice.delete': 'The invoice has payments, is approved, or memos refer to it.',
  'matchTolerance.remove': 'The tolerances have ended, or are the default ones.',
  'invoice.approve': 'None of the invoices could be approved; `data` has the reasons.',
  'invoice.release': 'The invoice has no exceptions to release, or they have changed since they were shown.',
  'invoice.return': 'The invoice has no lines, has payments, or was already sent back.',
  'invoice.balance': 'Several invoices have this number; `data` has the candidates.',
  'payment.create': 'Several invoices have this number (`data` has the candidates), or another payment of the vendor has this reference.',
  'payment.advance': 'The order is closed or cancelled, or another payment of the vendor has this reference.',
  'payment.transfer': 'Another payment of the vendor has this reference.',
  'payment.reverse': 'The payment is already reversed, is itself a reversal, or comes from the buyer’s ERP.',
  'payment.confirm': 'The payment was already confirmed or rejected.',
  'payment.reject': 'The payment was already confirmed or rejected.',
  'statement.answer':
    'The month has not ended, or the closing balance is no longer the one that was sent; `data` has the current statement.',
  'openingBalance.create': 'The vendor already has an opening balance, or the cut-off day is closed.',
  'openingBalance.accept': 'The opening balance is not waiting for acceptance, or came in a file, which is approved as a whole.',
  'openingBalance.reverse': 'The opening balance is already reversed, is settled in part, or is in a file that waits for an approval.',
  'openingSheet.approve':
    'The file is not waiting for an approval, the cut-off day is closed, a vendor has another opening balance, or an invoice or payment has the number of a document.',
  'openingSheet.reject': 'The file is not waiting for an approval.',
  'buyerOpening.upload': 'The cut-off day is closed, or another upload has changed the opening balances at the same time.',
  'buyerOpening.mark': 'The cut-off day is closed.',
  'debitMemo.create': SEVERAL,
  'creditMemo.create': `${SEVERAL} Or the buyer has an open claim, and the memo does not state whether it settles it (\`claimId\`).`,
  'debitMemo.edit': `The memo has changed since it was read. ${RESTS} ${SEVERAL}`,
  'creditMemo.edit': `The memo has changed since it was read. ${RESTS} ${RESTED} ${SEVERAL}`,
  'debitMemo.remove': RESTS,
  'creditMemo.remove': `${RESTS} ${RESTED}`,
  'debitMemo.accept': 'The memo is not open or has changed since it was read, or the other party must decide on it.',
  'creditMemo.accept': 'The memo is not open or has changed since it was read, or the other party must decide on it.',
  'debitMemo.reverse':
    'The memo is already reversed or replaced by another, comes from a purchase return, waits for the other party, or its invoice is settled.',
  'creditMemo.reverse': `The memo is already reversed, must be decided by the other party, or its invoice is settled. ${RESTED}`,
  'paper.get': 'For package labels: the dispatch note has no packages or is cancelled.',
  'order.acknowledge':
    'The order is not open, is already acknowledged, was amended since it was read, or has a line that waits for a decision.',
  'order.packingLabel': 'The order is cancelled.',
  'orderAnswer.send': 'The order is not open, has changed since it was read, or one of the lines cannot be confirmed now.',
  'orderAnswer.upload': 'One of the orders has been closed or cancelled.',
  'orderAnswer.withdraw': 'The order is not open, has changed since it was read, or no line waits for the buyer.',
  'orderAnswer.decide': 'The order is not open, has changed since it was read, or one of the lines cannot be decided on now.',
  'dispatchNote.create': 'The vendor has a dispatch note with this DC number.',
  'dispatchNote.edit':
    'The dispatch note has changed since it was read, is dispatched or received, its DC number is in use, or it has reached its maximum number of printed documents.',
  'dispatchNote.delete': 'The dispatch note is dispatched (cancel it instead), or has a goods receipt.',
  'dispatchGoods.save':
    'The goods have changed since they were read, were received, or belong to a dispatch note whose status no longer allows a change.',
  'dispatchGoods.transport':
    'The dispatch note has changed since it was read, has no lines, was received, has a status that does not allow a change of transport, or has reached its maximum number of printed documents.',
  'dispatchGoods.move':
    'The dispatch note has changed since it was read, has no lines, was received, has a status that does not allow this, or has reached its maximum number of printed documents.',
  'dispatchGoods.arrive': 'The dispatch note has changed since it was read, has no lines, was received, or is not dispatched.',
  'ewayBill.change':
    'The dispatch note has no e-way bill, was received, is closed or cancelled, or the time for an extension or cancellation has passed or has not begun.',
  'comment.delete': 'The comment was written by someone else, is already deleted, or is older than the time in which it can be deleted.',
  'selfInvoice.create':
    'The goods of the receipt already have a self-invoice, an invoice of the vendor charges GST on them, or the number is already used.',
  'selfInvoice.cancel': 'The self-invoice is already cancelled.',
  'receipt.create': 'The vendor already has a goods receipt with this number, or the dispatch note is already received.',
  'receipt.photo': 'The goods receipt is cancelled, or has its maximum number of photos.',
  'receipt.cancel': 'The goods receipt has changed since it was read, or is already cancelled.',
  'buyerOrder.upload': 'One of the orders has changed.',
  'buyerOrder.edit': "The order has changed since it was read, is closed or cancelled, or comes from the buyer's ERP.",
  'buyerOrder.close': "The order has changed since it was read, is closed or cancelled, or comes from the buyer's ERP.",
  'buyerOrder.confirm': 'The order has changed since it was read, or is cancelled.',
  'buyerOrder.cancel': "The order is closed or cancelled, has accepted goods, or comes from the buyer's ERP.",
  'gstRate.edit': 'The rate has changed since it was read.',
  'registration.edit': 'The GST registration has changed since it was read, or is confirmed.',
  'registration.confirm': 'The GST registration has changed since it was read, or is the registration of the profile.',
  'registration.delete': 'The GST registration is confirmed, is the registration of the profile, or is used by a document or site.',
  'buyerSite.edit': 'The site has changed since it was read.',
  'eventReceivers.edit': 'Another user has changed the record since it was read.',
  'buyerSite.delete': 'Users or invitations are limited to this site; the message names them.',
  'controls.save': 'The settings have changed since they were read.',
  'controls.decide': 'No change is waiting, or it has changed since it was shown.',
  'settings.save': 'The settings have changed since they were read.',
};

/** Calls that limit attempts, besides the limits of API keys. */
const LIMITED: ReadonlySet<string> = new Set([
  'comment.create',
  'itemProposal.create',
  'auth.login',
  'auth.login.code',
  'auth.login.company',
  'auth.create',
  'auth.edit',
  'auth.forgetPassword',
  'auth.provider.start',
  'auth.provider.finish',
  'auth.provider.startLink',
  'auth.provider.startConfirm',
  'auth.provider.startInvitation',
  'auth.provider.finishInvitation',
  'secondFactor.start',
  'secondFactor.confirm',
  'secondFactor.newCodes',
  'secondFactor.off',
  'identity.confirmEmail',
  'key.create',
  'key.replace',
  'webhook.test',
  'invitation.create',
  'invitation.resend',
  'invitation.get',
  'invitation.accept',
  'mail.unsubscribe',
]);

/** The statuses that are declared per call: an undeclared response with one of these is a defect. */
const BY_CALL: ReadonlySet<number> = new Set([409, 410, 412, 429]);

/** True if a call may require a fresh sign-in or the password, that is, if its body has a field for it. */
export function asksProof({ body }: Operation): boolean {
  return 'currentPassWord' in shapeOf(body);
}

/** The refusal statuses of a call. */
function refusalsOf(operation: Operation): number[] {
  const { id, access, params, query, body } = operation;
  const hasBody = operation.method === 'POST' || operation.method === 'PUT';
  const names = [params, query, body].flatMap((schema) => Object.keys(shapeOf(schema)));
  return [
    400,
    // The sign-in calls reject visitors too.
    ...(access !== 'anyone' || hasBody ? [401] : []),
    ...(access === 'anyone' ? [] : [403]),
    ...(id === 'mail.unsubscribe' || (access !== 'anyone' && names.some((name) => /id$/i.test(name) || name === 'invoiceNumber'))
      ? [404]
      : []),
    ...(id in CONFLICTS ? [409] : []),
    ...(id === 'change.list' ? [410] : []),
    ...(id === 'scheme.create' || id === 'scheme.edit' ? [412] : []),
    ...(hasBody ? [413, 415] : []),
    422,
    ...(LIMITED.has(id) || isForKeys(operation) || asksProof(operation) ? [429] : []),
    503,
  ];
}

/** True if the description of a call includes this refusal. */
export function declaresRefusal(operation: Operation, status: number): boolean {
  return !BY_CALL.has(status) || refusalsOf(operation).includes(status);
}

const isForKeys = (operation: Operation) => operation.access !== 'anyone' && scopeOf(operation) !== null;

const REFUSAL_WORDS: Readonly<Record<number, string>> = {
  400: 'Malformed request, or an API key in the address.',
  401: 'No token, or one that is not valid (`not_signed_in`).',
  403: 'The role, the scope or the address of the key, or the status of the account does not allow the call (`not_allowed`), a rule of separate duties or limits does not (its own `code`), or it needs `currentPassWord` (`password_required`).',
  404: 'The record does not exist or does not belong to the caller (`not_found`).',
  410: 'The cursor is too old: start again without one.',
  412: 'The user has since signed in from another device.',
  413: 'Too large: the JSON exceeds 1 MB, or a file or form exceeds its limit.',
  415: 'The body is not JSON (or a form, if the call takes files), or the content of a file does not match its name.',
  422: 'Invalid fields: `errors` has a message for each. `code` names the first rule that rejects them; if a value cannot be read, there is none.',
  429: 'Too many attempts or calls: wait for the time in `Retry-After`.',
  503: 'Busy, or the database is unreachable: wait for the time in `Retry-After`. A write may not be saved; send it again with its Idempotency-Key.',
};

const PROBLEM = { $ref: '#/components/schemas/Problem' };
const WAIT = { 'Retry-After': { $ref: '#/components/headers/retryAfter' } };

/** Refusals that are the same in every call. */
export function commonRefusals(): Schema {
  return Object.fromEntries(
    Object.entries(REFUSAL_WORDS).map(([status, description]) => [
      `refused${status}`,
      {
        description,
        ...((status === '429' || status === '503') && { headers: WAIT }),
        content: { 'application/json': { schema: PROBLEM } },
      },
    ]),
  );
}

export function refusals(operation: Operation): Schema {
  return Object.fromEntries(
    refusalsOf(operation).map((status) => [
      status,
      status === 409 ? conflict(operation) : { $ref: `#/components/responses/refused${status}` },
    ]),
  );
}

function conflict(operation: Operation): Schema {
  const data = conflictData(operation);
  const schema = data === undefined ? PROBLEM : { allOf: [PROBLEM, jsonSchema(z.object({ data }).partial(), 'output', ['conflict'])] };
  return { description: CONFLICTS[operation.id] ?? '', content: { 'application/json': { schema } } };
}

/** Calls that name an invoice by its number, and edit no record. */
const NAMING: ReadonlySet<string> = new Set(['invoice.balance', 'payment.create', 'debitMemo.create', 'creditMemo.create']);

/** The newer record after a stale edit, which has the shape of a saved record's response. */
function conflictData({ id, body, replies }: Operation): z.ZodType | undefined {
  if (id === 'product.undoDecision') return notUndone;
  if (id.startsWith('product.')) return undecided;
  if (id === 'auth.createUser') return undefined;
  if (id === 'creditMemo.create') return z.union([z.array(invoiceCandidate), z.array(claimCandidate)]);
  if (NAMING.has(id)) return z.array(invoiceCandidate);
  if (!('updatedAt' in shapeOf(body))) return undefined;
  const data = replies[200] === undefined ? undefined : shapeOf(replies[200])['data'];
  // Saving a provider returns all of them.
  const newer = data instanceof z.ZodArray ? (data.element as z.ZodType) : data;
  return newer !== undefined && id.endsWith('Memo.edit') ? z.union([newer, z.array(invoiceCandidate), z.array(claimCandidate)]) : newer;
}

export function shapeOf(schema: z.ZodType): Readonly<Record<string, z.ZodType>> {
  const { shape, out } = schema.def as { shape?: Record<string, z.ZodType>; out?: z.ZodType };
  return shape ?? (out === undefined ? {} : shapeOf(out));
}

/** The description of a response other than 200, with an example. In the specification, 201 is a negative response. */
export function answerWords({ id, replies }: Operation, status: string): { description: string; example?: Json } {
  if (status === '202')
    return { description: 'The password is correct. The next step is a code or the choice of a company.', example: NEXT_STEP };
  if (status !== '201') return { description: 'Done.' };
  const schema = replies[201];
  if (schema instanceof z.ZodArray) return { description: 'Nothing found: the list is empty.', example: [] };
  if (schema === sheetRefusal) return { description: 'Rejected: the file has errors, and nothing was saved.', example: SHEET_REFUSED };
  if (id.startsWith('scheme.'))
    return {
      description: "Rejected: the EAN does not match exactly one of the buyer's items.",
      example: { message: schemeMessages.badEan },
    };
  return {
    description: 'Rejected: another user has this e-mail address or mobile number.',
    example: { status: 201, message: accountMessages.duplicateEmail },
  };
}

const NEXT_STEP = { message: securityMessages.codeNeeded, challenge: 'Yk3v8sQpT1mN5xR7wZ2aB4cD6eF8gH0j' };
const SHEET_REFUSED = {
  message: '11 rows are fine, 1 is not: row 2. Nothing was stored.',
  errors: [{ row: 2, column: 'EAN Code', message: productMessages.noMatch }],
  totalErrors: 1,
};
