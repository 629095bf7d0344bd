import { showDate, showMoney, showNumber, showPercent, signed } from '@aapurti/contract/ground/fields';
import { type PriceFacts as Facts, priceReview, type WaitingPrice } from '@aapurti/contract/products/priceReview';
import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { call } from '../ground/api.ts';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { t } from '../words/words.ts';
import classes from './PriceReview.module.css';

const STATES = {
  approved: { word: 'Approved', tone: 'good' },
  waiting: { word: 'Waiting', tone: 'warn' },
  disapproved: { word: 'Disapproved', tone: 'bad' },
} as const;

/** The facts for judging a price: prices of other vendors for the EAN, purchases within a year, and the resulting difference. */
export function PriceFacts({ price }: { price: WaitingPrice }) {
  const query = useQuery({
    queryKey: [priceReview.facts.id, price._id, price.updatedAt],
    queryFn: async ({ signal }) => (await call(priceReview.facts, { params: { id: price._id }, signal })).data,
  });
  if (query.data !== undefined) return <Shown facts={query.data} asked={price.transferPrice} />;
  return <NotLoaded query={query} height={120} />;
}

/** The columns are self-explanatory; screen readers have their headings. */
function Shown({ facts: { others, purchases, yearQuantity, yearEffect }, asked }: { facts: Facts; asked: number }) {
  return (
    <>
      <section aria-label={t('Same EAN from other vendors')} className={classes.facts}>
        <h3>{t('Same EAN from other vendors')}</h3>
        {others.length === 0 ? (
          <p className={classes.none}>{t('No other vendor offers it.')}</p>
        ) : (
          <table>
            <VisuallyHidden component="thead">
              <tr>
                <th scope="col">{t('Vendor')}</th>
                <th scope="col">{t('Price Approval')}</th>
                <th scope="col">{t('Transfer Price')}</th>
                <th scope="col">{t('Difference')}</th>
              </tr>
            </VisuallyHidden>
            <tbody>
              {others.map(({ userID, vendorName, priceState, price }) => (
                <tr key={userID}>
                  <td className={classes.wide}>{vendorName}</td>
                  <td>
                    <StatusBadge tone={STATES[priceState].tone}>{t(STATES[priceState].word)}</StatusBadge>
                  </td>
                  <td>{showMoney(price)}</td>
                  <td>{signedPercent(asked === 0 ? 0 : ((price - asked) / asked) * 100)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
      <section aria-label={t('Purchases, last 12 months')} className={classes.facts}>
        <h3>{t('Purchases, last 12 months')}</h3>
        {purchases.length === 0 ? (
          <p className={classes.none}>{t('Nothing was ordered from this vendor.')}</p>
        ) : (
          <table>
            <VisuallyHidden component="thead">
              <tr>
                <th scope="col">{t('PO Date')}</th>
                <th scope="col">{t('PO Number')}</th>
                <th scope="col">{t('Quantity')}</th>
                <th scope="col">{t('Price')}</th>
              </tr>
            </VisuallyHidden>
            <tbody>
              {purchases.map(({ PONumber, orderedOn, quantity, price }, place) => (
                <tr key={`${PONumber}/${place}`}>
                  <td>{showDate(orderedOn)}</td>
                  <td className={classes.wide}>{PONumber}</td>
                  <td>{showNumber(quantity)}</td>
                  <td>{showMoney(price)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {yearEffect !== null && yearEffect !== 0 && (
          <p className={classes.effect}>
            {yearEffect > 0
              ? t('Adds {amount} a year at {quantity} units, the quantity purchased in the last 12 months.', {
                  amount: showMoney(yearEffect),
                  quantity: showNumber(yearQuantity),
                })
              : t('Saves {amount} a year at {quantity} units, the quantity purchased in the last 12 months.', {
                  amount: showMoney(-yearEffect),
                  quantity: showNumber(yearQuantity),
                })}
          </p>
        )}
      </section>
    </>
  );
}

function signedPercent(percent: number): string {
  const rounded = Math.round(percent * 10) / 10;
  return signed(rounded, showPercent(Math.abs(rounded)));
}
