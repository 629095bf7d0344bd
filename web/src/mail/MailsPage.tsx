import { MAIL_STATES, mail, type MailState, type QueuedMail } from '@aapurti/contract/mail/mail';

import { type Column, custom, number, status, text } from '../list/columns.tsx';
import { selectFilter, textFilter } from '../list/filters.ts';
import { ListPage } from '../list/ListPage.tsx';
import { showInstant } from '../ui/showInstant.ts';
import type { Tone } from '../ui/StatusBadge.tsx';

import { t } from '../words/words.ts';
import { KINDS as GATHERED } from './kinds.ts';

const KINDS: Readonly<Record<string, string>> = {
  reset: 'Reset link',
  invitation: 'Link to set a password',
  registration: 'Registration received',
  activation: 'Account activated',
  password: 'Password changed',
  email: 'E-mail changed',
  secondFactorOn: 'Two-step verification on',
  secondFactorOff: 'Two-step verification off',
  secondFactorReset: 'Two-step verification reset',
  keyCreated: 'API key created',
  newKey: 'New API key',
  newWebhook: 'New webhook',
  newProvider: 'New SSO provider',
  newOwner: 'New owner',
  newControls: 'Payment controls changed',
  booksDiffer: 'Account check found differences',
  providerLinked: 'Account linked to an SSO provider',
  webhookOff: 'Webhook turned off',
  licence: 'FSSAI licence expiring',
  recoveryCode: 'Recovery code used',
  member: 'Invitation to a company',
  sentBack: 'Registration sent back',
  emailLink: 'Link to confirm an e-mail',
  emailAsked: 'E-mail change requested',
  identity: 'Decision on bank or tax details',
  ...Object.fromEntries(Object.entries(GATHERED).map(([kind, { label }]) => [kind, label])),
};

const TONES: Readonly<Record<MailState, Tone>> = {
  waiting: 'neutral',
  sending: 'neutral',
  sent: 'good',
  failed: 'bad',
  unknown: 'warn',
  expired: 'warn',
  unwanted: 'neutral',
  merged: 'neutral',
};

const columns: readonly Column<QueuedMail>[] = [
  { ...custom<QueuedMail>('Time', ({ createdAt }) => showInstant(createdAt), { sortBy: 'createdAt', brief: true }), figures: true },
  text('Recipient', 'to', { lead: true, width: 280 }),
  custom('Event', ({ kind }) => t(KINDS[kind] ?? kind), { brief: true }),
  status('Status', ({ state }) => ({ word: MAIL_STATES[state], tone: TONES[state] }), { name: 'State', brief: true }),
  number('Attempts', 'tries'),
  custom('Next Attempt', ({ dueAt }) => (dueAt === null ? '–' : showInstant(dueAt))),
  text('Mail server', 'error', { width: 320 }),
];

const filters = [
  textFilter('Recipient', 'to'),
  selectFilter(
    'Status',
    'state',
    Object.entries(MAIL_STATES).map(([value, label]) => ({ value, label })),
  ),
];

/** The status of every e-mail of the last 90 days, for administrators. Only the receiver sees the text. */
export function MailsPage() {
  return (
    <ListPage
      title="E-mails sent by the portal"
      operation={mail.list}
      columns={columns}
      filters={filters}
      pageSize={20}
      rowKey={(row) => row._id}
      rowName={(row) => t('e-mail to {to}', { to: row.to })}
      hint="E-mails sent by the portal appear here."
    />
  );
}
