import { showDate, showMoney, showNumber, showPercent, signed } from '@aapurti/contract/ground/fields';
import { priceReview, type WaitingPrice } from '@aapurti/contract/products/priceReview';
import { products } from '@aapurti/contract/products/products';
import { VIEWS } from '@aapurti/contract/settings/queues';
import { say } from '@aapurti/contract/ground/template';
import { Group } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';

import { userOptions } from '../choose/userOptions.ts';
import { type Column, custom, date, serial } from '../list/columns.tsx';
import { codeFilter, type Filter, selectFilter, textFilter } from '../list/filters.ts';
import { ListPage } from '../list/ListPage.tsx';
import { type Selection, useSelected, useSelection } from '../list/selection.ts';
import { Button } from '../ui/Button.tsx';
import { Mono } from '../ui/Mono.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { Truncated } from '../ui/Truncated.tsx';
import { urls } from '../urls.ts';
import { useMay } from '../access/useMay.ts';
import classes from './PriceReview.module.css';
import type { Done } from './UndoDecision.tsx';
import { type Deciding, useDecision } from './useDecision.tsx';
import { t } from '../words/words.ts';
import { onDemand } from '../ui/onDemand.tsx';

// Loaded with the first price that is opened, disapproved or decided.
const PriceFacts = lazy(async () => ({ default: (await import('./PriceFacts.tsx')).PriceFacts }));
const Changes = lazy(async () => ({ default: (await import('../audit/Changes.tsx')).Changes }));
const RefusePrices = onDemand(async () => (await import('./RefusePrices.tsx')).RefusePrices);
const UndoDecision = onDemand(async () => (await import('./UndoDecision.tsx')).UndoDecision);

/** One screenful, for an administrator who decides on many prices. */
const PAGE_SIZE = 30;

const filters: readonly Filter[] = [
  selectFilter('Vendor', 'userID', userOptions),
  textFilter('Product Name', 'productName'),
  codeFilter('EAN Code', 'EANCode'),
  selectFilter('Price change', 'change', [
    { value: 'new', label: 'First price' },
    { value: 'rise', label: 'Price increase' },
    { value: 'fall', label: 'Price decrease' },
    { value: 'same', label: 'Same price' },
  ]),
];

const columns: readonly Column<WaitingPrice>[] = [
  serial('Sr No'),
  custom('Product', (row) => <Named {...row} />, { lead: true, sortBy: 'productName' }),
  custom('Vendor', ({ userID, vendorName }) => <Truncated text={vendorName} width={150} href={urls.userProfile(userID)} />, {
    sortBy: 'vendorName',
    brief: true,
  }),
  custom('MRP', (row) => <Mrp {...row} />, { sortBy: 'MRP', align: 'right', brief: true }),
  custom('Last purchase', (row) => <LastPurchase {...row} />, { align: 'right' }),
  custom('Approved → requested', (row) => <Asked {...row} />, { sortBy: 'transferPrice', align: 'right', brief: true, main: true }),
  custom('Price change', ({ change }) => <Change change={change} />, { sortBy: 'change', align: 'right', brief: true }),
  custom('Margin', (row) => <Margin {...row} />, { sortBy: 'percentage', align: 'right' }),
  custom('Lowest other price', (row) => <LowestOther {...row} />, { align: 'right' }),
  custom('Scheme', ({ schemeName }) => schemeName ?? '–', { extra: true }),
  date('Waiting since', 'updatedAt', { sortBy: true }),
];

/** The whole list consists of pending prices. */
const REVIEW_VIEWS = { list: 'product.review' as const, views: VIEWS['product.review'].filter(({ name }) => name !== 'waiting') };

const keyOf = (price: WaitingPrice) => price._id;

/** Pending prices with the previously approved ones, for approval or disapproval: the selected ones, or the open one. */
export function PriceReviewPage() {
  const selection = useSelection(keyOf);
  const [done, setDone] = useState<Done | null>(null);
  const dismiss = useCallback(() => setDone(null), []);
  const deciding = useDecision(selection, undefined, setDone);
  const opened = useSelection(keyOf);
  const decidingOpened = useDecision(opened, undefined, setDone);
  const may = useMay();
  const canDecide = may(products.approve.access);

  function detail(price: WaitingPrice) {
    const decide: Deciding['decide'] = (decision) => {
      selection.set([price], false);
      opened.clear();
      opened.set([price], true);
      decidingOpened.decide(decision);
    };
    return (
      <>
        {canDecide && (
          <Group gap="xs" mb="md">
            <Decisions decide={decide} pending={decidingOpened.pending} count={1} />
          </Group>
        )}
        <Suspense fallback={<Spinner height={160} />}>
          <PriceFacts price={price} />
          <Changes entity="product" id={price._id} />
        </Suspense>
      </>
    );
  }

  return (
    <ListPage
      title="Price review"
      breadcrumb={[{ label: 'Products', href: urls.products }]}
      operation={priceReview.list}
      views={REVIEW_VIEWS}
      columns={columns}
      filters={filters}
      pageSize={PAGE_SIZE}
      rowKey={keyOf}
      rowName={(price) => price.productName}
      rowDetail={detail}
      {...(canDecide ? { selection, selectionActions: <SelectedDecisions {...deciding} selection={selection} /> } : {})}
      hint="No prices are waiting for a decision."
    >
      {deciding.windows}
      {decidingOpened.windows}
      {done !== null && <UndoDecision key={done.ids.join()} done={done} onClose={dismiss} />}
    </ListPage>
  );
}

