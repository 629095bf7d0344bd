import { accounts } from '@aapurti/contract/vendors/accounts';
import { showDate, showNumber } from '@aapurti/contract/ground/fields';
import { type AnsweredLine, answers, messages, type OrderAnswers } from '@aapurti/contract/purchase-orders/orderAnswers';
import { isLive } from '@aapurti/contract/purchase-orders/orderSteps';
import { orders } from '@aapurti/contract/purchase-orders/orders';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { FormProvider, useFormState } from 'react-hook-form';
import { ERP_NAMES, ERP_TAKES, type ErpTakes } from '@aapurti/contract/buyer-system/erps';

import { call } from '../../ground/api.ts';
import { callQuery, renewed } from '../../ground/callQuery.ts';
import { queryClient } from '../../ground/queries.ts';
import { Form } from '../../form/Form.tsx';
import { useContractForm, type Values } from '../../form/useContractForm.ts';
import { type Column, custom } from '../../list/columns.tsx';
import { PlainTable } from '../../list/PlainTable.tsx';
import { useSignedIn } from '../../access/session.ts';
import { Button } from '../../ui/Button.tsx';
import { SiteLink } from '../../ui/Link.tsx';
import { ConfirmModal } from '../../ui/ConfirmModal.tsx';
import { leadToHeading } from '../../ui/leadToHeading.ts';
import { NotLoaded } from '../../ui/NotLoaded.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { showInstant } from '../../ui/showInstant.ts';
import { Strip } from '../../ui/Strip.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { toast } from '../../ui/toast.tsx';
import { useGoBack } from '../../ui/useGoBack.ts';
import { useParam } from '../../ui/useParam.ts';
import { OTHER_SITE } from '../../access/roles.ts';
import { useMay } from '../../access/useMay.ts';
import { urls } from '../../urls.ts';
import type { AnswerableLine, Choice } from './answerColumns.tsx';
import { AnswerGrid } from './AnswerGrid.tsx';
import { AnswerBadge, AnswerWords } from './AnswerWords.tsx';
import classes from './Answers.module.css';
import { type Draft, draftProblem, isOpen, mayAnswer, nothingTyped, sentLine } from './drafts.ts';
import { t } from '../../words/words.ts';
import { useAct } from '../../ui/useStep.ts';

/** The confirmation of an order line by line, and the buyer's decisions about the vendor's proposals. */
export function AnswersPage() {
  const id = useParam('id');
  const { isAdmin } = useSignedIn();
  const { data, error, isPending, isFetching, refetch } = useQuery(callQuery(answers.get, { params: { id } }));
  const order = data?.poNumber;
  const crumbs = [
    { label: 'Purchase Orders', href: urls.purchaseOrders },
    ...(data === undefined ? [] : [{ label: data.poNumber, href: urls.purchaseOrder(data.poNumber, isAdmin ? data.userID : undefined) }]),
  ];
  return (
    <>
      <PageHeader title={order === undefined ? 'Order lines' : 'Confirmations'} breadcrumb={crumbs} />
      {isPending ? (
        <Panel>
          <Spinner height={320} />
        </Panel>
      ) : data === undefined ? (
        <NotLoaded query={{ error, isFetching, refetch }} sign panel />
      ) : (
        <AnswersOf key={data._id} newest={data} />
      )}
    </>
  );
}

interface Version {
  order: OrderAnswers;
  /** The lines entered for the previous version. */
  typed: readonly Draft[];
}

/** The confirmations of the version with which the form was opened, so that other users' changes remove no input. */
function AnswersOf({ newest }: { newest: OrderAnswers }) {
  const [{ order, typed }, setVersion] = useState<Version>({ order: newest, typed: [] });
  return <AnswersForm key={order.updatedAt} order={order} typed={typed} newest={newest} onVersion={setVersion} />;
}

