import { accounts } from '@aapurti/contract/vendors/accounts';
import { showDate, showNumber } from '@aapurti/contract/ground/fields';
import { type AnsweredLine, answers, messages, type OrderAnswers } from '@aapurti/contract/purchase-orders/orderAnswers';
import { isLive } from '@aapurti/contract/purchase-orders/orderSteps';
import { orders } from '@aapurti/contract/purchase-orders/orders';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { call, messageOf } from '../../ground/api.ts';
import { Form } from '../../form/Form.tsx';
import { useContractForm, type Values } from '../../form/useContractForm.ts';
import { type Column, custom } from '../../list/columns.tsx';
import { PlainTable } from '../../list/PlainTable.tsx';
import { useSignedIn } from '../../access/session.ts';
import { ConfirmModal } from '../../ui/ConfirmModal.tsx';
import { NotLoaded } from '../../ui/NotLoaded.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { showInstant } from '../../ui/showInstant.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { toast } from '../../ui/toast.tsx';
import { useGoBack } from '../../ui/useGoBack.ts';
import { useParam } from '../../ui/useParam.ts';
import { OTHER_SITE } from '../../access/roles.ts';
import { useMay } from '../../access/useMay.ts';
import { urls } from '../../urls.ts';
import { AnswerLine, type Choice } from './AnswerLine.tsx';
import { AnswerBadge, AnswerWords } from './AnswerWords.tsx';
import { ToldErp } from './ToldErp.tsx';
import classes from './Answers.module.css';
import { type Draft, draftName, draftProblem, isDraft, isOpen, mayAnswer, nothingTyped, sentLine } from './drafts.ts';
import { t } from '../../words/words.ts';

/** An order answered line by line: the vendor's answers, and the buyer's decisions about its proposals. */
export function AnswersPage() {
  const id = useParam('id');
  const { isAdmin } = useSignedIn();
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: [answers.get.id, id],
    queryFn: async ({ signal }) => (await call(answers.get, { params: { id }, signal })).data,
  });
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
        <Panel>
          <NotLoaded query={{ error, isFetching, refetch }} sign />
        </Panel>
      ) : (
        // The next version of the order starts with empty fields.
        <AnswersForm key={data.updatedAt} order={data} />
      )}
    </>
  );
}

