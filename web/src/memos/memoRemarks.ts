import { isBlank, showMoney } from '@aapurti/contract/ground/fields';
import { remarks } from '@aapurti/contract/ground/gst';
import { hsnProblem } from '@aapurti/contract/ground/india';
import { figureRemarks, type MemoProposal } from '@aapurti/contract/memos/memoFigures';
import { parseDecimal } from '@aapurti/contract/ground/numbers';
import { say } from '@aapurti/contract/ground/template';

import type { Values } from '../form/useContractForm.ts';
import { textOf } from '../form/useField.tsx';
import { differing } from './useProposal.ts';

/** Remarks on a memo's form. */
export function memoRemarks(values: Values, proposal: MemoProposal | null, untaxed: boolean): Readonly<Record<string, string | null>> {
  const hsn = textOf(values['HSNCode']);
  const others = Object.entries(differing(values, proposal));
  return {
    HSNCode: isBlank(hsn) ? null : hsnProblem(hsn),
    itemQuantity: parseDecimal(values['itemQuantity'])?.isZero() === true ? 'The quantity is 0.' : null,
    ...Object.fromEntries(
      others.map(([name, text]) => [
        name,
        text === '' ? 'No amount is proposed.' : say('{text} is proposed.', { text: showMoney(String(text)) }),
      ]),
    ),
    ...figureRemarks(values),
    ...(untaxed && ['CGST', 'SGST', 'IGST'].some((name) => parseDecimal(values[name])?.gt(0)) ? { amount: remarks.untaxed } : {}),
  };
}
