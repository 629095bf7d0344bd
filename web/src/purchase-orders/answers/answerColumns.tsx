import { REASONS } from '@aapurti/contract/purchase-orders/answerRules';
import { PROMISES_MAX, type AnsweredLine } from '@aapurti/contract/purchase-orders/orderAnswers';
import { showMoney, showNumber } from '@aapurti/contract/ground/fields';
import { Decimal } from '@aapurti/contract/ground/numbers';

import { differenceColumn, type GridChoice, type GridColumn, shownFigure } from '../../grid/columns.ts';
import { GridItem, GridUnder } from '../../grid/Grid.tsx';
import { t } from '../../words/words.ts';
import { AnswerBadge, stateWord } from './AnswerWords.tsx';
import {
  type AskedLine,
  choose,
  type Draft,
  hasRemark,
  priceOf,
  type Rest,
  restAfter,
  restOf,
  setDate,
  setQuantity,
  setRest,
  setTerm,
  shownDeliveries,
  unitsOf,
} from './drafts.ts';
import { standingOf } from './standing.ts';

/** A choice for a line. */
export interface Choice {
  value: Draft['decision'];
  label: string;
}

/** A line with its possible answers. */
export interface AnswerableLine extends AskedLine {
  shown: AnsweredLine;
  /** None if no action is possible. */
  choices: readonly Choice[];
}

