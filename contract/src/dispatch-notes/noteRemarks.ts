import type { DispatchNote } from './dispatchNotes.ts';
import { isBlank } from '../ground/fields.ts';
import { documentNumberRemark, ewayBillRemark, mobileRemark, pinRemark, vehicleRemark } from '../ground/india.ts';
import { STATE_BY_GST_CODE } from '../ground/indian-states.ts';
import { parseDecimal } from '../ground/numbers.ts';
import { say } from '../ground/template.ts';

/* The warnings about dispatch notes and their goods, which block nothing. The forms show them at their fields, and the API lists them. */

const NOTE_FIELDS = ['DCNumber', 'DriverContact', 'VehicleNumber', 'eWayBillNumber', 'netWeightInKgs'] as const;
type NoteField = (typeof NOTE_FIELDS)[number];

/** The warnings about the header of a note by field, as stored or from a form. */
export function noteRemarks(note: Readonly<{ [Field in keyof DispatchNote]?: unknown }>): Record<NoteField, string | null> {
  const filled = (value: unknown, remark: (text: string) => string | null) => (isBlank(value) ? null : remark(String(value).trim()));
  const [net, gross] = [parseDecimal(note.netWeightInKgs), parseDecimal(note.grossWeightInKgs)];
  return {
    DCNumber: filled(note.DCNumber, documentNumberRemark),
    DriverContact: filled(note.DriverContact, mobileRemark),
    VehicleNumber: filled(note.VehicleNumber, vehicleRemark),
    eWayBillNumber: filled(note.eWayBillNumber, ewayBillRemark),
    netWeightInKgs: net !== null && gross !== null && net.gt(gross) ? 'The net weight exceeds the gross weight.' : null,
  };
}

/** The warning about a PIN code outside the named state (its GST code). */
export function placeRemark(pin: unknown, state: unknown): string | null {
  const key = typeof state === 'string' ? STATE_BY_GST_CODE.get(state)?.key : undefined;
  return isBlank(pin) || !key ? null : pinRemark(String(pin), key);
}

/** A warning about one of the two places, which it names. */
export function ofPlace(place: 'dispatch' | 'delivery', remark: string | null): string | null {
  if (remark === null) return null;
  return place === 'dispatch'
    ? say('Place of dispatch: {problem}', { problem: remark })
    : say('Place of delivery: {problem}', { problem: remark });
}

const PLACES = ['fromPin', 'shipToPin'] as const;

/** The places of goods as stored or from a form. A place without a state takes that of its GST number. */
type Places = Readonly<Partial<Record<`${'from' | 'shipTo'}${'Pin' | 'State' | 'GSTIN'}`, unknown>>>;

/** The warnings about the places of dispatch and delivery, by field. */
export function placeRemarks(places: Places): Record<(typeof PLACES)[number], string | null> {
  const of = (pin: unknown, state: unknown, gstin: unknown) =>
    placeRemark(pin, isBlank(state) ? (isBlank(gstin) ? null : String(gstin).trim().slice(0, 2)) : state);
  return {
    fromPin: of(places.fromPin, places.fromState, places.fromGSTIN),
    shipToPin: of(places.shipToPin, places.shipToState, places.shipToGSTIN),
  };
}

/** All warnings about a note and its goods, each with its subject. */
export function remarksOnGoods(
  note: Parameters<typeof noteRemarks>[0],
  goods: Places & { vehicles: readonly { number: string | null }[] },
): string[] {
  const { VehicleNumber: _named, ...head } = noteRemarks(note);
  const { fromPin, shipToPin } = placeRemarks(goods);
  const vehicles = [note.VehicleNumber, ...goods.vehicles.map(({ number }) => number)].map((vehicle) => {
    const remark = isBlank(vehicle) ? null : vehicleRemark(String(vehicle));
    return remark === null ? null : say('Vehicle {vehicle}: {problem}', { vehicle: String(vehicle), problem: remark });
  });
  return [...Object.values(head), ...vehicles, ofPlace('dispatch', fromPin), ofPlace('delivery', shipToPin)].filter(
    (remark) => remark !== null,
  );
}
