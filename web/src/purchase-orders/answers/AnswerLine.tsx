import { REASONS } from '@aapurti/contract/purchase-orders/answerRules';
import { showDate, showMoney, showNumber } from '@aapurti/contract/ground/fields';
import type { AnsweredLine, OrderAnswers } from '@aapurti/contract/purchase-orders/orderAnswers';
import { Button, Radio, Select, TextInput } from '@mantine/core';
import { memo, useState } from 'react';
import { useController } from 'react-hook-form';

import { AmountInput } from '../../form/AmountInput.tsx';
import type { Values } from '../../form/useContractForm.ts';
import { DROPDOWN } from '../../ui/dropdown.ts';
import { AnswerBadge, AnswerWords } from './AnswerWords.tsx';
import classes from './Answers.module.css';
import { Deliveries } from './Deliveries.tsx';
import { delivery, type Draft, draftName, isDraft, nothingTyped } from './drafts.ts';
import { t } from '../../words/words.ts';

export interface Choice {
  value: Draft['decision'];
  label: string;
}

interface AnswerLineProps {
  line: AnsweredLine;
  order: Pick<OrderAnswers, 'acknowledged' | 'deliverBy'>;
  /** The choices for it; none where nothing is to be done. */
  choices: readonly Choice[];
}

/** A line of the order with its answer, and the fields for the next one. */
export const AnswerLine = memo(function AnswerLine({ line, order, choices }: AnswerLineProps) {
  const { answer, uom } = line;
  const [again, setAgain] = useState(false);
  const isSettled = ['accepted', 'agreed', 'rejected'].includes(answer?.state ?? (order.acknowledged ? 'accepted' : 'open'));
  const isChosen = choices.length > 0 && (again || !isSettled);
  const wayOut = wayOutOf(line, choices);
  return (
    <li className={classes.line} aria-label={t('Line {line}', { line: line.line })}>
      <div className={classes.head}>
        <span className={classes.number}>{line.line}</span>
        <div className={classes.item}>
          <span className={classes.name}>{line.itemName}</span>
          <span className={classes.terms}>
            {t('{quantity} {uom} at {price}', { quantity: showNumber(line.quantity), uom: uom ?? '', price: showMoney(line.price) })}
            {line.caseQuantity !== null && <> · {t('{count} per case', { count: showNumber(line.caseQuantity) })}</>}
            {order.deliverBy !== null && <> · {t('Deliver by {day}', { day: showDate(order.deliverBy) })}</>}
            {line.receivedQuantity > 0 && <> · {t('Received: {count}', { count: showNumber(line.receivedQuantity) })}</>}
          </span>
          {line.was !== null && (
            <span className={classes.terms}>
              {t('Before the amendment: {quantity} {uom} at {price}', {
                quantity: showNumber(line.was.quantity),
                uom: uom ?? '',
                price: showMoney(line.was.price),
              })}
              {line.was.deliverBy !== null && <> · {t('Deliver by {day}', { day: showDate(line.was.deliverBy) })}</>}
            </span>
          )}
        </div>
        <AnswerBadge answer={answer} acknowledged={order.acknowledged} />
      </div>
      {answer !== null && answer.state !== 'accepted' && <AnswerWords answer={answer} />}
      {answer !== null && answer.state === 'accepted' && answer.decision === 'change' && <AnswerWords answer={answer} />}
      {wayOut !== null && <p className={classes.terms}>{t(wayOut)}</p>}
      {choices.length > 0 && !isChosen && (
        <Button
          variant="default"
          size="compact-sm"
          className={classes.again ?? ''}
          aria-label={t('Confirm again, line {line}', { line: line.line })}
          onClick={() => setAgain(true)}
        >
          {t('Confirm again')}
        </Button>
      )}
      {isChosen && <DraftFields line={line} choices={choices} deliverBy={order.deliverBy} />}
    </li>
  );
});

