import { type DispatchGoods, messages } from './dispatchGoods.ts';
import { STATE_WORDS } from './dispatchRules.ts';
import { EXTEND_HOURS } from './ewayClock.ts';
import { showDate } from '../ground/fields.ts';
import { normaliseVehicle } from '../ground/india.ts';
import { say } from '../ground/template.ts';

/*
 * The life of an e-way bill after its number (rule 138 of the CGST Rules): Part B of other vehicles, another transporter, a longer validity,
 * cancellation. The requests have the keys and codes of the portal's API.
 */

const HOUR_MS = 3_600_000;
/** Rule 138(9). */
const CANCEL_HOURS = 24;

export const EWAY_ACTIONS = ['partB', 'transporter', 'extend', 'cancel'] as const;
export type EwayAction = (typeof EWAY_ACTIONS)[number];

/** The reasons that the government portal accepts for each action, with its codes. */
export const EWAY_REASONS = {
  partB: { breakdown: 1, transshipment: 2, other: 3, first_time: 4 },
  transporter: {},
  extend: { calamity: 1, law_and_order: 2, transshipment: 4, accident: 5, other: 99 },
  cancel: { duplicate: 1, order_cancelled: 2, data_entry: 3, other: 4 },
} as const satisfies Record<EwayAction, Readonly<Record<string, number>>>;

/** The portal's code for a reason; undefined if it does not accept the reason for the action. */
export const reasonCode = (action: EwayAction, reason: string | null): number | undefined =>
  reason === null ? undefined : (EWAY_REASONS[action] as Readonly<Record<string, number>>)[reason];

export const lifeMessages = {
  saved: {
    partB: 'Part B updated.',
    transporter: 'Transporter updated.',
    extend: 'E-way bill extended.',
    cancel: 'E-way bill cancelled.',
  },
  noBill: 'This dispatch note has no e-way bill number.',
  action: 'Choose an option.',
  reason: 'Choose a reason.',
  place: 'Enter the place where the goods are.',
  state: 'Choose the state where the goods are.',
  pin: 'Enter the PIN code of the place where the goods are.',
  remaining: 'Enter the remaining distance: whole kilometres from 1 to 4000.',
  noVehicle: 'Enter the vehicle under "Change transport" first.',
  noTransporter: 'Enter the transporter ID under "Change transport" first.',
  noValidity: 'The validity of this e-way bill is unknown, so it cannot be extended here.',
} as const;

/** Names of the reasons for rejecting a change of an e-way bill, for programs. */
export const lifeCodes = { noBill: 'no_eway_bill', notNow: 'eway_bill_not_now', incomplete: 'eway_bill_incomplete' } as const;

/** Date and time in India, which is 5:30 hours ahead all year. */
function inIndia(at: number): string {
  const [day, time = ''] = new Date(at + 5.5 * HOUR_MS).toISOString().split('T');
  return `${showDate(day)} ${time.slice(0, 5)}`;
}

/** The reason why a bill can no longer be cancelled: the portal cancels only within 24 hours of generation. */
function cancelProblem(madeAt: string, now: Date): string | null {
  const last = Date.parse(madeAt) + CANCEL_HOURS * HOUR_MS;
  const until = inIndia(last);
  return now.getTime() <= last
    ? null
    : say('An e-way bill can be cancelled within 24 hours. This one could be cancelled until {until}.', { until });
}

/** The reason why a bill cannot be extended now: the portal extends from 8 hours before its end to 8 hours after it. */
function extendProblem(validUntil: string, now: Date): string | null {
  const end = Date.parse(validUntil);
  const [from, to] = [end - EXTEND_HOURS * HOUR_MS, end + EXTEND_HOURS * HOUR_MS];
  if (from <= now.getTime() && now.getTime() <= to) return null;
  const [first, last] = [from, to].map((at) => inIndia(at));
  return say('This e-way bill can be extended from {first} to {last}.', { first, last });
}