const ANSWERS: readonly Choice[] = [
  { value: 'accept', label: 'As ordered' },
  { value: 'change', label: 'Changed' },
  { value: 'reject', label: 'Rejected' },
];
const OFFERED: readonly Choice[] = [
  { value: 'agree', label: 'Accept the counter-offer' },
  { value: 'decline', label: 'Reject' },
];
const DECISIONS: readonly Choice[] = [
  { value: 'agree', label: 'Accept' },
  { value: 'decline', label: 'Reject' },
  { value: 'counter', label: 'Make a counter-offer' },
];
/** The possible decisions after the one counter-offer that the buyer may make for a line. */
const FINAL_DECISIONS: readonly Choice[] = DECISIONS.filter(({ value }) => value !== 'counter');
const NONE: readonly Choice[] = [];

interface Rights {
  isAdmin: boolean;
  mayDecide: boolean;
  maySend: boolean;
}

/** The lines of an order by number, each with the possible actions of this user. */
function answerable(order: OrderAnswers, { isAdmin, mayDecide, maySend }: Rights): ReadonlyMap<number, AnswerableLine> {
  const { lines, status, earlier, deliverBy } = order;
  const live = isLive({ status });
  const offered = new Set(earlier.filter(({ counter, state }) => counter !== null && state !== 'outdated').map(({ line }) => line));
  const choicesFor = (line: AnsweredLine): readonly Choice[] => {
    if (!live) return NONE;
    if (line.answer?.state === 'proposed') return !mayDecide ? NONE : offered.has(line.line) ? FINAL_DECISIONS : DECISIONS;
    if (!maySend) return NONE;
    const how = mayAnswer(line);
    return how === 'counter' ? OFFERED : how === 'yes' ? ANSWERS : NONE;
  };
  return new Map(
    lines.map((shown) => {
      const { line, quantity, price } = shown;
      return [line, { line, quantity, price, deliverBy, isBuyer: isAdmin, shown, choices: choicesFor(shown) }];
    }),
  );
}

/** A line without a confirmation is accepted as ordered, until its vendor enters something else. */
function draftsFor(order: OrderAnswers, lines: ReadonlyMap<number, AnswerableLine>): Draft[] {
  return [...lines.values()].map(({ line, shown, choices }) => ({
    ...nothingTyped(line),
    decision: choices === ANSWERS && shown.answer === null && !order.acknowledged ? 'accept' : '',
  }));
}

/** The entered lines that have not changed since. */
function stillTrue(order: OrderAnswers, newer: OrderAnswers, typed: readonly Draft[]): readonly Draft[] {
  const termsOf = ({ lines, deliverBy }: OrderAnswers) =>
    new Map(lines.map(({ line, quantity, price, answer }) => [line, JSON.stringify([quantity, price, answer, deliverBy])]));
  const [before, now] = [termsOf(order), termsOf(newer)];
  return typed.filter(({ line }) => before.get(line) === now.get(line));
}

interface AnswersFormProps extends Version {
  newest: OrderAnswers;
  onVersion: (version: Version) => void;
}

