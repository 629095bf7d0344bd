import { type MemoProposal, PROPOSED } from '@aapurti/contract/memos/memoFigures';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';

import type { Values } from '../form/useContractForm.ts';
import classes from './ProposalOffer.module.css';
import { differing } from './useProposal.ts';
import { t } from '../words/words.ts';
import { Button } from '../ui/Button.tsx';

/** If typed figures differ from the proposed ones, offers to take those, and then to undo it. */
export function ProposalOffer({ proposal }: { proposal: MemoProposal | null }) {
  const { getValues, setValue } = useFormContext<Values>();
  const watched: readonly unknown[] = useWatch<Values>({ name: [...PROPOSED] });
  const shown = Object.fromEntries(PROPOSED.map((name, index) => [name, watched[index]]));
  /** The values before and after the last offer was taken. */
  const [last, setLast] = useState<{ replaced: Values; left: string } | null>(null);
  const offered = differing(shown, proposal);
  const canUndo = last !== null && last.left === JSON.stringify(shown);

  function fill(texts: Values) {
    for (const [name, text] of Object.entries(texts)) setValue(name, text, { shouldDirty: true, shouldValidate: true });
  }

  function take() {
    const replaced = Object.fromEntries(Object.keys(offered).map((name) => [name, getValues(name)]));
    fill(offered);
    setLast({ replaced, left: JSON.stringify({ ...shown, ...offered }) });
  }

  function undo() {
    if (last !== null) fill(last.replaced);
    setLast(null);
  }

  if (!canUndo && Object.keys(offered).length === 0) return null;
  return (
    <output className={classes.offer} data-span="full">
      <span className={classes.words}>{t(canUndo ? 'The proposed amounts are filled in.' : 'Amounts you changed are kept.')}</span>
      <Button label={canUndo ? 'Undo' : 'Use the proposed amounts'} size="compact-sm" variant="default" onClick={canUndo ? undo : take} />
    </output>
  );
}
