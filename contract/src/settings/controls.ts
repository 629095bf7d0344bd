import { PAYABLE, PAYABLE_WORDS, type Preset, PRESET_WORDS, PRESETS } from './controlChoices.ts';
import * as z from 'zod';

import { flag, showMoney } from '../ground/fields.ts';
import { type Decimal, MONEY, optionalNumber, PERCENT, requiredNumber, WHOLE } from '../ground/numbers.ts';
import { changesOf, operationsOf, proof } from '../ground/operation.ts';
import { say } from '../ground/template.ts';

/** The roles that approve, release or pay, and that may have limits. */
export const LIMITED_ROLES = ['administrator', 'accounts', 'approver'] as const;
export type LimitedRole = (typeof LIMITED_ROLES)[number];

export const messages = {
  saved: 'Controls saved.',
  waits: 'These controls are weaker than the current ones. They apply when another administrator or approver confirms them.',
  confirmed: 'The weaker controls now apply.',
  rejected: 'The weaker controls were rejected. The current ones still apply.',
  alone: 'Controls saved. No other administrator or approver can confirm them: invite a second one under People.',
  preset: 'Select a preset.',
  payable: 'Select the invoices that can be paid.',
  hours: 'Enter a whole number of hours from 0 to 240.',
  limit: 'Enter an amount above 0, or leave it blank for no limit.',
  advance: 'Enter a percentage from 0 to 100, or leave it blank for no limit.',
  strict: 'Every role needs a limit under Strict.',
  dayBelow: (day: string, document: string) =>
    say('The limit per day ({day}) is below the limit per document ({document}). Raise it, or lower the limit per document.', {
      day,
      document,
    }),
} as const;

/** The refusals because of controls and separation of duties, by their code. */
export const refusalMessages = {
  duties_needed: () => 'Separation of duties can be turned off only with the preset As entered, or while the buyer has a single user.',
  nothing_waits: () => 'No controls are waiting for confirmation.',
  controls_changed: () => 'The pending controls have changed since you opened them. Review them again.',
  own_controls: () => 'You requested these controls. Another administrator or approver must confirm them.',
  you_entered: ({ who, document, day }: Deed) =>
    say('{who} entered or changed {document} on {day}, so another user must do this.', { who, document, day }),
  you_approved: ({ who, document, day }: Deed) =>
    say('{who} approved or released {document} on {day}, so another user must pay it.', { who, document, day }),
  approver_changed: ({ who, document, day }: Deed) =>
    say(
      '{person} approved or released {document}, and also entered or changed it on {day}. Another user must approve it before it can be paid.',
      { person: who, document, day },
    ),
  above_document_limit: ({ amount, limit }: Excess) =>
    say('{amount} is above your limit of {limit} per document. Ask another user.', { amount, limit }),
  above_day_limit: ({ amount, limit, sum }: Excess) =>
    say('With {amount}, your total for today would be {sum}. Your limit is {limit} per day. Ask another user, or continue tomorrow.', {
      amount,
      sum,
      limit,
    }),
} as const;
/** Names of the reasons for rejecting the limits of a role, for programs. */
export const limitCodes = { needed: 'limit_needed', dayBelow: 'day_limit_below_document' } as const;

export type RefusalCode = keyof typeof refusalMessages;

/** The actions on a document, from the caller's point of view. */
export const doers = {
  you: 'You',
  forYou: (person: string) => say('{person} (acting for you)', { person }),
  yourAbsent: (person: string) => say('{person} (you act for this user)', { person }),
  yourAccount: (person: string) => say('{person} (whose password or e-mail you set)', { person }),
  yourGiver: (person: string) => say('{person} (who set your password or e-mail)', { person }),
  sameGiver: (person: string) => say('{person} (whose password or e-mail was set by the administrator who set yours)', { person }),
} as const;

/** A user and an action on a document. */
interface Deed {
  who: string;
  document: string;
  day: string;
}

/** Amounts in rupees, as formatted texts. */
interface Excess {
  amount: string;
  limit: string;
  sum: string;
}

const hours = requiredNumber({ ...WHOLE, most: 240 }, { invalid: messages.hours }).transform((value) => value.toNumber());
const limit = optionalNumber({ ...MONEY, least: 0.01 }, { invalid: messages.limit });

