import { linkedDocuments } from '@aapurti/contract/comments/linkedDocuments';
import { allocations } from '@aapurti/contract/payments/account';
import { type Payment, payments } from '@aapurti/contract/payments/payments';
import { messages } from '@aapurti/contract/payments/paymentMessages';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';

import { useMay } from '../access/useMay.ts';
import { call } from '../ground/api.ts';
import { renewed } from '../ground/callQuery.ts';
import { Button } from '../ui/Button.tsx';
import { ReasonModal } from '../ui/ReasonModal.tsx';
import { forgetFigures } from './forgetFigures.ts';

/** The button that takes a payment back, for roles that may; none of what is reversed, or is a reversal. */
export function ReversePayment({ payment: { _id, isReversed, reversalOf } }: { payment: Payment }) {
  const may = useMay();
  const [asking, setAsking] = useState(false);
  if (isReversed || reversalOf !== null || !may(payments.reverse.access)) return null;
  return (
    <>
      <Button label="Reverse payment" variant="default" leftSection={<IconArrowBackUp size={16} />} onClick={() => setAsking(true)} />
      {asking && (
        <ReasonModal
          title="Reverse payment"
          confirm="Reverse payment"
          consequence="The invoices that it paid are open again from today."
          missing={messages.reason}
          onClose={() => setAsking(false)}
          onConfirm={async (reason) => {
            const { data } = await call(payments.reverse, { params: { id: _id }, body: { reason } });
            await forgetFigures();
            await renewed([payments.report, payments.get, allocations.list, linkedDocuments.get]);
            return data.message;
          }}
        />
      )}
    </>
  );
}
