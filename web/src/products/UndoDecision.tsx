import { accounts } from '@aapurti/contract/vendors/accounts';
import { messages, type NotUndone, priceReview, UNDO_MINUTES } from '@aapurti/contract/products/priceReview';
import { DECIDED_MAX, products } from '@aapurti/contract/products/products';
import { ActionIcon, Kbd } from '@mantine/core';
import { IconCircleCheck, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';

import { ApiError, call, messageOf } from '../ground/api.ts';
import { renewed } from '../ground/callQuery.ts';
import { RowButton } from '../ui/Button.tsx';
import { toast } from '../ui/toast.tsx';
import { t } from '../words/words.ts';
import classes from './PriceReview.module.css';

/** The prices that were decided together. */
export interface Done {
  ids: readonly string[];
  approved: boolean;
}

/** Shows the last decision, and undoes it while that is possible, by its button or the key u. */
export function UndoDecision({ done, onClose }: { done: Done; onClose: () => void }) {
  const undo = useMutation({
    mutationFn: async () => {
      const left: NotUndone['left'] = [];
      for (let first = 0; first < done.ids.length; first += DECIDED_MAX)
        left.push(...(await undoOf(done.ids.slice(first, first + DECIDED_MAX))));
      return left;
    },
    onSuccess(left) {
      const [first] = left;
      if (first === undefined) toast.success(messages.undone);
      else toast.error(left.length === 1 ? t('{name}: {problem}', { name: first.productName, problem: first.reason }) : messages.notUndone);
      onClose();
    },
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => renewed([products.list, priceReview.list, accounts.counts]),
  });
  useEffect(() => {
    const timer = setTimeout(onClose, UNDO_MINUTES * 60_000);
    return () => clearTimeout(timer);
  }, [onClose]);
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const isTyping =
        event.target instanceof HTMLElement && event.target.closest('input:not([type=checkbox]), textarea, [role=dialog]') !== null;
      if (event.key === 'u' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey && undo.isIdle) undo.mutate();
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
  const count = done.ids.length;
  return (
    <output className={classes.done}>
      <IconCircleCheck size={18} aria-hidden />
      <span className={classes.doneText}>
        <strong>
          {t(
            done.approved
              ? '{count, plural, one {One price} other {# prices}} approved.'
              : '{count, plural, one {One price} other {# prices}} disapproved.',
            { count },
          )}
        </strong>{' '}
        {t('You can undo this for {minutes} minutes, until an order uses the price.', { minutes: UNDO_MINUTES })}
      </span>
      <RowButton
        label="Undo"
        size="compact-md"
        loading={undo.isPending}
        onClick={() => undo.mutate()}
        rightSection={<Kbd visibleFrom="sm">U</Kbd>}
      />
      <ActionIcon variant="subtle" color="gray" size={32} aria-label={t('Dismiss')} onClick={onClose}>
        <IconX size={16} />
      </ActionIcon>
    </output>
  );
}

/** @returns the products whose decision stays. */
async function undoOf(productIdList: string[]): Promise<NotUndone['left']> {
  try {
    await call(priceReview.undo, { body: { productIdList } });
    return [];
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return (error.data as NotUndone).left;
    throw error;
  }
}