function AnswersForm({ order, typed, newest, onVersion }: AnswersFormProps) {
  const may = useMay();
  const goBack = useGoBack(urls.purchaseOrders);
  const { isAdmin } = useSignedIn();
  const [withdrawing, setWithdrawing] = useState(false);
  const { status, earlier, acknowledged } = order;
  const live = isLive({ status });
  const mayDecide = isAdmin && may(answers.decide.access, order.siteId);
  const maySend = !isAdmin && may(answers.send.access);
  const lines = useMemo(() => answerable(order, { isAdmin, mayDecide, maySend }), [order, isAdmin, mayDecide, maySend]);
  const askable = [...lines.values()].filter(({ choices }) => choices.length > 0);
  const open = order.lines.filter((line) => isOpen(line, acknowledged));
  const waiting = order.lines.filter(({ answer }) => answer?.state === 'proposed');

  const [defaults] = useState<Values>(() => ({ lines: draftsFor(order, lines) }));
  const form = useContractForm({ defaults, check: (values) => problemsOf(lines, values['lines'] as readonly Draft[]) });

  const { isDirty } = useFormState({ control: form.control });
  const isOutdated = newest.updatedAt !== order.updatedAt;
  useEffect(() => {
    if (isOutdated && !isDirty) onVersion({ order: newest, typed: [] });
  }, [isOutdated, isDirty, newest, onVersion]);
  useEffect(() => {
    if (typed.length === 0) return;
    const byLine = new Map(typed.map((draft) => [draft.line, draft]));
    const merged = draftsFor(order, lines).map((draft) => byLine.get(draft.line) ?? draft);
    form.setValue('lines', merged, { shouldDirty: true });
    // Once per version, because the form is created again for the next one.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  /** Loads the newest version and keeps the input for unchanged lines. */
  async function reload() {
    const latest = (await call(answers.get, { params: { id: order._id } })).data;
    queryClient.setQueryData([answers.get.id, order._id], latest);
    onVersion({ order: latest, typed: stillTrue(order, latest, form.getValues('lines') as readonly Draft[]) });
  }

  async function renew(newer: OrderAnswers) {
    queryClient.setQueryData([answers.get.id, order._id], newer);
    onVersion({ order: newer, typed: [] });
    leadToHeading();
    await renewed([orders.list, orders.search, accounts.counts]);
  }

  async function submit(values: Values) {
    const sent = answeredIn(values['lines'] as readonly Draft[]).map(sentLine);
    const given = { params: { id: order._id }, body: { lines: sent, updatedAt: order.updatedAt } as never };
    const { data } = isAdmin ? await call(answers.decide, given) : await call(answers.send, given);
    toast.success(data.message);
    await renew(data.data);
  }

  const withdraw = useAct(
    () => call(answers.withdraw, { params: { id: order._id }, body: { updatedAt: order.updatedAt } }),
    [],
    async ({ message, data }) => {
      toast.success(message);
      await renew(data);
    },
  );

  const isOtherSite = isAdmin && !mayDecide && waiting.length > 0 && may(answers.decide.access);
  const amended = maySend && live ? amendedText(order) : null;
  const head = (
    <>
      {isOtherSite && <p className={classes.counts}>{t(OTHER_SITE)}</p>}
      {amended !== null && <p className={classes.counts}>{amended}</p>}
      <div className={classes.bar}>
        <span className={classes.counts}>{countsText(order, open.length, waiting.length)}</span>
        {maySend && live && waiting.length > 0 && (
          <Button label="Withdraw proposals" variant="default" size="xs" onClick={() => setWithdrawing(true)} />
        )}
        {!isAdmin && open.length === 0 && (
          <Button label="Go to order" component={SiteLink} href={urls.purchaseOrder(order.poNumber)} variant="light" size="xs" />
        )}
      </div>
    </>
  );
  return (
    <>
      {isOutdated && isDirty && (
        <Strip action={<Button label="Reload lines" variant="default" size="xs" onClick={() => void reload()} />}>
          {t('This order has changed since you opened it. Reload to see the changes. Your entries for unchanged lines are kept.')}
        </Strip>
      )}
      {order.erp !== null && <ToldErp erp={order.erp} />}
      {askable.length === 0 ? (
        <FormProvider {...form}>
          {head}
          <AnswerGrid lines={lines} isBuyer={isAdmin} acknowledged={acknowledged} />
        </FormProvider>
      ) : (
        <Form
          form={form}
          submitLabel={isAdmin ? 'Send decision' : 'Send confirmation'}
          onCancel={goBack}
          onReload={() => void reload()}
          onSubmit={submit}
        >
          <div>
            {head}
            <AnswerGrid lines={lines} isBuyer={isAdmin} acknowledged={acknowledged} />
          </div>
        </Form>
      )}
      {earlier.length > 0 && <PlainTable title="Earlier confirmations" columns={EARLIER} rows={earlier} empty="" />}
      <ConfirmModal
        opened={withdrawing}
        onClose={() => setWithdrawing(false)}
        onConfirm={() => withdraw.run()}
        title="Withdraw proposals"
        confirm="Withdraw"
        danger={false}
      >
        {t('{count, plural, one {The line opens} other {The {count} lines open}} again and can be confirmed again.', {
          count: waiting.length,
        })}
      </ConfirmModal>
    </>
  );
}

const answeredIn = (drafts: readonly Draft[]) => drafts.filter(({ decision }) => decision !== '');

function problemsOf(lines: ReadonlyMap<number, AnswerableLine>, drafts: readonly Draft[]): Record<string, string> | null {
  const typed = answeredIn(drafts);
  if (typed.length === 0) return { lines: messages.lines };
  for (const draft of typed) {
    const asked = lines.get(draft.line);
    const problem = asked === undefined ? null : draftProblem(asked, draft);
    if (problem !== null) return { lines: problem.message };
  }
  return null;
}

function countsText({ lines, status, deliverBy }: OrderAnswers, open: number, waiting: number): string {
  const parts = [
    t('{count, plural, one {# line} other {# lines}}', { count: lines.length }),
    ...(isLive({ status }) ? [] : [t('{status, select, Cancelled {order cancelled} other {order closed}}', { status })]),
    ...(open > 0 ? [t('{open} open', { open: showNumber(open) })] : []),
    ...(waiting > 0 ? [t('{count, plural, one {# waiting} other {# waiting}} for the buyer', { count: waiting })] : []),
    ...(deliverBy === null ? [] : [t('deliver by {deliverBy}', { deliverBy: showDate(deliverBy) })]),
  ];
  return parts.join(' · ');
}

/** The changes that an amendment has made to the vendor's confirmations; null if all still apply. */
function amendedText({ lines }: OrderAnswers): string | null {
  const again = lines.filter(({ was }) => was !== null);
  const at = again.reduce((latest, { was }) => (was !== null && was.endedAt > latest ? was.endedAt : latest), '');
  if (at === '') return null;
  const kept = lines.filter(({ answer }) => answer !== null && answer.state !== 'declined' && answer.sentAt < at).length;
  const holds = t(
    '{count, plural, =0 {Your confirmations no longer apply.} one {One of your confirmations still applies.} other {# of your confirmations still apply.}}',
    { count: kept },
  );
  const named = again.slice(0, NAMED_MAX).map(({ line }) => String(line));
  const numbers = again.length > NAMED_MAX ? [...named, t('{count} more', { count: again.length - NAMED_MAX })] : named;
  const rest = t('{count, plural, one {Line} other {Lines}} {lines} must be confirmed again.', { count: again.length, lines: numbers });
  return [t('This order was amended on {day}.', { day: showDate(at) }), holds, rest].join(' ');
}

/** Lines named in one sentence. */
const NAMED_MAX = 20;

type Earlier = OrderAnswers['earlier'][number];

const EARLIER: readonly Column<Earlier>[] = [
  custom('Line', ({ line, itemName }) => `${line}: ${itemName}`, { lead: true }),
  custom('Confirmation', (answer) => <AnswerWords answer={answer} />, { brief: true }),
  custom('Status', (answer) => <AnswerBadge answer={answer} acknowledged={false} />, { brief: true }),
  custom('Sent', ({ sentAt }) => showInstant(sentAt), { brief: true }),
];

/** The confirmations that the buyer's ERP has received, and the parts that it does not change. */
function ToldErp({ erp: { system, toldAt, untold } }: { erp: NonNullable<OrderAnswers['erp']> }) {
  const erp = ERP_NAMES[system] ?? system;
  const takes = (ERP_TAKES as Readonly<Record<string, ErpTakes>>)[system];
  const sentences = [
    toldAt !== null && t('Confirmations sent to {erp} on {time}.', { erp, time: showInstant(toldAt) }),
    untold > 0 && t('Agreed confirmations are sent to {erp} at the next sync.', { erp }),
    takes !== undefined &&
      t(
        takes.promisedDay === null
          ? 'Confirmed dates stay in the portal.'
          : 'It stores the confirmed date of each line; if there are several, the last one.',
      ),
    takes !== undefined &&
      t(
        takes.terms === null
          ? 'Quantities, prices, substitute products and rejections stay in the portal.'
          : 'Quantities, prices, substitute products and rejections are added there as a note. The lines of its order do not change.',
      ),
  ];
  if (toldAt === null && untold === 0) return null;
  return <Strip>{sentences.filter(Boolean).join(' ')}</Strip>;
}
