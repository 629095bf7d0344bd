import { showDate, showMoney, showNumber } from '@aapurti/contract/ground/fields';
import { Decimal } from '@aapurti/contract/ground/numbers';
import type { AnsweredLine } from '@aapurti/contract/purchase-orders/orderAnswers';
import { useCallback, useMemo, useState } from 'react';

import { Grid, GridSum, GridUnder } from '../../grid/Grid.tsx';
import { useGrid } from '../../grid/useGrid.ts';
import { useItems } from '../../grid/useItems.ts';
import { t } from '../../words/words.ts';
import { type AnswerableLine, answerColumns, type Choice } from './answerColumns.tsx';
import { AnswerWords } from './AnswerWords.tsx';
import classes from './Answers.module.css';
import { choose, type Draft, draftProblem, priceOf, type Rest, restAfter, setRest, shownDeliveries, unitsOf } from './drafts.ts';
import { standingOf, waitingValue } from './standing.ts';
import { Button } from '../../ui/Button.tsx';

interface AnswerGridProps {
  lines: ReadonlyMap<number, AnswerableLine>;
  isBuyer: boolean;
  acknowledged: boolean;
}

const keyOf = ({ line }: Draft) => String(line);
const partName = (part: number) => t('delivery {place}', { place: part + 1 });

/** The lines of an order with their confirmations, and the cells for new ones. */
export function AnswerGrid({ lines, isBuyer, acknowledged }: AnswerGridProps) {
  const field = useItems<Draft>('lines');
  const { items } = field;
  const [asksMore, setAsksMore] = useState(false);
  const needsMore = items.some(({ reason, remark, substituteEAN }) => reason === 'other' || remark !== '' || substituteEAN !== '');
  const hasMore = asksMore || needsMore;
  const columns = useMemo(() => answerColumns(lines, isBuyer, acknowledged, hasMore), [lines, isBuyer, acknowledged, hasMore]);
  const partsOf = useCallback(
    (draft: Draft) => {
      const line = lines.get(draft.line);
      return line === undefined ? 1 : shownDeliveries(draft, line).length;
    },
    [lines],
  );
  const problemOf = useCallback(
    (draft: Draft) => {
      const line = lines.get(draft.line);
      return line === undefined || line.choices.length === 0 ? null : draftProblem(line, draft);
    },
    [lines],
  );
  const noteOf = useCallback(
    (draft: Draft) => {
      const line = lines.get(draft.line);
      return line === undefined ? null : noteFor(line.shown, line.choices);
    },
    [lines],
  );
  const grid = useGrid({ ...field, columns, keyOf, partsOf, problemOf });
  const isVendors = [...lines.values()].some(({ choices }) => choices.some(({ value }) => value === 'change'));

  function changeAll(change: (draft: Draft, line: AnswerableLine) => Draft) {
    grid.replace((drafts) =>
      drafts.map((draft) => {
        const line = lines.get(draft.line);
        return line === undefined || !line.choices.some(({ value }) => value === 'change') ? draft : change(draft, line);
      }),
    );
  }
  const acceptAll = () =>
    changeAll((draft, line) =>
      (line.shown.answer === null && !acknowledged) || draft.decision !== '' || line.shown.answer?.state === 'declined'
        ? choose(draft, line, 'accept')
        : draft,
    );
  const rest = (what: Rest) =>
    changeAll((draft, line) => {
      const last = draft.deliveries.length - 1;
      return draft.decision === 'change' && restAfter(draft, line, last).gt(0) ? setRest(draft, line, last, what) : draft;
    });

  return (
    <Grid
      grid={grid}
      label="Lines"
      partName={partName}
      noteOf={noteOf}
      shortcuts={
        isVendors && (
          <>
            <Button label="All as ordered" variant="default" size="xs" onClick={acceptAll} />
            <Button label="Deliver the rest later" variant="default" size="xs" onClick={() => rest('later')} />
            <Button label="Reject the rest" variant="default" size="xs" onClick={() => rest('reject')} />
            {!needsMore && (
              <Button
                label="Remarks and substitutes"
                variant="subtle"
                size="xs"
                aria-pressed={asksMore}
                onClick={() => setAsksMore(!asksMore)}
              />
            )}
          </>
        )
      }
      sums={isVendors && <Sums lines={lines} drafts={items} acknowledged={acknowledged} />}
    />
  );
}