function SelectedDecisions({ decide, pending, selection }: Deciding & { selection: Selection<WaitingPrice> }) {
  const { length: count } = useSelected(selection);
  return <Decisions decide={decide} pending={pending} count={count} keys />;
}

/** `keys`: also by the keys a and r. */
function Decisions({ decide, pending, count, keys = false }: Omit<Deciding, 'windows'> & { count: number; keys?: boolean }) {
  const [refusing, setRefusing] = useState(false);
  const isBusy = pending !== undefined;

  useEffect(() => {
    if (!keys) return undefined;
    function onKey(event: KeyboardEvent) {
      const isTyping =
        event.target instanceof HTMLElement && event.target.closest('input:not([type=checkbox]), textarea, [role=dialog]') !== null;
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey || isBusy) return;
      if (event.key === 'a') decide({ approve: true });
      if (event.key === 'r') {
        event.preventDefault();
        setRefusing(true);
      }
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });

  return (
    <>
      <Button
        label="Approve"
        size="compact-md"
        leftSection={<IconCheck size={16} />}
        onClick={() => decide({ approve: true })}
        loading={isBusy && 'approve' in pending}
        disabled={isBusy}
        aria-keyshortcuts={keys ? 'a' : undefined}
      />
      <Button
        label="Disapprove"
        size="compact-md"
        variant="default"
        leftSection={<IconX size={16} />}
        onClick={() => setRefusing(true)}
        disabled={isBusy}
        aria-keyshortcuts={keys ? 'r' : undefined}
      />
      {refusing && (
        <RefusePrices
          count={count}
          opened
          onClose={() => setRefusing(false)}
          onRefuse={(refusal) => {
            setRefusing(false);
            decide({ refuse: refusal });
          }}
        />
      )}
    </>
  );
}

function Named({ productName, EANCode }: WaitingPrice) {
  return (
    <span className={classes.pair}>
      <Truncated text={productName} width={260} />
      <Mono>{EANCode}</Mono>
    </span>
  );
}

function Mrp({ MRP, item_mrp }: WaitingPrice) {
  if (item_mrp === null || item_mrp === MRP) return showMoney(MRP);
  return (
    <span className={classes.pair}>
      {showMoney(MRP)}
      <span className={classes.differs}>{t('item {item_mrp}', { item_mrp: showMoney(item_mrp) })}</span>
    </span>
  );
}

function Asked({ approvedPrice, transferPrice }: WaitingPrice) {
  return (
    <span className={classes.pair}>
      <strong>{showMoney(transferPrice)}</strong>
      <span className={classes.before}>
        {t(approvedPrice === null ? 'first price' : say('was {approvedPrice}', { approvedPrice: showMoney(approvedPrice) }))}
      </span>
    </span>
  );
}

function LastPurchase({ lastPurchase }: WaitingPrice) {
  if (lastPurchase === null) return '–';
  return (
    <span className={classes.pair}>
      {showMoney(lastPurchase.price)}
      <span className={classes.before}>{showDate(lastPurchase.orderedOn)}</span>
    </span>
  );
}

function LowestOther({ lowestOther }: WaitingPrice) {
  if (lowestOther === null) return '–';
  return (
    <span className={classes.pair}>
      {showMoney(lowestOther.price)}
      <span className={classes.before}>
        <Truncated text={lowestOther.vendorName} width={110} />
      </span>
    </span>
  );
}

function Change({ change }: { change: number | null }) {
  if (change === null) return '–';
  const tone = change > 0 ? 'rise' : change < 0 ? 'fall' : undefined;
  return (
    <span className={classes.change} data-tone={tone}>
      {signed(change, showPercent(Math.abs(change)))}
    </span>
  );
}

function Margin({ percentage, approvedPercentage }: WaitingPrice) {
  return (
    <span className={classes.pair}>
      {showPercent(percentage)}
      {approvedPercentage !== null && approvedPercentage !== percentage && (
        <span className={classes.before}>{t('was {approvedPercentage}%', { approvedPercentage: showNumber(approvedPercentage) })}</span>
      )}
    </span>
  );
}
