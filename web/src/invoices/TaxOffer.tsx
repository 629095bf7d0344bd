import { showMoney, showPercent } from '@aapurti/contract/ground/fields';
import { isIgst, type Supply, type TaxSplit, taxWithin } from '@aapurti/contract/ground/gst';
import { parseDecimal } from '@aapurti/contract/ground/numbers';
import type { LineRate } from '@aapurti/contract/rates/rateProposal';
import { ratesOn } from '@aapurti/contract/ground/rateRules';
import { say } from '@aapurti/contract/ground/template';
import { useId, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';

import type { Values } from '../form/useContractForm.ts';
import { ConfirmModal } from '../ui/ConfirmModal.tsx';
import { type TaxField, TAX_FIELDS } from './invoiceValues.ts';
import { RateProposal } from './RateProposal.tsx';
import { t } from '../words/words.ts';
import classes from './TaxOffer.module.css';
import { Button } from '../ui/Button.tsx';

type TaxTexts = Readonly<Record<TaxField, string>>;

interface TaxOfferProps {
  supply: Supply | null;
  /** The reason for this kind of tax. */
  words: string | null;
  /** The invoice date, which selects the rates. */
  day: string;
  /** The lines of the order that the invoice names, with their rates on that day. */
  lines: readonly LineRate[];
  /** True while the rates load; their space is reserved. */
  isPending?: boolean;
}

/**
 * Offers the taxes within the invoice value at a rate: CGST and SGST within a state, IGST between two. Typed amounts are replaced only after a
 * confirmation.
 */
export function TaxOffer({ supply, words, day, lines, isPending = false }: TaxOfferProps) {
  const id = useId();
  const { getValues, setValue, setFocus } = useFormContext<Values>();
  /** The texts that the last offer filled in, as opposed to typed ones. */
  const offered = useRef<TaxTexts | null>(null);
  const [asking, setAsking] = useState<TaxTexts | null>(null);
  const value = parseDecimal(useWatch<Values>({ name: 'invoiceValue' }));
  const interState = isIgst(supply);
  if (supply === null) return isPending ? <div className={classes.offer} data-span="full" aria-hidden /> : null;
  if (interState === null) {
    return (
      <p className={classes.words} data-span="full">
        {t(words)}
      </p>
    );
  }

  const usable = value !== null && value.gt(0) && value.decimalPlaces() <= 2;

  function offer(split: TaxSplit) {
    const texts = Object.fromEntries(TAX_FIELDS.map((name) => [name, split[name].toFixed(2)])) as Record<TaxField, string>;
    const isTyped = TAX_FIELDS.some((name) => {
      const present = getValues(name);
      return present !== '' && present !== texts[name] && present !== offered.current?.[name];
    });
    if (isTyped) setAsking(texts);
    else fill(texts);
  }

  function fill(texts: TaxTexts) {
    offered.current = texts;
    for (const name of TAX_FIELDS) setValue(name, texts[name], { shouldDirty: true, shouldValidate: true });
  }

  const buttons = (
    <div className={classes.offer} data-span="full">
      <p id={id} className={classes.words}>
        {t('{words} Choose a rate to fill in the taxes included in the value:', { words: t(words) })}
      </p>
      <fieldset aria-labelledby={id} className={classes.rates}>
        {ratesOn(day).map((rate) => (
          <Button
            key={rate}
            variant="default"
            size="compact-sm"
            // The button stays enabled, because a click leads to the missing field.
            onClick={() => (usable ? offer(taxWithin(value, rate, interState)) : setFocus('invoiceValue'))}
          >
            {showPercent(rate)}
          </Button>
        ))}
      </fieldset>
      <ConfirmModal
        opened={asking !== null}
        title="Replace the taxes"
        confirm="Replace"
        close="Keep my taxes"
        danger={false}
        onConfirm={() => {
          if (asking !== null) fill(asking);
        }}
        onClose={() => setAsking(null)}
      >
        {asking !== null &&
          say('You entered different taxes. Replace them with CGST {CGSTValue}, SGST {SGSTValue} and IGST {IGSTValue}?', {
            CGSTValue: showMoney(asking.CGSTValue),
            SGSTValue: showMoney(asking.SGSTValue),
            IGSTValue: showMoney(asking.IGSTValue),
          })}
      </ConfirmModal>
    </div>
  );
  if (lines.length === 0) return buttons;
  return (
    <>
      <RateProposal
        lines={lines}
        day={day}
        interState={interState}
        value={usable ? value : null}
        onFill={offer}
        onMissing={() => setFocus('invoiceValue')}
      />
      {buttons}
    </>
  );
}
