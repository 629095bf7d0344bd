import { showMoney } from '@aapurti/contract/ground/fields';
import { taxWithin, type TaxSplit } from '@aapurti/contract/ground/gst';
import type { Decimal } from '@aapurti/contract/ground/numbers';
import { type LineRate, type RateShare, taxByRate } from '@aapurti/contract/rates/rateProposal';
import { say } from '@aapurti/contract/ground/template';
import { useState } from 'react';

import classes from './TaxOffer.module.css';
import { t } from '../words/words.ts';
import { Button } from '../ui/Button.tsx';

interface RateProposalProps {
  /** The lines of the order that the invoice names. */
  lines: readonly LineRate[];
  day: string;
  interState: boolean;
  /** The invoice value; null while it is not a number. */
  value: Decimal | null;
  onFill: (split: TaxSplit) => void;
  /** Called if the value is missing. */
  onMissing: () => void;
}

const PACKED = [
  ['prepacked', 'Pre-packed and labelled'],
  ['loose', 'Loose'],
] as const;

/**
 * Proposes the taxes by the HSN codes of the order. If all lines have one rate, these are the taxes within the invoice value; otherwise the
 * taxes of the whole order by rate, with the excess of the value shown separately.
 */
export function RateProposal({ lines, day, interState, value, onFill, onMissing }: RateProposalProps) {
  const [packed, setPacked] = useState<'prepacked' | 'loose' | null>(null);
  const { shares, taxes, cess, total, depends, remarks } = taxByRate(lines, { packed, interState, day });
  const [only, ...more] = shares;
  // The value also contains a cess, so the rate alone gives the tax within it only without one.
  const isOne = only !== undefined && more.length === 0 && total !== null && cess.isZero();
  const beyond = total === null || value === null ? null : value.minus(total);
  const fits = beyond !== null && beyond.gte(0);

  return (
    <section aria-label={t('Taxes from the order')} className={classes.proposal} data-span="full">
      {depends && (
        <fieldset className={classes.rates} aria-label={t('How the goods are packed')}>
          {PACKED.map(([choice, words]) => (
            <Button
              label={words}
              key={choice}
              variant={packed === choice ? 'filled' : 'default'}
              size="compact-sm"
              aria-pressed={packed === choice}
              onClick={() => setPacked(choice)}
            />
          ))}
        </fieldset>
      )}
      {isOne ? (
        <p className={classes.words}>{t('Based on the HSN codes of the order, all goods are taxed at {rate}%.', { rate: only.rate })}</p>
      ) : (
        shares.length > 0 && (
          <>
            <p className={classes.words}>{t('Based on the HSN codes of the order:')}</p>
            <ul className={classes.shares}>
              {shares.map((share) => (
                <li key={share.rate}>{t(shareWords(share, interState))}</li>
              ))}
              {cess.gt(0) && <li>{t('Cess: {amount}, included in the invoice value', { amount: showMoney(cess.toFixed(2)) })}</li>}
              {beyond !== null && beyond.gt(0) && (
                <li>{t('Other charges, for which no tax is proposed: {amount}', { amount: showMoney(beyond.toFixed(2)) })}</li>
              )}
            </ul>
          </>
        )
      )}
      {remarks.length > 0 && (
        <ul className={classes.remarks}>
          {remarks.map((remark) => (
            <li key={remark}>{t(remark)}</li>
          ))}
        </ul>
      )}
      {!isOne && beyond !== null && beyond.lt(0) && (
        <p className={classes.words}>{t('The invoice is below the order value, so the share of each tax rate cannot be calculated.')}</p>
      )}
      {(isOne || fits) && shares.length > 0 && (
        <div>
          <Button
            label={isOne ? say('Apply the order’s {rate}%', { rate: only.rate }) : 'Apply the taxes of the order'}
            variant="default"
            size="compact-sm"
            onClick={() => {
              if (value === null) onMissing();
              else onFill(isOne ? taxWithin(value, only.rate, interState) : taxes);
            }}
          />
        </div>
      )}
    </section>
  );
}

function shareWords({ rate, taxable, CGSTValue, SGSTValue, IGSTValue }: RateShare, interState: boolean): string {
  const [amount, cgst, sgst, igst] = [taxable, CGSTValue, SGSTValue, IGSTValue].map((each) => showMoney(each.toFixed(2)));
  return interState
    ? say('{rate}% of {amount}: IGST {igst}', { rate, amount, igst })
    : say('{rate}% of {amount}: CGST {cgst}, SGST {sgst}', { rate, amount, cgst, sgst });
}
