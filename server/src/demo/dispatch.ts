import { indianDay } from '@aapurti/contract/ground/fields';
import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import { makeDispatchNote } from './factories.ts';

type Who = 'mill' | 'foods';

interface Haulage {
  /** Prefix of its challans' numbers. */
  series: string;
  transporters: readonly string[];
  drivers: readonly (readonly [name: string, mobile: string, vehicle: string])[];
  /** The kilograms of a carton and its contents. */
  carton: { net: number; tare: number };
}

const HAULAGE: Readonly<Record<Who, Haulage>> = {
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

/** A challan for every invoice of the vendors, of the day of the invoice and for its order. */
export async function fillDispatchNotes(ctx: Context, vendors: readonly { who: Who; actor: Actor }[]): Promise<void> {
  const invoices = await ctx.db.rows<{
    owner: string;
    order: string;
    ordered: string;
    location: string | null;
    day: string;
    value: string;
    place: number;
  }>(sql`
    select invoices.vendor_id::text as owner, po_number as order, po_date as ordered, delivery_location as location, invoice_date as day,
      invoices.value, row_number() over (partition by invoices.vendor_id order by invoice_date)::int as place
    from invoices join purchase_orders on purchase_orders.vendor_id = invoices.vendor_id and code_key(purchase_orders.number) = code_key(po_number)
    order by invoice_date, invoices.id`);
  const byVendor = new Map(vendors.map((vendor) => [vendor.actor.id, vendor]));
  for (const { owner, order, ordered, location, day, value, place } of invoices) {
    const vendor = byVendor.get(owner);
    if (vendor === undefined) continue;
    const { series, transporters, drivers, carton } = HAULAGE[vendor.who];
    const [driver, mobile, vehicle] = drivers[place % drivers.length] ?? [];
    const cartons = Math.ceil(Number(value) / (carton.net * 100));
    const net = cartons * carton.net;
    await makeDispatchNote(ctx, vendor.actor, series + String(place).padStart(4, '0'), {
      challanDate: day,
      PONumber: order,
      PODate: ordered,
      NumberOfCarton: cartons,
      TransporterDetails: transporters[place % transporters.length],
      DriverName: driver,
      DriverContact: mobile,
      VehicleNumber: vehicle,
      eWayBillNumber: place === 3 ? null : String(FIRST_BILL[vendor.who] + place * 7_919_337),
      totalNoOfPackages: cartons + (place % 4 === 0 ? 1 : 0),
      netWeightInKgs: net.toFixed(3),
      grossWeightInKgs: (net + cartons * carton.tare).toFixed(3),
      deliveryLocation: location,
      buyerRepresentativeId: place % 3 === 0 ? null : REPRESENTATIVES[place % 2],
    });
  }
  const today = indianDay(ctx.clock());
  await ctx.db.execute(sql`update dispatch_notes set created_at = created_at - (${today}::date - challan_date) * interval '1 day'`);
}
