import { indianDay } from '@aapurti/contract/ground/fields';
import type { Invoice } from '@aapurti/contract/invoices/invoices';
import { payments } from '@aapurti/contract/payments/payments';
import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';

import { Form } from '../form/Form.tsx';
import { useContractForm } from '../form/useContractForm.ts';
import { call } from '../ground/api.ts';
import { queryClient } from '../ground/queries.ts';
import { Button } from '../ui/Button.tsx';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { t } from '../words/words.ts';
import { forgetFigures } from '../payments/forgetFigures.ts';
import { MannerFields } from '../payments/MannerFields.tsx';
import { saidPaid } from '../payments/saidPaid.ts';
import { payableQuery, PayLines, severalFields } from './PayLines.tsx';
import { type Figures, partsOf, type PayRow, payRows } from './payParts.ts';

/** The most invoices that one window lists. */
const PAID_MAX = 50;

interface PayInvoicesProps {
  /** Read when the button is pressed. */
  chosen: () => readonly Invoice[];
  onPaid: (paid: readonly Invoice[]) => void;
}

/** The button that pays the chosen invoices of one vendor with one payment. */
export function PayInvoices({ chosen, onPaid }: PayInvoicesProps) {
  const [asked, setAsked] = useState<readonly Invoice[] | null>(null);
  return (
    <>
      <Button label="Pay" size="compact-md" variant="default" onClick={() => setAsked(chosen())} />
      {asked !== null && (
        <PayModal
          invoices={asked}
          onClose={() => setAsked(null)}
          onPaid={(paid) => {
            setAsked(null);
            onPaid(paid);
          }}
        />
      )}
    </>
  );
}

interface PayModalProps {
  invoices: readonly Invoice[];
  onClose: () => void;
  onPaid: (paid: readonly Invoice[]) => void;
}

/** One payment of several invoices: the payable amount of each, the reason for any limit, and the payment details. */
export function PayModal({ invoices, onClose, onPaid }: PayModalProps) {
  const obstacle =
    new Set(invoices.map(({ userID }) => userID)).size > 1
      ? 'The selected invoices belong to different vendors. Select invoices of a single vendor.'
      : invoices.length > PAID_MAX
        ? t('Select at most {count} invoices.', { count: PAID_MAX })
        : null;
  return (
    <Modal
      opened
      size="xl"
      onClose={onClose}
      // Esc in a cell undoes its input or leaves the table.
      closeOnEscape={false}
      onKeyDown={(event) => isEscape(event) && onClose()}
      title={t('{count, plural, one {Pay # invoice} other {Pay # invoices}}', { count: invoices.length })}
    >
      {obstacle === null ? <PayForm invoices={invoices} onClose={onClose} onPaid={onPaid} /> : t(obstacle)}
    </Modal>
  );
}

/** True for an Esc that neither a cell nor an open choice handles. */
function isEscape({ key, target }: KeyboardEvent): boolean {
  if (key !== 'Escape' || !(target instanceof Element)) return false;
  return target.closest('[role="grid"]') === null && target.getAttribute('data-mantine-stop-propagation') !== 'true';
}

function PayForm({ invoices, onClose, onPaid }: PayModalProps) {
  const payable = useQuery({ ...payableQuery(invoices), gcTime: 0 });
  if (payable.data === undefined) return payable.isPending ? <Spinner height={160} /> : <NotLoaded query={payable} />;
  return (
    <LoadedForm
      invoices={invoices}
      figures={payable.data}
      reload={async () => (await payable.refetch()).data}
      onClose={onClose}
      onPaid={onPaid}
    />
  );
}

interface LoadedFormProps extends PayModalProps {
  figures: readonly Figures[];
  reload: () => Promise<readonly Figures[] | undefined>;
}

function LoadedForm({ invoices, figures, reload, onClose, onPaid }: LoadedFormProps) {
  const userID = invoices[0]?.userID ?? '';
  const [defaults] = useState(() => ({
    paymentDate: indianDay(new Date()),
    paymentMode: 'online',
    onlineKind: '',
    reference: '',
    accountLast4: '',
    Remarks: '',
    lines: payRows(invoices, figures),
  }));
  const form = useContractForm({ schema: severalFields, defaults });

  /** Loads the payable amounts again, because another payment may have been recorded. Typed amounts stay, and proposed ones are replaced. */
  async function renew() {
    const newer = await reload();
    if (newer !== undefined) form.setValue('lines', payRows(invoices, newer, form.getValues('lines') as PayRow[]));
  }

  return (
    <Form
      form={form}
      guarded={false}
      submitLabel="Save"
      onCancel={onClose}
      onReload={() => void renew()}
      onSubmit={async ({ lines, ...body }) => {
        const parts = partsOf(lines);
        const { data } = await call(payments.transfer, { body: { ...body, invoices: parts, userID } }).catch(async (error: unknown) => {
          await renew();
          throw error;
        });
        await forgetFigures();
        await queryClient.invalidateQueries();
        saidPaid(data);
        onPaid(invoices.filter(({ _id }) => parts.some(({ invoiceId }) => invoiceId === _id)));
      }}
    >
      <PayLines userID={userID} />
      <MannerFields />
    </Form>
  );
}