type BilledNote = Pick<DispatchGoods, 'eWayBillNumber' | 'state' | 'ewayMadeAt' | 'ewayValidUntil' | 'transporterId'> & {
  vehicles: readonly { number: string | null }[];
};

/** The reason why no action on a note's bill is possible any longer, or yet. */
export function billProblem({ eWayBillNumber, state }: Pick<BilledNote, 'eWayBillNumber' | 'state'>): string | null {
  if (eWayBillNumber === null || state === null) return lifeMessages.noBill;
  return state === 'closed' || state === 'cancelled' ? messages.fixed(STATE_WORDS[state].toLowerCase()) : null;
}

/** The reason why the time for a change has passed, or has not come. */
export function lateProblem({ ewayMadeAt, ewayValidUntil: until }: BilledNote, action: EwayAction, now: Date): string | null {
  if (action === 'cancel') return ewayMadeAt === null ? null : cancelProblem(ewayMadeAt, now);
  if (action !== 'extend') return null;
  return until === null ? lifeMessages.noValidity : extendProblem(until, now);
}

/** The transport details that the portal requires for a change, and that the note lacks. */
export function transportMissing({ vehicles, transporterId }: Pick<BilledNote, 'vehicles' | 'transporterId'>, action: EwayAction) {
  if (action === 'transporter') return transporterId === null ? lifeMessages.noTransporter : null;
  return action !== 'cancel' && vehicles.every(({ number }) => number === null) ? lifeMessages.noVehicle : null;
}

/** The reason why an action on the bill is impossible now; null if it is possible. */
export const ewayObstacle = (note: BilledNote, action: EwayAction, now: Date): string | null =>
  billProblem(note) ?? lateProblem(note, action, now) ?? transportMissing(note, action);

interface Transport {
  mode: 'road' | 'rail' | 'air' | 'ship' | null;
  transporterId: string | null;
  transportDocument: string | null;
  transportDocumentOn: string | null;
  vehicles: readonly { number: string | null; over: boolean }[];
}

interface LifeFacts {
  number: string;
  reason: string | null;
  remark: string | null;
  place: string | null;
  state: string | null;
  pin: string | null;
  remainingDistance: number | null;
  transport: Transport;
}

export type EwayRequest = Record<string, string | number | null>;

const MODES = { road: 1, rail: 2, air: 3, ship: 4 } as const;
const slashed = (day: string | null) => (day === null ? '' : day.split('-').toReversed().join('/'));

/** The requests to the portal, with the keys of its API; several vehicles have one Part B each. */
export function ewayRequests(action: EwayAction, facts: LifeFacts): EwayRequest[] {
  const { number: ewbNo, reason, remark, place: fromPlace, pin, remainingDistance, transport } = facts;
  const { mode, transporterId, transportDocument: transDocNo, transportDocumentOn, vehicles } = transport;
  const code = reasonCode(action, reason) ?? null;
  const [first = { number: null, over: false }, ...more] = vehicles;
  const carried = { transMode: MODES[mode ?? 'road'], transDocNo, transDocDate: slashed(transportDocumentOn) };
  const fromState = facts.state === null ? null : Number(facts.state);
  const vehicleNo = ({ number }: { number: string | null }) => normaliseVehicle(number ?? '');
  switch (action) {
    case 'partB':
      return [first, ...more].map((vehicle) => ({
        ewbNo,
        vehicleNo: vehicleNo(vehicle),
        fromPlace,
        fromState,
        reasonCode: code,
        reasonRem: remark,
        ...carried,
        vehicleType: vehicle.over ? 'O' : 'R',
      }));
    case 'transporter':
      return [{ ewbNo, transporterId }];
    case 'extend':
      return [
        {
          ewbNo,
          vehicleNo: vehicleNo(first),
          fromPlace,
          fromState,
          fromPincode: Number(pin),
          remainingDistance,
          ...carried,
          extnRsnCode: code,
          extnRemarks: remark,
          consignmentStatus: 'M',
          transitType: '',
        },
      ];
    case 'cancel':
      return [{ ewbNo, cancelRsnCode: code, cancelRmrk: remark }];
  }
}
