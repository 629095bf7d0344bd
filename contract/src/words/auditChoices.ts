import { ROLE_WORDS } from '../access/roleWords.ts';
import type { Role } from '../access/roles.ts';
import { STATE_WORDS } from '../dispatch-notes/dispatchRules.ts';
import { BASIS_WORDS, DISPATCH_KINDS, MOVEMENTS, PACKAGE_WORDS, TRANSPORT_WORDS } from '../dispatch-notes/movements.ts';
import { CONDITION_WORDS } from '../ground/rateRules.ts';
import { REGISTRATION_KIND_WORDS } from '../ground/registrationRules.ts';
import { sayOnce } from '../ground/template.ts';
import { AREAS } from '../integration/keys.ts';
import { EVENT_NAMES } from '../integration/eventNames.ts';
import { RULE_WORDS } from '../invoices/matchFacts.ts';
import { MATCH_NAMES } from '../invoices/matchNames.ts';
import { NOTE_WORDS } from '../ground/gst.ts';
import { OPENING_KINDS } from '../payments/account.ts';
import { MODE_WORDS, ONLINE_WORDS } from '../payments/payments.ts';
import { BROKEN_RULES } from '../payments/reported.ts';
import { REFUSAL_CAUSES } from '../products/refusalCauses.ts';
import { ACCEPTANCE_WORDS } from '../purchase-orders/orders.ts';
import { ANSWER_WORDS } from '../purchase-orders/loggedAnswer.ts';
import { PAYABLE_WORDS, PRESET_WORDS } from '../settings/controlChoices.ts';
import { NUMBERING_WORDS } from '../settings/documentNumbers.ts';
import { FACTOR_WORDS, SIGN_IN_WORDS } from '../sign-in/signInWords.ts';
import { ENTITIES } from './auditActions.ts';

type Words = Readonly<Record<string, string>>;

const ROLES: Words = Object.fromEntries(
  Object.entries(ROLE_WORDS).map(([role, { name }]: [string, { name: string }]) => [role as Role, name]),
);
const SIDES = { buyer: 'Buyer', vendor: 'Vendor' } as const;
const SCOPES: Words = Object.fromEntries(
  Object.entries(AREAS).flatMap(([area, { name }]) => [
    [`${area}:read`, sayOnce('{label} ({mode})', { label: name, mode: 'Read only' })],
    [`${area}:write`, sayOnce('{label} ({mode})', { label: name, mode: 'Read and write' })],
  ]),
);

/** The log's text for each choice of a field: the field, then the value as in the contract. `auditChoices.test.ts` finds a missing one. */
export const CHOICES: Readonly<Record<string, Words>> = {
  acceptance: ACCEPTANCE_WORDS,
  cause: REFUSAL_CAUSES,
  condition: CONDITION_WORDS,
  defaultRole: ROLES,
  documentKind: { ...ENTITIES, vendor: 'Vendor' },
  events: EVENT_NAMES,
  invoiceNumbers: NUMBERING_WORDS,
  issuer: SIDES,
  kind: {
    ...Object.fromEntries(DISPATCH_KINDS.map((kind) => [kind, MOVEMENTS[kind].words])),
    ...REGISTRATION_KIND_WORDS,
    ...OPENING_KINDS,
    ...NOTE_WORDS,
    ...PACKAGE_WORDS,
  },
  language: { en: 'English', hi: 'हिन्दी' },
  list: { units: 'Units', hsn: 'HSN codes', ifsc: 'IFSC codes' },
  mailRoles: ROLES,
  matchState: MATCH_NAMES,
  mode: TRANSPORT_WORDS,
  noticeRoles: ROLES,
  onlineKind: ONLINE_WORDS,
  payableInvoices: PAYABLE_WORDS,
  paymentMode: MODE_WORDS,
  preset: PRESET_WORDS,
  quantityBasis: BASIS_WORDS,
  result: SIGN_IN_WORDS,
  role: ROLES,
  roles: ROLES,
  rule: { ...RULE_WORDS, ...BROKEN_RULES },
  scopes: SCOPES,
  secondFactor: FACTOR_WORDS,
  side: SIDES,
  state: { ...ANSWER_WORDS, ...STATE_WORDS },
  status: {
    open: 'Waiting',
    accepted: 'Accepted',
    answered: 'Settled',
    reversed: 'Reversed',
    reported: 'Waiting',
    confirmed: 'Confirmed',
    rejected: 'Rejected',
  },
  tenderType: MODE_WORDS,
};