/** The rules of the single fields; `checkedControls` has those for the whole form. */
const controlsForm = z.object({
  preset: z.enum(PRESETS, messages.preset),
  payableInvoices: z.enum(PAYABLE, messages.payable),
  /** Rejects invoices with lines above the accepted quantity. Otherwise they are saved as exceptions. */
  invoiceOnlyAccepted: flag,
  duties: flag,
  bankTwoPeople: flag,
  bankWaitHours: hours,
  vendorPaymentsReported: flag,
  /** The share of an order's value that may be paid before it is invoiced; null means no limit. */
  advancePercent: optionalNumber(PERCENT, { invalid: messages.advance }),
  limitAdministrator: limit,
  limitAccounts: limit,
  limitApprover: limit,
  dayLimitAdministrator: limit,
  dayLimitAccounts: limit,
  dayLimitApprover: limit,
});
type ControlsForm = z.output<typeof controlsForm>;

/** The names of a role's limits: per document, and per day. */
export const LIMITS = {
  administrator: ['limitAdministrator', 'dayLimitAdministrator'],
  accounts: ['limitAccounts', 'dayLimitAccounts'],
  approver: ['limitApprover', 'dayLimitApprover'],
} as const satisfies Record<LimitedRole, readonly (keyof ControlsForm)[]>;

export const checkedControls = controlsForm.superRefine((form, context) => {
  for (const [ofDocument, ofDay] of Object.values(LIMITS)) {
    for (const name of [ofDocument, ofDay])
      if (form.preset === 'strict' && form[name] === null)
        context.addIssue({ code: 'custom', path: [name], message: messages.strict, params: { code: limitCodes.needed } });
    const [document, day] = [form[ofDocument], form[ofDay]];
    if (document !== null && day?.lt(document) === true) {
      const message = messages.dayBelow(showMoney(day.toFixed(2)), showMoney(document.toFixed(2)));
      context.addIssue({ code: 'custom', path: [ofDay], message, params: { code: limitCodes.dayBelow } });
    }
  }
});

const amount = z.number().nullable();
const stored = {
  bankWaitHours: z.number(),
  advancePercent: amount,
  limitAdministrator: amount,
  limitAccounts: amount,
  limitApprover: amount,
  dayLimitAdministrator: amount,
  dayLimitAccounts: amount,
  dayLimitApprover: amount,
};
const values = controlsForm.extend(stored);
/** The controls as stored. */
export type ControlValues = z.infer<typeof values>;

const NO_LIMITS = {
  limitAdministrator: null,
  limitAccounts: null,
  limitApprover: null,
  dayLimitAdministrator: null,
  dayLimitAccounts: null,
  dayLimitApprover: null,
};

/** The controls that a preset proposes. Each can be changed afterwards, within the rules of the preset. */
export const PRESET_VALUES: Readonly<Record<Preset, ControlValues>> = {
  entered: {
    preset: 'entered',
    payableInvoices: 'any',
    invoiceOnlyAccepted: false,
    duties: false,
    bankTwoPeople: false,
    bankWaitHours: 24,
    vendorPaymentsReported: false,
    advancePercent: null,
    ...NO_LIMITS,
  },
  matched: {
    preset: 'matched',
    payableInvoices: 'matched',
    invoiceOnlyAccepted: false,
    duties: true,
    bankTwoPeople: true,
    bankWaitHours: 24,
    vendorPaymentsReported: true,
    advancePercent: 0,
    ...NO_LIMITS,
  },
  strict: {
    preset: 'strict',
    payableInvoices: 'approved',
    invoiceOnlyAccepted: true,
    duties: true,
    bankTwoPeople: true,
    bankWaitHours: 24,
    vendorPaymentsReported: true,
    advancePercent: 0,
    limitAdministrator: 2_500_000,
    dayLimitAdministrator: 10_000_000,
    limitAccounts: 500_000,
    dayLimitAccounts: 2_500_000,
    limitApprover: 1_000_000,
    dayLimitApprover: 5_000_000,
  },
};

type Name = keyof ControlValues;
export const CONTROL_NAMES = Object.keys(controlsForm.shape) as Name[];

