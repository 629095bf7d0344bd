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

/** One kind of the buyer's records: the upload above, the list below. */
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
