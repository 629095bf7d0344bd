import type { Connection } from '@aapurti/contract/buyer-system/buyerSystemConnection';
import type { ErpTakes } from '@aapurti/contract/buyer-system/erps';

import { type Column, custom } from '../list/columns.tsx';
import { PlainTable } from '../list/PlainTable.tsx';
import { t } from '../words/words.ts';
import classes from './ConnectionPage.module.css';

interface Matter {
  what: keyof ErpTakes;
  label: string;
  /** The words where the ERP has no place for it. */
  none: string;
}

const TOLD: readonly Matter[] = [
  { what: 'acknowledgement', label: 'Acknowledgement', none: 'Stays in the portal' },
  { what: 'promisedDay', label: 'Confirmed date of a line (the last, if there are several)', none: 'Stays in the portal' },
  { what: 'terms', label: 'Quantities by date, price, substitute product, rejections', none: 'Stays in the portal' },
  {
    what: 'dispatch',
    label: 'Dispatch notes: goods in transit',
    none: 'Not sent. The portal shows them with batches and packages.',
  },
  {
    what: 'receipts',
    label: 'Goods receipts and rejections',
    none: 'Not sent. Receive goods in the ERP, and the portal imports the receipts.',
  },
  { what: 'closing', label: 'Closing an order short', none: 'Not sent. Close the order in the ERP.' },
  {
    what: 'invoices',
    label: 'Invoices, their match, release and approval',
    none: 'Not sent. Enter the bill in the ERP with the vendor’s invoice number, and the portal assigns its payments.',
  },
  { what: 'rejected', label: 'Rejected quantity in the ERP', none: 'Not available. The whole received quantity counts as accepted.' },
  {
    what: 'placeOfSupply',
    label: 'Place of supply of an ERP order',
    none: 'Not available. The state of the buyer’s GST registration is used.',
  },
];

interface Row extends Matter {
  place: string | null;
}

const columns: readonly Column<Row>[] = [
  custom('Data', ({ label }) => t(label), { lead: true }),
  custom('Location in the ERP', ({ place, none }) => <span className={classes.words}>{t(place ?? none)}</span>, { brief: true }),
];

/** The table of what the connected ERP is told and states, and what it has no place for. */
export function ErpTakesTable({ takes }: { takes: NonNullable<Connection['takes']> }) {
  const rows = TOLD.map((matter) => ({ ...matter, place: takes[matter.what] }));
  return <PlainTable title="Data exchanged with the ERP" columns={columns} rows={rows} empty="" />;
}