const ANSWERS: readonly Choice[] = [
  { value: 'accept', label: 'Accept' },
  { value: 'change', label: 'Change' },
  { value: 'reject', label: 'Reject' },
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
/** The decisions after the one offer that the buyer may make for a line. */
const FINAL_DECISIONS: readonly Choice[] = DECISIONS.filter(({ value }) => value !== 'counter');
const NONE: readonly Choice[] = [];

function AnswersForm({ order }: { order: OrderAnswers }) {
  const client = useQueryClient();
  const may = useMay();
  const goBack = useGoBack(urls.purchaseOrders);
  const { isAdmin } = useSignedIn();
  const [withdrawing, setWithdrawing] = useState(false);
  const { lines, status, earlier, acknowledged } = order;
  const live = isLive({ status });
  const mayDecide = isAdmin && may(answers.decide.access, order.siteId);
  const maySend = !isAdmin && may(answers.send.access);

  const offered = new Set(earlier.filter(({ counter, state }) => counter !== null && state !== 'outdated').map(({ line }) => line));

  const choicesFor = (line: AnsweredLine): readonly Choice[] => {
    if (!live) return NONE;
    if (line.answer?.state === 'proposed') return !mayDecide ? NONE : offered.has(line.line) ? FINAL_DECISIONS : DECISIONS;
    if (!maySend) return NONE;
    const how = mayAnswer(line);
    return how === 'counter' ? OFFERED : how === 'yes' ? ANSWERS : NONE;
  };
  const askable = lines.filter((line) => choicesFor(line).length > 0);
  const open = lines.filter((line) => isOpen(line, acknowledged));
  const waiting = lines.filter(({ answer }) => answer?.state === 'proposed');

  const [defaults] = useState<Values>(() => Object.fromEntries(askable.map(({ line }) => [draftName(line), nothingTyped])));
  const form = useContractForm({ defaults, check: (values) => problemsOf(order, values) });

  async function renew(newer?: OrderAnswers) {
    if (newer !== undefined) client.setQueryData([answers.get.id, order._id], newer);
    await Promise.all(
      [orders.list, orders.search, accounts.counts, ...(newer === undefined ? [answers.get] : [])].map(({ id }) =>
        client.invalidateQueries({ queryKey: [id] }),
      ),
    );
  }

  async function submit(values: Values) {
    const typed = draftsOf(order, values).map(([line, draft]) => sentLine(line, draft));
    const given = { params: { id: order._id }, body: { lines: typed, updatedAt: order.updatedAt } as never };
    const { data } = isAdmin ? await call(answers.decide, given) : await call(answers.send, given);
    toast.success(data.message);
    await renew(data.data);
  }

  async function withdraw() {
    try {
      const { data } = await call(answers.withdraw, { params: { id: order._id }, body: { updatedAt: order.updatedAt } });
      toast.success(data.message);
      await renew(data.data);
    } catch (error) {
      toast.error(messageOf(error));
    }
  }

  function acceptAll() {
    for (const { line } of open) {
      if (draftName(line) in defaults) form.setValue(draftName(line), { ...nothingTyped, decision: 'accept' }, { shouldDirty: true });
    }
  }

  const isOtherSite = isAdmin && !mayDecide && waiting.length > 0 && may(answers.decide.access);
  const amended = maySend && live ? amendedText(order) : null;
  const list = (
    <>
      {isOtherSite && <p className={classes.counts}>{t(OTHER_SITE)}</p>}
      {amended !== null && <p className={classes.counts}>{amended}</p>}
      <div className={classes.bar}>
        <span className={classes.counts}>{countsText(order, open.length, waiting.length)}</span>
        <span className={classes.actions}>
          {maySend && live && open.length > 1 && (
            <Button variant="default" size="xs" onClick={acceptAll}>
              {t('Accept all open lines')}
            </Button>
          )}
          {maySend && live && waiting.length > 0 && (
            <Button variant="default" size="xs" onClick={() => setWithdrawing(true)}>
              {t('Withdraw proposals')}
            </Button>
          )}
        </span>
      </div>
      <ul className={classes.lines} aria-label={t('Lines')}>
        {lines.map((line) => (
          <AnswerLine key={line.line} line={line} order={order} choices={choicesFor(line)} />
        ))}
      </ul>
    </>
  );
  return (
    <>
      {order.erp !== null && <ToldErp erp={order.erp} />}
      <Panel>
        {askable.length === 0 ? (
          list
        ) : (
          <Form
            form={form}
            submitLabel={isAdmin ? 'Send decision' : 'Send confirmation'}
            onCancel={goBack}
            onReload={() => void renew()}
            onSubmit={submit}
          >
            {list}
          </Form>
        )}
      </Panel>
      <PlainTable title="Earlier confirmations" columns={EARLIER} rows={earlier} empty="No earlier confirmations." />
      <ConfirmModal
        opened={withdrawing}
        onClose={() => setWithdrawing(false)}
        onConfirm={withdraw}
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

function draftsOf({ lines }: OrderAnswers, values: Values): [number, Draft][] {
  return lines.flatMap(({ line }): [number, Draft][] => {
    const draft = values[draftName(line)];
    return isDraft(draft) && draft.decision !== '' ? [[line, draft]] : [];
  });
}

function problemsOf(order: OrderAnswers, values: Values): Record<string, string> | null {
  const drafts = new Map(draftsOf(order, values));
  const problems = order.lines.flatMap((line): [string, string][] => {
    const draft = drafts.get(line.line);
    const problem = draft === undefined ? null : draftProblem(line, draft, order);
    return problem === null ? [] : [[draftName(line.line), problem]];
  });
  if (drafts.size > 0) return problems.length === 0 ? null : Object.fromEntries(problems);
  const first = Object.keys(values)[0];
  return first === undefined ? null : { [first]: messages.lines };
}

function countsText({ lines, status, deliverBy }: OrderAnswers, open: number, waiting: number): string {
  const parts = [
    t('{count, plural, one {# line} other {# lines}}', { count: lines.length }),
    ...(isLive({ status }) ? [] : [t(`order ${status.toLowerCase()}`)]),
    ...(open > 0 ? [t('{open} open', { open: showNumber(open) })] : []),
    ...(waiting > 0 ? [t('{count, plural, one {# waiting} other {# waiting}} for the buyer', { count: waiting })] : []),
    ...(deliverBy === null ? [] : [t('deliver by {deliverBy}', { deliverBy: showDate(deliverBy) })]),
  ];
  return parts.join(' · ');
}

/** The changes that an amendment has made to the vendor's answers; null where all are still in effect. */
function amendedText({ lines }: OrderAnswers): string | null {
  const again = lines.filter(({ was }) => was !== null);
  const at = again.reduce((latest, { was }) => (was !== null && was.endedAt > latest ? was.endedAt : latest), '');
  if (at === '') return null;
  const kept = lines.filter(({ answer }) => answer !== null && answer.state !== 'declined' && answer.sentAt < at).length;
  const holds = t(
    '{count, plural, =0 {Your confirmations no longer apply.} one {One of your confirmations still applies.} other {# of your confirmations still apply.}}',
    { count: kept },
  );
  const numbers = again.slice(0, NAMED_MAX).map(({ line }) => line);
  const named = numbers.join(', ') + (again.length > NAMED_MAX ? '…' : '');
  const rest = t('{count, plural, one {Line} other {Lines}} {lines} must be confirmed again.', { count: again.length, lines: named });
  return `${t('This order was amended on {day}.', { day: showDate(at) })} ${holds} ${rest}`;
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
