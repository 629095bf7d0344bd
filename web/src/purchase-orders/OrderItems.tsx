import { uqcWords } from '@aapurti/contract/ground/units';
import { showMoney, showNumber } from '@aapurti/contract/ground/fields';
import { ACCEPTANCE_WORDS, type OrderLine, type PurchaseOrder } from '@aapurti/contract/purchase-orders/orders';
import { isRateStated, taxLabels, taxLabelTexts } from '@aapurti/contract/purchase-orders/taxLabels';

import { type Column, custom, serial } from '../list/columns.tsx';
import { Barcode } from '../ui/Barcode.tsx';
import classes from './Order.module.css';
import { PlainTable } from '../list/PlainTable.tsx';
import { t } from '../words/words.ts';

/** The lines of an order, with barcode and tax. */
export function OrderItems({ order }: { order: PurchaseOrder }) {
  return <PlainTable title="Items" columns={columns} rows={order.listOfItems} empty="This order has no items." />;
}

/** No rate is guessed beside a line's amounts where the order states none. */
function taxTexts(line: OrderLine): string[] {
  const { gstCess } = line.salesOrderTaxModel;
  const cess = gstCess === null || gstCess === 0 ? [] : [t('Cess {rate}%', { rate: showNumber(gstCess) })];
  return [...(isRateStated(line) ? taxLabelTexts(taxLabels(line, null, null)) : [t('No rate')]), ...cess];
}

const columns: readonly Column<OrderLine>[] = [
  serial('Sr No'),
  custom(
    'Product',
    (line) => (
      <>
        <span className={classes.name}>{line.itemName}</span>
        <span className={classes.code}>{line.SKUCode ?? line.itemCode}</span>
        {line.hsnCode !== null && <span className={classes.under}>{t('HSN {hsnCode}', { hsnCode: line.hsnCode })}</span>}
        <span className={classes.under}>{uqcWords(line)}</span>
        {line.acceptance !== 'receipt' && (
          <span className={classes.under}>{t('Accepted by: {way}', { way: t(ACCEPTANCE_WORDS[line.acceptance]) })}</span>
        )}
      </>
    ),
    { lead: true },
  ),
  custom('Barcode', ({ EANCode, itemCode }) => <Barcode value={EANCode ?? itemCode} width={2} height={45} fontSize={20} />, {
    brief: true,
  }),
  pair(
    'Quantity',
    ({ itemQuantityInCart, uom }) => `${showNumber(itemQuantityInCart)} ${uom ?? ''}`,
    ({ caseQuantity }) => caseQuantity !== null && t('{count} per case', { count: showNumber(caseQuantity) }),
  ),
  custom('Received', (line) => <Received line={line} />, { align: 'right', brief: true }),
  { ...custom('Price', (line) => <Price line={line} />, { align: 'right', brief: true }), figures: true },
  pair('Taxable Value', ({ salesOrderTaxModel }) => showMoney(salesOrderTaxModel.taxableAmount), discount),
  custom('Tax', (line) => <TaxLabel texts={taxTexts(line)} />, { brief: true }),
  pair(
    'Total',
    ({ totalCost }) => showMoney(totalCost),
    (line) => (isRateStated(line) || line.taxAMT !== 0) && t('tax {amount}', { amount: showMoney(line.taxAMT) }),
  ),
];

/** The received quantity of a line, as a figure and as a part of a bar. */
function Received({ line: { receivedQuantity, itemQuantityInCart } }: { line: OrderLine }) {
  return (
    <>
      {showNumber(receivedQuantity)}
      <svg className={classes.arrived} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden>
        <rect className={classes.track} width="100" height="6" />
        <rect className={classes.part} width={Math.min(100, (receivedQuantity / itemQuantityInCart) * 100)} height="6" />
      </svg>
    </>
  );
}

/** The price of a line, with its MRP and the prices of pieces that were accepted before it was agreed. */
function Price({ line: { itemPrice, itemSellingPrice, earlierPrices } }: { line: OrderLine }) {
  return (
    <>
      {itemPrice === 0 ? t('Free') : showMoney(itemPrice)}
      {itemSellingPrice !== null && <span className={classes.under}>{`MRP ${showMoney(itemSellingPrice)}`}</span>}
      {earlierPrices.map(({ until, unitPrice }) => (
        <span key={until} className={classes.under}>
          {t('First {count} at {price}', { count: showNumber(until), price: showMoney(unitPrice) })}
        </span>
      ))}
    </>
  );
}

/** A figure with an explanation below. */
function pair(label: string, figure: (line: OrderLine) => string, below: (line: OrderLine) => string | false): Column<OrderLine> {
  return {
    ...custom<OrderLine>(
      label,
      (line) => (
        <>
          {figure(line)}
          <span className={classes.under}>{below(line)}</span>
        </>
      ),
      { align: 'right', brief: true },
    ),
    figures: true,
  };
}

function discount({ discAMt, discInPer }: OrderLine): string | false {
  return discAMt !== 0 && `less ${showMoney(discAMt)}${discInPer === 0 ? '' : ` (${showNumber(discInPer)}%)`}`;
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
