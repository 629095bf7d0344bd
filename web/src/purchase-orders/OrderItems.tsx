import { uqcWords } from '@aapurti/contract/ground/units';
import { showMoney, showNumber } from '@aapurti/contract/ground/fields';
import type { OrderLinks } from '@aapurti/contract/purchase-orders/orderLinks';
import { ACCEPTANCE_WORDS, type OrderLine, type PurchaseOrder } from '@aapurti/contract/purchase-orders/orders';
import { isRateStated, taxLabels, taxLabelTexts } from '@aapurti/contract/purchase-orders/taxLabels';
import { say } from '@aapurti/contract/ground/template';
import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';

import { totalsOf } from '../invoices/orderTotals.ts';
import { type Column, custom, serial } from '../list/columns.tsx';
import { Barcode } from '../ui/Barcode.tsx';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import classes from './Order.module.css';
import { PlainTable } from '../list/PlainTable.tsx';
import { t } from '../words/words.ts';
import { linksQuery } from './linksQuery.ts';
import { onDemand } from '../ui/onDemand.tsx';

const OrderTaxes = onDemand(async () => (await import('./OrderTaxes.tsx')).OrderTaxes);

type Progress = OrderLinks['lines'][number];

/** A line with its progress, once that is known. */
type Item = OrderLine & { progress: Progress | undefined };

/** The two views of the lines: their progress, and their prices. */
type Face = 'quantities' | 'prices';

/** The lines of an order in one table: from the ordered quantity to the paid one, or with prices, taxes and barcodes. */
export function OrderItems({ order }: { order: PurchaseOrder }) {
  const query = useQuery(linksQuery(order._id));
  const { data, isPending } = query;
  const [face, setFace] = useState<Face>(() => (hasBegun(order) ? 'quantities' : 'prices'));
  const columns = useMemo(() => (face === 'prices' ? PRICES : quantitiesFor(data, order.acknowledgedOn !== null)), [face, data, order]);
  const items = useMemo(() => order.listOfItems.map((line, index) => ({ ...line, progress: data?.lines[index] })), [order, data]);
  return (
    <>
      <PlainTable
        title="Items"
        columns={columns}
        {...(face === 'prices' ? { narrow: NARROW_PRICES } : {})}
        rows={items}
        empty="This order has no items."
        whole
        aside={
          <SegmentedControl
            size="xs"
            value={face}
            onChange={setFace}
            aria-label={t('Columns')}
            data={[
              { value: 'quantities', label: t('Quantities') },
              { value: 'prices', label: t('Prices, taxes, barcodes') },
            ]}
          />
        }
        below={data !== undefined ? <Values totals={data.totals} /> : !isPending && <NotLoaded query={query} />}
      />
      {face === 'prices' && <OrderTaxes lines={order.listOfItems} />}
    </>
  );
}

/** True once an order is acknowledged or goods have arrived: users then need its quantities, and before that its prices and taxes. */
const hasBegun = ({ acknowledgedOn, listOfItems }: PurchaseOrder) =>
  acknowledgedOn !== null || listOfItems.some(({ receivedQuantity }) => receivedQuantity > 0);

const VALUES = [
  ['Ordered', 'ordered'],
  ['Received', 'received'],
  ['Invoiced', 'invoiced'],
  ['To invoice', 'toInvoice'],
  ['Paid', 'paid'],
  ['Difference', 'differenceValue'],
] as const;