interface SumsProps {
  lines: ReadonlyMap<number, AnswerableLine>;
  drafts: readonly Draft[];
  acknowledged: boolean;
}

/** The values of confirmed, later, rejected and pending quantities, as saved and as entered, before discount and tax. */
function Sums({ lines, drafts, acknowledged }: SumsProps) {
  const sums = useMemo(() => {
    const none = new Decimal(0);
    return drafts.reduce(
      (sum, draft) => {
        const line = lines.get(draft.line);
        if (line === undefined) return sum;
        if (!['accept', 'change', 'reject'].includes(draft.decision)) {
          const stands = standingOf(line.shown, acknowledged, line.deliverBy);
          return {
            ...sum,
            confirmed: sum.confirmed.plus(stands?.confirmed.times(stands.price) ?? none),
            rejected: sum.rejected.plus(stands?.rejected.times(line.price) ?? none),
            waiting: sum.waiting.plus(waitingValue(line.shown)),
          };
        }
        const { confirmed, later, rejected } = unitsOf(draft, line);
        const price = priceOf(draft, line);
        return {
          ...sum,
          confirmed: sum.confirmed.plus(confirmed.times(price)),
          later: sum.later.plus(later.times(price)),
          rejected: sum.rejected.plus(rejected.times(line.price)),
        };
      },
      { confirmed: none, later: none, rejected: none, waiting: none },
    );
  }, [lines, drafts, acknowledged]);
  return (
    <>
      <GridSum label="Confirmed">{showMoney(sums.confirmed.toFixed())}</GridSum>
      {sums.waiting.gt(0) && (
        <GridSum label="Waiting for the buyer" tone="warn">
          {showMoney(sums.waiting.toFixed())}
        </GridSum>
      )}
      {sums.later.gt(0) && <GridSum label="Later">{showMoney(sums.later.toFixed())}</GridSum>}
      {sums.rejected.gt(0) && (
        <GridSum label="Rejected" tone="bad">
          {showMoney(sums.rejected.negated().toFixed())}
        </GridSum>
      )}
      <span className={classes.counts}>{t('Before discount and tax')}</span>
    </>
  );
}

/** The earlier confirmation of a line, and the next step for both parties if they have not agreed. */
function noteFor(line: AnsweredLine, choices: readonly Choice[]) {
  const { answer, was, uom } = line;
  const wayOut = wayOutOf(line, choices);
  const hasWords = answer !== null && (answer.state !== 'accepted' || answer.decision === 'change');
  if (!hasWords && was === null && wayOut === null) return null;
  return (
    <>
      {was !== null && (
        <GridUnder>
          {t('Before the amendment: {quantity} {uom} at {price}', {
            quantity: showNumber(was.quantity),
            uom: uom ?? '',
            price: showMoney(was.price),
          })}
          {was.deliverBy !== null && <> · {t('Deliver by {day}', { day: showDate(was.deliverBy) })}</>}
        </GridUnder>
      )}
      {hasWords && <AnswerWords answer={answer} />}
      {wayOut !== null && <GridUnder>{t(wayOut)}</GridUnder>}
    </>
  );
}

function wayOutOf({ answer, receivedQuantity }: AnsweredLine, choices: readonly Choice[]): string | null {
  if (answer?.state === 'declined') {
    const isTheirs = choices.length > 0;
    if (isTheirs) return 'No agreement on this line yet. Confirm it again: accept it, propose another change, or reject it with a reason.';
    return receivedQuantity > 0
      ? 'Goods were received without agreement on this line.'
      : 'No agreement on this line yet. The vendor can confirm it again. To settle it, amend the order without the line, or close the order short with a reason.';
  }
  const mayNotOffer = choices.length > 0 && answer?.state === 'proposed' && choices.every(({ value }) => value !== 'counter');
  return mayNotOffer ? 'A counter-offer has already been made for this line. Accept or reject the proposal.' : null;
}
