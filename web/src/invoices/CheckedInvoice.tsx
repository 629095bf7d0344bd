import { showNumber, showPrice } from '@aapurti/contract/ground/fields';
import type { Finding } from '@aapurti/contract/invoices/matchFacts';
import type { AgreedTerms } from '@aapurti/contract/invoices/orderFigures';

import { messageOf } from '../ground/api.ts';
import { FormSection } from '../form/Form.tsx';
import { t } from '../words/words.ts';
import classes from './MatchFindings.module.css';
import { MatchFindings } from './MatchFindings.tsx';
import type { InvoiceCheck } from './useInvoiceCheck.ts';
import { Button } from '../ui/Button.tsx';

interface CheckedInvoiceProps {
  check: InvoiceCheck;
  /** The number of lines. */
  count: number;
  /** Fills a line with what was accepted and agreed; absent where the lines cannot be changed. */
  use: ((terms: AgreedTerms) => void) | undefined;
}

/** The deviations that the buyer would find, before the invoice is sent. */
export function CheckedInvoice({ check: { data, error, isCurrent }, count, use }: CheckedInvoiceProps) {
  /** One button does for the quantity and the price of a line. */
  function wayOut(finding: Finding) {
    const terms = data?.agreed.find(({ line }) => line === finding.line);
    const first = data?.findings.find(({ line, code }) => line === finding.line && CORRECTED.includes(code));
    if (use === undefined || terms === undefined || first !== finding || !isCurrent) return null;
    if (terms.quantity === 0 && count === 1) return null;
    return (
      <Button size="xs" variant="default" onClick={() => use(terms)}>
        {terms.quantity === 0
          ? t('Remove line {number}', { number: terms.line })
          : t('Use {quantity} at {price}', { quantity: showNumber(terms.quantity), price: showPrice(terms.unitPrice) })}
      </Button>
    );
  }

  return (
    <FormSection title="Match with order and goods receipt">
      <div className={classes.wide} aria-live="polite">
        {error !== null ? (
          <p className={classes.none}>{t(messageOf(error))}</p>
        ) : data === undefined ? (
          <p className={classes.none}>{t('Comparing…')}</p>
        ) : (
          <MatchFindings findings={data.findings} wayOut={wayOut} />
        )}
      </div>
    </FormSection>
  );
}

/** The faults that accepted quantity and agreed price put right. */
const CORRECTED: readonly string[] = ['quantity_above_accepted', 'price_above_order'];
