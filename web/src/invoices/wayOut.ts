import { showNumber, showPercent, showPrice } from '@aapurti/contract/ground/fields';
import type { Finding } from '@aapurti/contract/invoices/matchFacts';
import type { AgreedTerms } from '@aapurti/contract/invoices/orderFigures';
import { say } from '@aapurti/contract/ground/template';

/** The part of a line's agreed terms that resolves an exception. */
type Part = 'figures' | 'hsnCode' | 'taxRate' | 'cessRate';
const PARTS: Readonly<Record<string, Part>> = {
  line_without_order: 'figures',
  order_cancelled: 'figures',
  order_line_gone: 'figures',
  quantity_above_accepted: 'figures',
  price_above_order: 'figures',
  hsn_differs: 'hsnCode',
  tax_rate_differs: 'taxRate',
  cess_differs: 'cessRate',
};
const partOf = ({ code }: Pick<Finding, 'code'>) => PARTS[code];

interface WayOut {
  label: string;
  terms: AgreedTerms;
}

/**
 * The button of a finding, with the terms that it applies to the line. The quantity and price of a line share one button, and the last line is
 * never removed.
 * @returns null if a finding has no button.
 */
export function wayOutOf(
  finding: Pick<Finding, 'code' | 'line'>,
  findings: readonly Pick<Finding, 'code' | 'line'>[],
  agreed: readonly AgreedTerms[],
  count: number,
): WayOut | null {
  const part = partOf(finding);
  const terms = agreed.find(({ line }) => line === finding.line);
  if (part === undefined || terms === undefined) return null;
  if (findings.find((each) => each.line === finding.line && partOf(each) === part) !== finding) return null;
  if (terms.quantity === 0) {
    const isFirst = findings.find((each) => each.line === finding.line && partOf(each) !== undefined) === finding;
    return isFirst && count > 1 ? { label: say('Remove line {number}', { number: terms.line }), terms } : null;
  }
  const { hsnCode, taxRate, cessRate } = terms;
  switch (part) {
    case 'hsnCode':
      return hsnCode === null ? null : { label: say('Use HSN {hsnCode}', { hsnCode }), terms };
    case 'taxRate':
      return taxRate === null ? null : { label: say('Use {rate}', { rate: showPercent(taxRate) }), terms };
    case 'cessRate':
      return cessRate === null ? null : { label: say('Use {rate} cess', { rate: showPercent(cessRate) }), terms };
    default: {
      const [quantity, price] = [showNumber(terms.quantity), showPrice(terms.unitPrice)];
      return { label: say('Use {quantity} at {price}', { quantity, price }), terms };
    }
  }
}
