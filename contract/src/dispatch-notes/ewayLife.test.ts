/** The steps of an e-way bill that are possible at a time, and the reason for each that is not. */
import { expect, test } from 'vitest';

import { EWAY_ACTIONS, ewayObstacle } from './ewayLife.ts';

const NOW = new Date('2026-11-23T06:00:00Z');
const NOTE = {
  eWayBillNumber: '301002999920',
  state: 'left',
  ewayMadeAt: '2026-11-23T05:00:00Z',
  ewayValidUntil: '2026-11-23T13:59:00Z',
  transporterId: '05AAACG2140A1ZL',
  vehicles: [{ number: 'GJ07DL9009' }],
} as const;

const ALL = { partB: null, transporter: null, extend: null, cancel: null };
const every = (reason: string) => ({ partB: reason, transporter: reason, extend: reason, cancel: reason });
const NO_VEHICLE = 'Enter the vehicle under "Change transport" first.';

test.each([
  ['a bill that ends soon', {}, ALL],
  ['8 hours before its end', { ewayValidUntil: '2026-11-23T14:00:00Z' }, ALL],
  [
    'more than 8 hours before its end',
    { ewayValidUntil: '2026-11-23T14:01:00Z' },
    { ...ALL, extend: 'This e-way bill can be extended from 23-11-2026 11:31 to 24-11-2026 03:31.' },
  ],
  ['8 hours after its end', { ewayValidUntil: '2026-11-22T22:00:00Z' }, ALL],
  [
    'more than 8 hours after its end',
    { ewayValidUntil: '2026-11-22T21:59:00Z' },
    { ...ALL, extend: 'This e-way bill can be extended from 22-11-2026 19:29 to 23-11-2026 11:29.' },
  ],
  [
    'unknown validity',
    { ewayValidUntil: null },
    { ...ALL, extend: 'The validity of this e-way bill is unknown, so it cannot be extended here.' },
  ],
  ['24 hours after it was made', { ewayMadeAt: '2026-11-22T06:00:00Z' }, ALL],
  [
    'more than 24 hours after it was made',
    { ewayMadeAt: '2026-11-22T05:59:59Z' },
    { ...ALL, cancel: 'An e-way bill can be cancelled within 24 hours. This one could be cancelled until 23-11-2026 11:29.' },
  ],
  ['no vehicle', { vehicles: [{ number: null }] }, { ...ALL, partB: NO_VEHICLE, extend: NO_VEHICLE }],
  ['no transporter', { transporterId: null }, { ...ALL, transporter: 'Enter the transporter ID under "Change transport" first.' }],
  ['no e-way bill', { eWayBillNumber: null }, every('This dispatch note has no e-way bill number.')],
  ['a dispatch note without lines', { state: null }, every('This dispatch note has no e-way bill number.')],
  [
    'a cancelled dispatch note',
    { state: 'cancelled' as const },
    every('This dispatch note is cancelled. Its goods can no longer be changed.'),
  ],
  ['a closed dispatch note', { state: 'closed' as const }, every('This dispatch note is closed. Its goods can no longer be changed.')],
])('the portal offers the right changes of an e-way bill: %s', (_, more, expected) => {
  const found = EWAY_ACTIONS.map((action) => [action, ewayObstacle({ ...NOTE, ...more }, action, NOW)]);
  expect(Object.fromEntries(found)).toEqual(expected);
});
