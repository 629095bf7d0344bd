import { type MemoProposal, PROPOSED, proposeMemo, showsProposal } from '@aapurti/contract/memos/memoFigures';
import type { MemoKind } from '@aapurti/contract/memos/memoMessages';
import { useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';

import type { ContractForm, Values } from '../form/useContractForm.ts';

const INPUTS = ['itemQuantity', 'unitPrice', 'priceDifference', 'taxRate'] as const;

/**
 * Proposes figures from the form's inputs. A field that still has the proposed value follows the proposal; a typed value stays. The
 * proposal does not change while an input is not a number.
 */
export function useProposal<Output>(
  form: ContractForm<Output>,
  kind: MemoKind,
  interState: boolean | null,
  untaxed: boolean,
): MemoProposal | null {
  const { control, getValues, setValue } = form;
  const { isSubmitted } = form.formState;
  const given = useWatch({ control, name: INPUTS });
  const inputs = Object.fromEntries(INPUTS.map((name, index) => [name, given[index]]));
  const proposal = proposeMemo(kind, untaxed ? { ...inputs, taxRate: '' } : inputs, interState);
  const last = useRef({ proposal, interState });
  const opened = useRef(given);
  const print = JSON.stringify(proposal);

  useEffect(() => {
    if (proposal === null) return;
    const before = last.current.proposal;
    // Loading the states does not count as a change of an untouched form.
    const isLoading = last.current.interState === null && INPUTS.every((_, index) => given[index] === opened.current[index]);
    last.current = { proposal, interState };
    if (before === null || isLoading) return;
    const values = getValues();
    for (const name of PROPOSED) {
      const text = proposal[name]?.toFixed(2) ?? '';
      if (values[name] !== text && showsProposal(values[name], before[name]))
        setValue(name, text, { shouldDirty: true, shouldValidate: isSubmitted });
    }
    // `print` changes exactly when the proposal does.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [print]);

  return proposal;
}

/** The proposed texts of the fields whose figures differ, by field. */
export function differing(values: Values, proposal: MemoProposal | null): Values {
  if (proposal === null || proposal.amount === null) return {};
  const others = PROPOSED.filter((name) => !showsProposal(values[name], proposal[name]));
  return Object.fromEntries(others.map((name) => [name, proposal[name]?.toFixed(2) ?? '']));
}