/** The value at each stage, and the invoiced value above or below the accepted one. */
function Values({ totals }: Pick<OrderLinks, 'totals'>) {
  return (
    <>
      <dl className={classes.values} aria-label={t('Values with GST')}>
        {VALUES.map(([label, name]) => (
          <div key={name}>
            <dt>{t(label)}</dt>
            <dd>{name === 'differenceValue' ? signed(totals[name], showMoney) : showMoney(totals[name])}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.note}>
        {t(
          'To invoice: accepted goods that are not invoiced, at the prices of the order. Difference: invoice lines less credited and accepted goods. Both with GST.',
        )}
      </p>
    </>
  );
}

const signed = (value: number, show: (value: number) => string) => `${value > 0 ? '+' : ''}${show(value)}`;

/** If the order states no rate, none is guessed from a line's amounts. */
function taxTexts(line: OrderLine): string[] {
  const { gstCess } = line.salesOrderTaxModel;
  const cess = gstCess === null || gstCess === 0 ? [] : [t('Cess {rate}%', { rate: showNumber(gstCess) })];
  return [...(isRateStated(line) ? taxLabelTexts(taxLabels(line, null, null)) : [t('No rate')]), ...cess];
}

const STAGES = [
  ['Confirmed', 'promised'],
  ['Dispatched', 'sent'],
  ['Received', 'received'],
  ['Short', 'short'],
  ['Invoiced', 'invoiced'],
  ['Paid', 'paid'],
] as const;

/** Parts of a stage, shown below it if there are any. */
const PARTS = { received: ['rejected', '{quantity} rejected'], invoiced: ['credited', '{quantity} credited'] } as const;

/** The quantities of each line from stage to stage, with their totals if all lines have one unit. */
function quantitiesFor(links: OrderLinks | undefined, isAgreed: boolean): readonly Column<Item>[] {
  const totals = links && totalsOf(links.lines, ['ordered', ...STAGES.map(([, name]) => name), 'difference']);
  const total = (name: keyof NonNullable<typeof totals>, show: (value: number) => string = showNumber) => {
    const sum = totals?.[name] ?? null;
    return sum === null ? '' : show(sum);
  };
  /** Stages that need attention: the agreed quantity differs from the ordered one, or less arrived than was dispatched. */
  const marks = (name: (typeof STAGES)[number][1], { promised, ordered, short }: Progress) =>
    (name === 'promised' && promised !== ordered && (isAgreed || promised > 0)) || (name === 'short' && short > 0);
  return [
    serial('Sr No'),
    {
      ...custom<Item>('Product', ({ itemName }) => <span className={classes.name}>{itemName}</span>, { lead: true }),
      foot: () => t('Total'),
    },
    {
      ...figures('Ordered', ({ itemQuantityInCart, uom }) => [showNumber(itemQuantityInCart), uom ?? ''].join(' ')),
      foot: () => total('ordered'),
    },
    ...STAGES.map(([label, name]): Column<Item> => ({
      ...figures(
        label,
        ({ progress }) => progress && <Figure value={progress[name]} marked={marks(name, progress)} />,
        ({ progress }) => progress !== undefined && name in PARTS && partOf(progress, name as keyof typeof PARTS),
      ),
      foot: () => total(name),
    })),
    {
      ...figures(
        'Difference',
        ({ progress }) => progress && <Figure value={progress.difference} marked={progress.difference > 0} isSigned />,
        ({ progress }) => progress !== undefined && progress.differenceValue !== 0 && signed(progress.differenceValue, showMoney),
      ),
      foot: () => (
        <>
          {total('difference', (value) => signed(value, showNumber))}
          <span className={classes.under}>{links !== undefined && signed(links.totals.differenceValue, showMoney)}</span>
        </>
      ),
    },
  ];
}

function partOf(progress: Progress, name: keyof typeof PARTS): string | false {
  const [part, words] = PARTS[name];
  return progress[part] > 0 && t(words, { quantity: showNumber(progress[part]) });
}

interface FigureProps {
  value: number;
  marked: boolean;
  isSigned?: boolean;
}

/** A figure that may need attention; zero is shown muted. */
function Figure({ value, marked, isSigned = false }: FigureProps) {
  const text = isSigned ? signed(value, showNumber) : showNumber(value);
  return <span className={marked ? classes.marked : value === 0 ? classes.nothing : undefined}>{text}</span>;
}

const barcode = ({ EANCode, itemCode }: OrderLine) => <Barcode value={EANCode ?? itemCode} width={2} height={45} fontSize={20} />;

/** Prices and taxes, with the barcode in a column of its own or below the product. */
const pricesFor = (isNarrow: boolean): readonly Column<Item>[] => [
  {
    label: 'Product',
    // The barcodes leave no space for a column with the number.
    cell: (line, number) => (
      <>
        <span className={classes.name}>{`${number}. ${line.itemName}`}</span>
        <span className={classes.code}>{line.SKUCode ?? line.itemCode}</span>
        {line.hsnCode !== null && <span className={classes.under}>{t('HSN {hsnCode}', { hsnCode: line.hsnCode })}</span>}
        <span className={classes.under}>{uqcWords(line)}</span>
        {line.acceptance !== 'receipt' && (
          <span className={classes.under}>{t('Accepted by: {way}', { way: t(ACCEPTANCE_WORDS[line.acceptance]) })}</span>
        )}
        {isNarrow && barcode(line)}
      </>
    ),
    lead: true,
  },
  ...(isNarrow ? [] : [custom<Item>('Barcode', barcode)]),
  figures(
    'Quantity',
    ({ itemQuantityInCart, uom }) => `${showNumber(itemQuantityInCart)} ${uom ?? ''}`,
    ({ caseQuantity }) => caseQuantity !== null && t('{count} per case', { count: showNumber(caseQuantity) }),
  ),
  figures('Price', (line) => <Price line={line} />, discount),
  custom('Tax', (line) => <TaxLabel texts={taxTexts(line)} />),
  figures(
    'Total',
    ({ totalCost }) => showMoney(totalCost),
    ({ salesOrderTaxModel }) => t('{amount} before tax', { amount: showMoney(salesOrderTaxModel.taxableAmount) }),
    (line) => (isRateStated(line) || line.taxAMT !== 0) && t('tax {amount}', { amount: showMoney(line.taxAMT) }),
  ),
];

const PRICES = pricesFor(false);
const NARROW_PRICES = pricesFor(true);

/** A figure with its explanations below; blank until it is known. */
function figures(label: string, figure: (line: Item) => ReactNode, ...below: ((line: Item) => ReactNode)[]): Column<Item> {
  return {
    ...custom<Item>(
      label,
      (line) => (
        <>
          {figure(line)}
          {below.map((read, index) => (
            <span key={index} className={classes.under}>
              {read(line)}
            </span>
          ))}
        </>
      ),
      { align: 'right' },
    ),
    figures: true,
  };
}

/** The price of a line, with its MRP and the prices of pieces that were accepted before it was agreed. */
function Price({ line: { itemPrice, itemSellingPrice, earlierPrices } }: { line: OrderLine }) {
  return (
    <>
      {itemPrice === 0 ? t('Free') : showMoney(itemPrice)}
      {itemSellingPrice !== null && (
        <span className={classes.under}>{say('MRP {itemSellingPrice}', { itemSellingPrice: showMoney(itemSellingPrice) })}</span>
      )}
      {earlierPrices.map(({ until, unitPrice }) => (
        <span key={until} className={classes.under}>
          {t('First {count} at {price}', { count: showNumber(until), price: showMoney(unitPrice) })}
        </span>
      ))}
    </>
  );
}

function discount({ discAMt, discInPer }: OrderLine): string | false {
  return (
    discAMt !== 0 &&
    (discInPer === 0
      ? say('less {discAMt}', { discAMt: showMoney(discAMt) })
      : say('less {discAMt} ({discInPer}%)', { discAMt: showMoney(discAMt), discInPer: showNumber(discInPer) }))
  );
}

function TaxLabel({ texts }: { texts: readonly string[] }) {
  return (
    <ul className={classes.taxes}>
      {texts.map((text) => (
        <li key={text}>{t(text)}</li>
      ))}
    </ul>
  );
}
