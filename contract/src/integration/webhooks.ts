import * as z from 'zod';

import { named } from '../ground/fields.ts';
import { FOLLOWED, type Followed } from './changeFeed.ts';
import { oneOf, operationsOf, ownerChoice, proof } from '../ground/operation.ts';
import { say, sayOnce } from '../ground/template.ts';

/** The most webhooks of one company. */
export const WEBHOOKS_MAX = 50;
const URL_MAX = 500;
/** The seconds until each retry. After the last one a delivery fails, and a webhook that accepted nothing meanwhile is turned off. */
export const RETRY_SECONDS = [5, 30, 5 * 60, 3_600, 6 * 3_600, 24 * 3_600, 24 * 3_600, 24 * 3_600] as const;
/** The hours for which the old secret still signs after its replacement. */
export const OLD_SECRET_HOURS = 24;
/** The days for which deliveries can be viewed and sent again. */
export const DELIVERY_DAYS = 30;
export const DELIVERIES_SHOWN = 100;
/** The seconds within which a webhook must respond. */
export const ANSWER_SECONDS = 10;

const ENTITIES = Object.keys(FOLLOWED) as [Followed, ...Followed[]];

export const messages = {
  created: 'Webhook added. Copy its secret now: it is shown only once.',
  saved: 'Webhook saved.',
  rotated: sayOnce(
    'New secret created. Copy it now: it is shown only once. The old one also signs messages for {OLD_SECRET_HOURS} hours.',
    {
      OLD_SECRET_HOURS,
    },
  ),
  removed: 'Webhook removed, with its delivery log.',
  url: 'Enter an address like https://erp.example.com/aapurti.',
  urlLong: sayOnce('An address has at most {URL_MAX} characters.', { URL_MAX }),
  urlUser: 'Do not put a user name or password in the address. Check the signature instead.',
  https: 'The address must start with https.',
  private: "This address is not on the public internet, or is the portal's own.",
  events: 'Choose at least one record type.',
  many: sayOnce('A company can have at most {WEBHOOKS_MAX} webhooks. Remove one that you no longer use.', { WEBHOOKS_MAX }),
  off: 'This webhook is turned off.',
  secretOfVendor: "Only the webhook's company can see its secret. Ask an owner there to create a new one, or turn off the webhook.",
  formOfVendor: "Only the webhook's company can change its address and record types. You can turn it on or off.",
  replayed: (count: number) =>
    say(
      '{count, plural, =0 {No deliveries need to be sent again.} one {One delivery is sent again.} other {# deliveries are sent again.}}',
      {
        count,
      },
    ),
} as const;

/** The reasons for a failed delivery without a status. The webhook's response is never shown. */
export const FAILURES = {
  private: messages.private,
  name: 'The host name was not found.',
  refused: 'The connection was rejected.',
  certificate: 'No secure connection: the address needs TLS and a valid certificate.',
  late: sayOnce('No response within {ANSWER_SECONDS} seconds.', { ANSWER_SECONDS }),
  broken: 'The connection was interrupted.',
} as const;
export type Failure = keyof typeof FAILURES;

const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;

/** The outcome of an attempt: the status of the response, or the reason for having none. */
const outcome = {
  status: z.number().nullable(),
  error: z.string().nullable(),
};

const webhook = named('Webhook', {
  _id: z.string(),
  url: z.string(),
  events: z.array(z.enum(ENTITIES)),
  /** `failing` means that the webhook is on, but nothing was delivered lately. */
  state: z.enum(['on', 'failing', 'off']),
  offReason: z.string().nullable(),
  madeBy: z.string(),
  createdAt: z.string(),
  deliveredAt: z.string().nullable(),
  /** Not delivered yet. */
  waiting: z.number(),
  failed: z.number(),
  oldSecretUntil: z.string().nullable(),
});
export type Webhook = z.infer<typeof webhook>;