/** The columns of an order's lines for users who confirm some of them. `hasMore` adds substitute and remark for the vendor. */
export function answerColumns(
  lines: ReadonlyMap<number, AnswerableLine>,
  isBuyer: boolean,
  acknowledged: boolean,
  hasMore: boolean,
): GridColumn<Draft>[] {
  /** Every draft belongs to a line. */
  const of = ({ line }: Draft) => lines.get(line) as AnswerableLine;
  const isAsked = (draft: Draft) => of(draft).choices.length > 0;
  const isVendors = (draft: Draft) => of(draft).choices.some(({ value }) => value === 'change');
  const mayOffer = (draft: Draft) => of(draft).choices.some(({ value }) => value === 'change' || value === 'counter');
  const isChange = ({ decision }: Draft) => decision === 'change' || decision === 'counter';
  const standing = (draft: Draft) => (draft.decision === '' ? standingOf(of(draft).shown, acknowledged, of(draft).deliverBy) : null);
  const isShown = (draft: Draft) => isChange(draft) || draft.decision === 'reject';
  const at = (draft: Draft, part: number) => shownDeliveries(draft, of(draft))[part] ?? { quantity: '', date: '' };
  const difference = (draft: Draft) =>
    isShown(draft) && shownDeliveries(draft, of(draft))[0]?.quantity !== ''
      ? unitsOf(draft, of(draft)).confirmed.minus(of(draft).quantity)
      : new Decimal(0);
  const differenceInMoney = (draft: Draft) => {
    if (!isShown(draft)) return new Decimal(0);
    const asked = of(draft);
    const units = difference(draft).plus(asked.quantity);
    return units.times(priceOf(draft, asked)).minus(new Decimal(asked.price).times(asked.quantity));
  };

  const restChoices = (draft: Draft, part: number): GridChoice[] => {
    const left = showNumber(Decimal.max(restAfter(draft, of(draft), part), 0).toFixed());
    const mayAdd = part < draft.deliveries.length - 1 || draft.deliveries.length < PROMISES_MAX;
    return [
      { value: '', label: '–' },
      ...(mayAdd ? [{ value: 'later', label: t('{count} later', { count: left }) }] : []),
      ...(isBuyer ? [] : [{ value: 'reject', label: t('{count} rejected', { count: left }) }]),
    ];
  };

  const columns: GridColumn<Draft>[] = [
    {
      key: 'item',
      label: 'Item',
      width: 'rest',
      kind: 'shown',
      value: (draft) => of(draft).shown.itemName,
      show: (draft, part) =>
        part > 0 ? (
          <GridUnder>{t('Delivery {place}', { place: part + 1 })}</GridUnder>
        ) : (
          <GridItem number={draft.line} name={of(draft).shown.itemName} />
        ),
    },
    shownFigure(
      { key: 'ordered', label: 'Ordered', width: 96 },
      (draft) => `${showNumber(of(draft).quantity)} ${of(draft).shown.uom ?? ''}`.trim(),
      { isOnce: true, show: (draft) => <Ordered line={of(draft)} /> },
    ),
    {
      key: 'response',
      label: 'Response',
      width: 124,
      kind: 'choice',
      value: ({ decision }) => decision,
      set: (draft, text) => choose(draft, of(draft), text as Draft['decision']),
      choices: (draft) => [
        { value: '', label: blankWord(of(draft).shown, acknowledged) },
        ...of(draft).choices.map(({ value, label }) => ({ value, label: t(label) })),
      ],
      isOnce: true,
      isOpen: isAsked,
      show: (draft) => <AnswerBadge answer={of(draft).shown.answer} acknowledged={acknowledged} />,
      isChanged: ({ decision }) => decision !== 'accept' && decision !== '',
      tone: ({ decision }) =>
        decision === 'reject' || decision === 'decline' ? 'bad' : decision === 'change' || decision === 'counter' ? 'warn' : undefined,
    },
    {
      key: 'quantity',
      label: isBuyer ? 'Quantity' : 'Confirm',
      width: 80,
      kind: 'figure',
      value: (draft, part) => at(draft, part).quantity,
      set: (draft, text, part) => setQuantity(draft, of(draft), part, text),
      isOpen: mayOffer,
      isChanged: (draft, part) => isShown(draft) && (part > 0 || at(draft, part).quantity !== String(of(draft).quantity)),
      placeholder: (draft) => showNumber((standing(draft)?.confirmed ?? of(draft).quantity).toString()),
      isOnCard: isShown,
      maxLength: 20,
    },
    {
      key: 'rest',
      label: 'Remainder',
      width: 104,
      kind: 'choice',
      value: restOf,
      set: (draft, text, part) => setRest(draft, of(draft), part, text as Rest),
      choices: restChoices,
      isOpen: (draft, part) => isChange(draft) && at(draft, part).quantity !== '' && restAfter(draft, of(draft), part).gt(0),
      show: () => '–',
      isChanged: (draft, part) => restOf(draft, part) !== '',
      isOnCard: (draft, part) => isChange(draft) && restAfter(draft, of(draft), part).gt(0),
    },
    {
      key: 'date',
      label: 'Delivery date',
      width: 116,
      kind: 'day',
      value: (draft, part) => at(draft, part).date,
      set: (draft, text, part) => setDate(draft, of(draft), part, text),
      isOpen: (draft) => mayOffer(draft) && draft.decision !== 'reject',
      show: () => '–',
      placeholder: (draft) => standing(draft)?.days[0] ?? t('DD-MM-YYYY'),
      isChanged: (draft, part) => isChange(draft) && at(draft, part).date !== (of(draft).deliverBy ?? ''),
      isOnCard: isChange,
    },
    {
      key: 'price',
      label: 'Price ₹',
      width: 92,
      kind: 'amount',
      isOnce: true,
      value: ({ price }) => price,
      set: (draft, text) => setTerm(draft, of(draft), { price: text }),
      isOpen: (draft) => mayOffer(draft) && draft.decision !== 'reject',
      show: (draft) => showMoney(of(draft).price, ''),
      isChanged: ({ price }) => price !== '',
      placeholder: (draft) => showMoney((standing(draft)?.price ?? of(draft).price).toString(), ''),
      isOnCard: isChange,
    },
    differenceColumn({ key: 'difference', label: 'Difference', width: 84 }, difference, showNumber),
    differenceColumn({ key: 'money', label: 'Difference ₹', width: 108 }, differenceInMoney, (text) => showMoney(text, '')),
  ];
  const reason: GridColumn<Draft> = {
    key: 'reason',
    label: 'Reason',
    width: 124,
    kind: 'choice',
    value: (draft) => draft.reason,
    set: (draft, text) => ({ ...draft, reason: text }),
    choices: () => [{ value: '', label: t('Choose') }, ...Object.entries(REASONS).map(([value, label]) => ({ value, label: t(label) }))],
    isOnce: true,
    isOpen: (draft) => isVendors(draft) && isShown(draft),
    show: () => '–',
    isOnCard: isShown,
  };
  const remark: GridColumn<Draft> = {
    key: 'remark',
    label: 'Remark',
    width: 150,
    kind: 'text',
    value: (draft) => draft.remark,
    set: (draft, text) => ({ ...draft, remark: text }),
    isOnce: true,
    isOpen: hasRemark,
    show: () => '',
    isOnCard: hasRemark,
    maxLength: 500,
  };
  const substitute: GridColumn<Draft> = {
    key: 'substitute',
    label: 'Substitute product (EAN)',
    width: 132,
    kind: 'code',
    value: (draft) => draft.substituteEAN,
    set: (draft, text) => setTerm(draft, of(draft), { substituteEAN: text.trim() }),
    isOnce: true,
    isOpen: (draft) => isVendors(draft) && draft.decision !== 'reject',
    show: () => '',
    isOnCard: isChange,
    maxLength: 14,
  };
  if (isBuyer) return [...columns, remark];
  return [...columns, reason, ...(hasMore ? [remark, substitute] : [])];
}

function Ordered({ line: { quantity, shown } }: { line: AnswerableLine }) {
  return (
    <>
      {showNumber(quantity)} {shown.uom}
      {shown.caseQuantity !== null && <GridUnder>{t('{count} per case', { count: showNumber(shown.caseQuantity) })}</GridUnder>}
      {shown.receivedQuantity > 0 && <GridUnder>{t('Received: {count}', { count: showNumber(shown.receivedQuantity) })}</GridUnder>}
    </>
  );
}

/** The text for an unchanged line: its status in words that fit the column, or that it will be confirmed later. */
function blankWord({ answer }: AnsweredLine, acknowledged: boolean): string {
  if (answer === null && !acknowledged) return t('Not yet');
  return t(SHORT_WORDS[answer?.state as keyof typeof SHORT_WORDS] ?? stateWord(answer, acknowledged));
}

const SHORT_WORDS = { proposed: 'Proposed', countered: 'Counter-offer', declined: 'Not accepted', replaced: 'Changed' } as const;
