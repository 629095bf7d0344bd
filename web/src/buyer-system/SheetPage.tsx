import { List, type ListProps } from '../list/ListPage.tsx';
import type { Action } from '../ui/ActionMenu.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { BuyerTabs } from './BuyerTabs.tsx';
import { SheetPanel, type SheetPanelProps } from './SheetPanel.tsx';

interface SheetPageProps<Row> {
  action?: Action;
  panel: SheetPanelProps;
  list: ListProps<Row>;
}

/** A kind of the buyer's records: loaded from a sheet above, listed below. */
export function SheetPage<Row>({ action, panel, list }: SheetPageProps<Row>) {
  return (
    <>
      <PageHeader title="Buyer Data" action={action} />
      <BuyerTabs />
      <SheetPanel {...panel} />
      <List {...list} />
    </>
  );
}