/** The way out for both sides where they have not agreed, or the buyer has made its one offer. */
function wayOutOf({ answer, receivedQuantity }: AnsweredLine, choices: readonly Choice[]): string | null {
  if (answer?.state === 'declined') {
    const isTheirs = choices.length > 0;
    if (isTheirs) return 'No agreement on this line yet. Confirm it again: accept it, propose another change, or reject it with a reason.';
    return receivedQuantity > 0
      ? 'Goods were received without agreement on this line.'
      : 'No agreement on this line yet. The vendor can confirm it again. To end it, amend the order without the line, or close the order short with a reason.';
  }
  const mayNotOffer = choices.length > 0 && answer?.state === 'proposed' && choices.every(({ value }) => value !== 'counter');
  return mayNotOffer ? 'A counter-offer has already been made for this line. Accept or reject the proposal.' : null;
}

function DraftFields({ line, choices, deliverBy }: { line: AnsweredLine; choices: readonly Choice[]; deliverBy: string | null }) {
  const { field, fieldState } = useController<Values>({ name: draftName(line.line) });
  const draft = isDraft(field.value) ? field.value : nothingTyped;
  const error = fieldState.error?.message;
  const isWrong = error !== undefined;
  const change = (changes: Partial<Draft>) => field.onChange({ ...draft, ...changes });
  const { decision } = draft;
  const named = (label: string) => t('{label}, line {number}', { label: t(label), number: line.line });

  function choose(value: string) {
    const chosen = value as Draft['decision'];
    const deliveries =
      draft.deliveries.length === 0 && chosen === 'change' ? [delivery(String(line.quantity), deliverBy ?? '')] : draft.deliveries;
    change({ decision: chosen, deliveries });
  }

  return (
    <div className={classes.fields} data-wrong={isWrong || undefined}>
      <Radio.Group aria-label={t('Confirmation of line {line}', { line: line.line })} value={decision} onChange={choose} error={t(error)}>
        <div className={classes.choices}>
          {choices.map(({ value, label }) => (
            <Radio key={value} value={value} label={t(label)} />
          ))}
        </div>
      </Radio.Group>
      {(decision === 'change' || decision === 'counter') && (
        <>
          <Deliveries
            line={line.line}
            uom={line.uom}
            deliveries={draft.deliveries}
            onChange={(deliveries) => change({ deliveries })}
            isWrong={isWrong}
          />
          <div className={classes.more}>
            <AmountInput
              label="Price ₹"
              aria-label={named('Price ₹')}
              placeholder={String(line.price)}
              maxLength={20}
              isGrouped
              value={draft.price}
              onValue={(price) => change({ price })}
            />
            {decision === 'change' && (
              <>
                <AmountInput
                  label="Not delivered"
                  aria-label={named('Not delivered')}
                  maxLength={20}
                  isGrouped={false}
                  value={draft.rejected}
                  onValue={(rejected) => change({ rejected })}
                />
                <TextInput
                  label={t('Substitute product (EAN)')}
                  aria-label={t(named('Substitute product (EAN)'))}
                  inputMode="numeric"
                  maxLength={14}
                  value={draft.substituteEAN}
                  onChange={(event) => change({ substituteEAN: event.currentTarget.value.trim() })}
                />
              </>
            )}
          </div>
        </>
      )}
      {decision !== '' && decision !== 'accept' && decision !== 'agree' && (
        <div className={classes.why}>
          {(decision === 'change' || decision === 'reject') && (
            <Select
              {...DROPDOWN}
              label={t('Reason')}
              aria-label={t(named('Reason'))}
              withAsterisk
              placeholder={t('Choose')}
              data={Object.entries(REASONS).map(([value, label]) => ({ value, label: t(label) }))}
              value={draft.reason === '' ? null : draft.reason}
              onChange={(reason) => change({ reason: reason ?? '' })}
              allowDeselect={false}
            />
          )}
          <TextInput
            className={classes.remark ?? ''}
            label={t('Remark')}
            aria-label={t(named('Remark'))}
            maxLength={500}
            value={draft.remark}
            onChange={(event) => change({ remark: event.currentTarget.value })}
          />
        </div>
      )}
    </div>
  );
}
