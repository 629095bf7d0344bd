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
  { what: 'promisedDay', label: 'Promised day of a line: the last of several', none: 'Stays in the portal' },
  { what: 'terms', label: 'Quantities by day, price, another product, rejections', none: 'Stays in the portal' },
  {
    what: 'dispatch',
    label: 'Dispatch notes: goods on their way',
    none: 'Not sent: the portal shows them with their batches and packages',
  },
  {
    what: 'receipts',
    label: 'Receipts and rejections',
    none: 'Not sent: receive goods in the ERP, and the portal takes over what arrived',
  },
  { what: 'closing', label: 'Closing an order short', none: 'Not sent: close the order in the ERP' },
  {
    what: 'invoices',
    label: 'Invoices, their match, release and approval',
    none: 'Not sent: enter the bill in the ERP by the vendor’s number, and its payments find the invoice here',
  },
  { what: 'rejected', label: 'Rejected of what arrived there', none: 'Not stated: all that arrived counts as accepted' },
  {
    what: 'placeOfSupply',
    label: 'Place of supply of an order there',
    none: 'Not stated: the state of the buyer’s registration is taken',
  },
];

interface Row extends Matter {
  place: string | null;
}

const columns: readonly Column<Row>[] = [
  custom('What', ({ label }) => t(label), { lead: true }),
  custom('Where in the ERP', ({ place, none }) => <span className={classes.words}>{t(place ?? none)}</span>, { brief: true }),
];

/** The table of what the connected ERP is told and states, and what it has no place for. */
export function ErpTakesTable({ takes }: { takes: NonNullable<Connection['takes']> }) {
  const rows = TOLD.map((matter) => ({ ...matter, place: takes[matter.what] }));
  return <PlainTable title="Data exchanged with the ERP" columns={columns} rows={rows} empty="" />;
}
