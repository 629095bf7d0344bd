import { accounts } from '@aapurti/contract/vendors/accounts';
import { dispatchNotes } from '@aapurti/contract/dispatch-notes/dispatchNotes';
import { indianDay } from '@aapurti/contract/ground/fields';
import { type Delivery, messages, receipts } from '@aapurti/contract/receipts/receipts';
import { orders } from '@aapurti/contract/purchase-orders/orders';
import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import * as z from 'zod';

import { call, messageOf } from '../ground/api.ts';
import { renewed } from '../ground/callQuery.ts';
import { DateField } from '../form/DateField.tsx';
import { Form, FormSection } from '../form/Form.tsx';
import { TextField } from '../form/TextField.tsx';
import { useContractForm } from '../form/useContractForm.ts';
import { Button } from '../ui/Button.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Strip } from '../ui/Strip.tsx';
import { toast } from '../ui/toast.tsx';
import { urls } from '../urls.ts';
import { t } from '../words/words.ts';
import classes from './ReceiveGoods.module.css';
import { draftProblem, draftsOf, type ReceivedDraft, sentLines } from './receivedLines.ts';
import { PhotoPicker } from './PhotoPicker.tsx';
import { sendPhotos } from './photos.ts';
import { OnTheWay } from './OnTheWay.tsx';
import { ReceivedLinesField } from './ReceivedLinesField.tsx';

/**
 * A receiver scans the number of a dispatch note or an order, and enters the received quantities. The page works with the keyboard alone.
 */
export function ReceiveGoodsPage() {
  const { code: given = '' }: Record<string, string> = useSearch({ strict: false });
  const [code, setCode] = useState(given);
  const [chosen, setChosen] = useState<Delivery | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const find = useMutation({
    mutationFn: async (asked: string) => (await call(receipts.find, { query: { code: asked } })).data,
    onSuccess: (found) => setChosen(found.length === 1 ? (found[0] ?? null) : null),
  });
  useEffect(() => {
    input.current?.focus();
    // The page of a dispatch note links here with its number, which acts as a scan.
    if (given !== '') find.mutate(given);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [given]);

  function search(event: FormEvent) {
    event.preventDefault();
    setChosen(null);
    find.mutate(code.trim());
  }

  /** Clears the page for the next scan. */
  function startAgain() {
    setCode('');
    setChosen(null);
    find.reset();
    input.current?.focus();
  }

  const several = find.data !== undefined && find.data.length > 1 && chosen === null;
  return (
    <>
      <PageHeader title="Receive goods" breadcrumb={[{ label: 'Goods receipts', href: urls.receipts }]} />
      <div className={classes.split} data-open={chosen !== null || several || undefined}>
        <div className={classes.from}>
          <form className={classes.scan} onSubmit={search}>
            <TextInput
              ref={input}
              label={t('Dispatch note or purchase order')}
              description={t('Scan the code on the challan or a package label, or enter its number')}
              value={code}
              maxLength={100}
              autoComplete="off"
              onChange={(event) => setCode(event.currentTarget.value)}
              error={t(find.isError ? messageOf(find.error) : undefined)}
              rightSectionWidth={72}
              rightSection={<Button label="Find" type="submit" size="compact-sm" variant="light" loading={find.isPending} />}
            />
          </form>
          <OnTheWay
            current={chosen?.DCNumber ?? null}
            onChoose={(number) => {
              setCode(number);
              setChosen(null);
              find.mutate(number);
            }}
          />
        </div>
        <div className={classes.receipt}>
          {several && <SameNumber deliveries={find.data} onChoose={setChosen} />}
          {chosen?.otherSite != null && <Strip>{t(chosen.otherSite)}</Strip>}
          {chosen?.otherSite === null && (
            <Panel>
              <ReceiptForm key={`${chosen.userID}/${chosen.noteId}/${code}`} delivery={chosen} onDone={startAgain} />
            </Panel>
          )}
          {chosen === null && !several && (
            <Panel>
              <p className={classes.hint}>
                {t('Scan a code, or select a dispatch note in transit. Its lines appear here, filled in as dispatched.')}
              </p>
            </Panel>
          )}
        </div>
      </div>
    </>
  );
}

/** The choice between vendors that use the same number. */
function SameNumber({ deliveries, onChoose }: { deliveries: readonly Delivery[]; onChoose: (delivery: Delivery) => void }) {
  return (
    <Panel>
      <div className={classes.found}>
        <p>{t('Several vendors have this number. Choose the vendor of these goods.')}</p>
        <ul className={classes.choices}>
          {deliveries.map((each) => (
            <li key={`${each.userID}/${each.noteId}`}>
              <Button variant="default" onClick={() => onChoose(each)}>
                {t('Order {numbers} of {vendor}', { numbers: each.poNumbers, vendor: each.vendorName })}
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  );
}

const schema = receipts.create.body.omit({ lines: true, noteId: true, siteId: true, gateEntryAt: true }).extend({
  lines: z.array(z.custom<ReceivedDraft>()).superRefine((drafts, context) => {
    const problem = drafts.map(draftProblem).find((each) => each !== null);
    if (problem) context.addIssue({ code: 'custom', message: problem.message });
  }),
});

function ReceiptForm({ delivery, onDone }: { delivery: Delivery; onDone: () => void }) {
  const [defaults] = useState(() => ({
    receiptNumber: delivery.nextReceiptNumber ?? '',
    receivedOn: indianDay(new Date()),
    remark: '',
    lines: draftsOf(delivery),
  }));
  const [photos, setPhotos] = useState<readonly File[]>([]);
  const form = useContractForm({ schema, defaults });

  async function save({ lines, ...head }: z.output<typeof schema>) {
    const { data } = await call(receipts.create, { body: { ...head, noteId: delivery.noteId, lines: sentLines(lines) } });
    for (const each of [...data.data.remarks, ...(await sendPhotos(data.data._id, photos))]) toast.error(each);
    form.reset(form.getValues());
    await renewed([receipts.list, dispatchNotes.list, orders.search, orders.list, accounts.counts]);
    toast.success(data.message);
    onDone();
  }

  const numbers = delivery.poNumbers;
  return (
    <Form form={form} onSubmit={save} submitLabel="Save goods receipt" onCancel={onDone} onReload={() => undefined}>
      <FormSection
        title={
          delivery.DCNumber === null
            ? t('Order {numbers} of {vendor}', { numbers, vendor: delivery.vendorName })
            : t('Dispatch note {number} of {vendor}, order {numbers}', { number: delivery.DCNumber, vendor: delivery.vendorName, numbers })
        }
      >
        {delivery.receiptNumber !== null && (
          <div data-span="full">
            <Strip>
              {t('This dispatch note has already been received with goods receipt {number}.', { number: delivery.receiptNumber })}
            </Strip>
          </div>
        )}
        <TextField name="receiptNumber" label="Receipt Number" required mono maxLength={40} first />
        <DateField name="receivedOn" label="Receipt Date" required />
        <TextField name="remark" label="Remark" maxLength={500} span="full" />
      </FormSection>
      {delivery.lines.length === 0 ? <p>{t(messages.unknown)}</p> : <ReceivedLinesField />}
      <PhotoPicker photos={photos} onChange={setPhotos} />
    </Form>
  );
}
