import { type MemoProposal, PROPOSED, proposeMemo, showsProposal } from '@aapurti/contract/memoFigures';
import type { MemoKind } from '@aapurti/contract/memos';
import { useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';

import type { ContractForm, Values } from '../form/useContractForm.ts';

const INPUTS = ['itemQuantity', 'unitPrice', 'priceDifference', 'taxRate'] as const;

/**
 * What the form's figures propose. Fields that show what was proposed follow when that changes; one with another figure was written
 * by somebody and stays. While an input is no number, all stays as it is.
 */
export function useProposal<Output>(form: ContractForm<Output>, kind: MemoKind, interState: boolean | null): MemoProposal | null {
  const { control, getValues, setValue } = form;
  const { isSubmitted, isDirty } = form.formState;
  const given = useWatch({ control, name: INPUTS });
  const proposal = proposeMemo(kind, Object.fromEntries(INPUTS.map((name, index) => [name, given[index]])), interState);
  const last = useRef(proposal);
  const print = JSON.stringify(proposal);

  useEffect(() => {
    const before = last.current;
    if (proposal === null) return;
    last.current = proposal;
    if (before === null) return;
    const values = getValues();
    for (const name of PROPOSED) {
      const text = proposal[name]?.toFixed(2) ?? '';
      if (values[name] !== text && showsProposal(values[name], before[name]))
        // What is filled in because the states have been loaded is nobody's change: the form can be left without a question.
        setValue(name, text, { shouldDirty: isDirty, shouldValidate: isSubmitted });
    }
    // `print` tells whether the proposal is another one.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [print]);

  return proposal;
}

/** The figures of a form that are others than the proposed ones, by field, as the texts to put in their place. */
export function differing(values: Values, proposal: MemoProposal | null): Values {
  if (proposal === null || proposal.amount === null) return {};
  const others = PROPOSED.filter((name) => !showsProposal(values[name], proposal[name]));
  return Object.fromEntries(others.map((name) => [name, proposal[name]?.toFixed(2) ?? '']));
}
