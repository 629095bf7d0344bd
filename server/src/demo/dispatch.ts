import { indianDay } from '@aapurti/contract/ground/fields';

import type { Context } from '../context.ts';
import { placeOf } from './buyer.ts';
import { makeDispatchNote } from './factories.ts';
import type { DemoVendor, Old } from './vendors.ts';

interface Haulage {
  /** The prefix of the vendor's challan numbers. */
  series: string;
  transporters: readonly string[];
  drivers: readonly (readonly [name: string, mobile: string, vehicle: string])[];
  /** The weight of a carton in kg, and its contents. */
  carton: { net: number; tare: number };
}

const HAULAGE: Readonly<Record<Old, Haulage>> = {
  mill: {
    series: 'ARM/26-27/',
    transporters: ['Karnal Golden Transport Co.', 'Shree Balaji Roadlines', 'North Star Logistics, Taraori'],
    drivers: [
      ['Gurmeet Singh', '9812377101', 'HR05AB4471'],
      ['Ram Niwas', '9416022389', 'HR38X2210'],
      ['Mohd. Irfan', '9729155640', 'PB11CD0932'],
    ],
    carton: { net: 20, tare: 0.65 },
  },
  foods: {
    series: 'SFS/DC/',
    transporters: ['Deccan Cargo Movers', 'Own vehicle'],
    drivers: [
      ['Santosh Jadhav', '9822460113', 'MH12QX7705'],
      ['संतोष पवार', '9767012459', 'MH14GH0318'],
    ],
    carton: { net: 6, tare: 0.42 },
  },
};

const FIRST_BILL = { mill: 381_009_290_312, foods: 271_004_118_640 };

const REPRESENTATIVES = ['AR-1042 Suresh Rao', 'AR-1077 Fatima Shaikh'];

interface Goods {
  order: { PONumber: string | undefined; PODate: string };
  place: number;
  value: number;
}

/** The challan for the goods of an invoice, with the same date. */
export async function makeChallan(ctx: Context, { who, actor }: DemoVendor<Old>, { order, place, value }: Goods): Promise<void> {
  const { series, transporters, drivers, carton } = HAULAGE[who];
  const [driver, mobile, vehicle] = drivers[place % drivers.length] ?? [];
  const cartons = Math.ceil(value / (carton.net * 100));
  const net = cartons * carton.net;
  await makeDispatchNote(ctx, actor, series + String(place).padStart(4, '0'), {
    ...order,
    challanDate: indianDay(ctx.clock()),
    NumberOfCarton: cartons,
    TransporterDetails: transporters[place % transporters.length],
    DriverName: driver,
    DriverContact: mobile,
    VehicleNumber: vehicle,
    eWayBillNumber: place === 3 ? null : String(FIRST_BILL[who] + place * 7_919_337),
    totalNoOfPackages: cartons + (place % 4 === 0 ? 1 : 0),
    netWeightInKgs: net.toFixed(3),
    grossWeightInKgs: (net + cartons * carton.tare).toFixed(3),
    deliveryLocation: placeOf(who),
    buyerRepresentativeId: place % 3 === 0 ? null : REPRESENTATIVES[place % 2],
  });
}