const delivery = named('WebhookDelivery', {
  _id: z.string(),
  messageId: z.string(),
  /** The name of the event, for example `invoice.changed`. */
  type: z.string(),
  recordId: z.string(),
  at: z.string(),
  state: z.enum(DELIVERY_STATES),
  tries: z.number(),
  triedAt: z.string().nullable(),
  /** The earliest time of a pending delivery's next attempt. */
  dueAt: z.string().nullable(),
  ...outcome,
});
export type Delivery = z.infer<typeof delivery>;

/** Only this response contains the secret. */
const withSecret = z.object({ message: z.string(), _id: z.string(), secret: z.string() });

const url = z
  .string(messages.url)
  .trim()
  .max(URL_MAX, messages.urlLong)
  .superRefine((text, context) => {
    const refuse = (words: string) => context.addIssue({ code: 'custom', message: words });
    if (!URL.canParse(text)) return refuse(messages.url);
    const { protocol, username, password, hostname } = new URL(text);
    if (!/^https?:$/.test(protocol) || hostname === '') return refuse(messages.url);
    if (username !== '' || password !== '') return refuse(messages.urlUser);
  })
  // The URL without the fragment, which is never sent.
  .transform((text) => {
    if (!URL.canParse(text)) return text;
    const parsed = new URL(text);
    parsed.hash = '';
    return parsed.href;
  });

const form = {
  url,
  events: z.array(z.enum(ENTITIES, messages.events), messages.events).min(1, messages.events).max(ENTITIES.length, messages.events),
};

/** A URL as others may read it, without possible passwords: the values of its query and long runs of letters and digits. */
export function maskedUrl(address: string): string {
  const [whole = '', ...query] = address.split('?');
  const path = whole.replace(/(?<![:/])\/(?=[^/]*\d)(?=[^/]*[a-z])[^/]{16,}/gi, '/***');
  if (query.length === 0) return path;
  const parts = query.join('?').split('&');
  return `${path}?${parts.map((part) => (part.includes('=') ? part.replace(/=.*$/s, '=***') : '***')).join('&')}`;
}

/** Webhooks of a company's own systems, which receive changes. */
export const webhooks = operationsOf('webhook', 'people', {
  list: {
    summary: "List the company's webhooks; an administrator can name a vendor and then sees URLs without parts that may be secret",
    route: 'GET /api/webhooks',
    query: z.object({ userID: ownerChoice }),
    replies: { 200: z.array(webhook) },
  },
  create: {
    summary: "Add a webhook of the caller's company, turned on; the response shows the secret that signs its messages",
    route: 'POST /api/webhooks',
    body: z.object({ ...form, ...proof }),
    replies: { 200: withSecret },
  },
  edit: {
    summary:
      "Change the URL and record types of a webhook, or turn it on or off; an administrator can only turn a vendor's webhook on or off",
    route: 'PUT /api/webhooks/{id}',
    body: z.object({ ...form, ...proof, on: z.boolean('Must be true or false.') }),
  },
  rotate: {
    summary: `Create a new secret for a webhook of the caller's company; for ${OLD_SECRET_HOURS} hours messages carry both signatures`,
    route: 'POST /api/webhooks/{id}/secret',
    body: z.object(proof),
    replies: { 200: withSecret },
  },
  remove: {
    summary: 'Remove a webhook with its deliveries',
    route: 'DELETE /api/webhooks/{id}',
  },
  test: {
    summary: 'Send one `test` message now and return its result',
    route: 'POST /api/webhooks/{id}/test',
    replies: { 200: z.object({ delivered: z.boolean(), ...outcome }) },
  },
  deliveries: {
    summary: `List the newest ${DELIVERIES_SHOWN} deliveries of a webhook in the last ${DELIVERY_DAYS} days`,
    route: 'GET /api/webhooks/{id}/deliveries',
    query: z.object({
      state: oneOf(DELIVERY_STATES).optional(),
    }),
    replies: { 200: z.array(delivery) },
  },
  replay: {
    summary: 'Send a delivery again with the same `webhook-id`; without an ID, send all failed deliveries again',
    route: 'POST /api/webhooks/{id}/replay',
    body: z.object({ delivery: z.string().max(20).optional() }),
    replies: { 200: z.object({ message: z.string(), count: z.number() }) },
  },
});