/** The controls that a change relaxes: more may be paid, by fewer users, or sooner. */
export function weakened(before: ControlValues, after: ControlValues): Name[] {
  const rank = (all: readonly string[], value: string) => all.indexOf(value);
  const higher = (name: 'advancePercent' | (typeof LIMITS)[LimitedRole][number]) => {
    const [was, is] = [before[name], after[name]];
    return was !== null && (is === null || is > was);
  };
  return CONTROL_NAMES.filter((name) => {
    switch (name) {
      case 'preset':
        return rank(PRESETS, after.preset) < rank(PRESETS, before.preset);
      case 'payableInvoices':
        return rank(PAYABLE, after.payableInvoices) < rank(PAYABLE, before.payableInvoices);
      case 'bankWaitHours':
        return after.bankTwoPeople && after.bankWaitHours < before.bankWaitHours;
      case 'invoiceOnlyAccepted':
      case 'duties':
      case 'bankTwoPeople':
      case 'vendorPaymentsReported':
        return before[name] && !after[name];
      default:
        return higher(name);
    }
  });
}

/** The labels of the controls, for the screen, the log and the e-mail. */
export const CONTROL_LABELS: Readonly<Record<Name, string>> = {
  preset: 'Preset',
  payableInvoices: 'Payable invoices',
  invoiceOnlyAccepted: 'Invoices above the accepted quantity',
  duties: 'Separation of duties',
  bankTwoPeople: 'Bank details',
  bankWaitHours: 'Waiting period for bank details',
  vendorPaymentsReported: 'Payments that vendors add',
  advancePercent: 'Advance limit (% of the order)',
  limitAdministrator: 'Administrator, per document',
  dayLimitAdministrator: 'Administrator, per day',
  limitAccounts: 'Accounts, per document',
  dayLimitAccounts: 'Accounts, per day',
  limitApprover: 'Approver, per document',
  dayLimitApprover: 'Approver, per day',
};

const record = values
  .extend({
    /** False until an administrator has saved the controls once. */
    reviewed: z.boolean(),
    /** The number of active users who may approve, release or pay. With fewer than three, only approving needs a second user. */
    people: z.number(),
    /** A pending relaxation of controls, which waits for another user. */
    waiting: z.object({ changes: values.partial(), by: z.string(), isOwn: z.boolean(), at: z.string() }).nullable(),
    updatedAt: z.string(),
  })
  .meta({ id: 'Controls' });
export type Controls = z.infer<typeof record>;

const saved = { 200: z.object({ message: z.string(), data: record }) };

export const controls = operationsOf('controls', {
  get: {
    summary: 'Get the payment controls: payable invoices, duties, bank details and limits',
    route: 'GET /api/controls',
    access: 'buyers',
    replies: { 200: record },
  },
  decide: {
    summary: 'Confirm or reject weaker controls requested by another user; 409 if they have changed',
    route: 'PUT /api/controls/waiting',
    access: 'identityApproval',
    body: z.object({
      approve: z.boolean('Must be true or false.'),
      at: z.string('Must be the time of the pending controls.'),
      ...proof,
    }),
    replies: saved,
  },
  save: {
    summary:
      'Change the payment controls; choosing a preset sets its switches. While duties are on, weaker controls wait for another user; 409 when stale',
    route: 'PUT /api/controls',
    access: 'administrators',
    body: changesOf(controlsForm, proof),
    replies: saved,
  },
});

/** The English text for a control's value. */
export function controlWords(name: Name, value: ControlValues[Name] | Decimal | undefined): string {
  switch (name) {
    case 'preset':
      return PRESET_WORDS[value as Preset];
    case 'payableInvoices':
      return PAYABLE_WORDS[value as (typeof PAYABLE)[number]];
    case 'invoiceOnlyAccepted':
      return value === true ? 'Reject' : 'Save as an exception';
    case 'duties':
      return value === true ? 'On' : 'Off';
    case 'bankTwoPeople':
      return value === true ? 'Two users' : 'One user';
    case 'bankWaitHours':
      return say('{count, plural, one {# hour} other {# hours}}', { count: Number(value) });
    case 'vendorPaymentsReported':
      return value === true ? 'Report to accounts' : 'Settle the invoice';
    case 'advancePercent':
      return value === null || value === undefined ? 'No limit' : `${Number(value)}%`;
    default:
      return value === null || value === undefined ? 'No limit' : showMoney(Number(value));
  }
}
