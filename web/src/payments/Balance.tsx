import { showMoney } from '@aapurti/contract/ground/fields';
import { type InvoiceBalance } from '@aapurti/contract/payments/payments';
import { messages } from '@aapurti/contract/payments/paymentMessages';
import { Alert } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';

import { messageOf } from '../ground/api.ts';
import { RetryButton } from '../ui/Notice.tsx';
import { Facts } from '../ui/Panel.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { t } from '../words/words.ts';
import { isLimited, takenOff } from '../invoices/balance.ts';
import classes from './Balance.module.css';
import { Button } from '../ui/Button.tsx';

/** The total, deductions, balance and payable amount of an invoice, or a message that nothing is payable. */
export function Balance({ balance, onAll }: { balance: UseQueryResult<InvoiceBalance>; onAll: () => void }) {
  const { data, error, isFetching, refetch } = balance;
  return (
    <div className={classes.balance} data-span="full" aria-live="polite">
      {data !== undefined ? (
        <>
          <Facts
            items={[
              { label: 'Invoice value', value: showMoney(data.invoiceTotal) },
              { label: 'Paid so far', value: showMoney(data.paid) },
              ...takenOff(data),
              { label: 'Balance', value: <strong>{showMoney(data.invoiceValue)}</strong> },
              ...(data.held === 0 ? [] : [{ label: 'Held by claims', value: showMoney(data.held) }]),
              ...(isLimited(data) ? [{ label: 'Total payable to the vendor', value: showMoney(data.vendorPayable) }] : []),
              ...(data.payable === data.invoiceValue ? [] : [{ label: 'Payable now', value: <strong>{showMoney(data.payable)}</strong> }]),
            ]}
          />
          {data.payable > 0 ? (
            // The button reloads the balance, which may lack a payment made a moment ago.
            <Button size="compact-sm" variant="default" loading={isFetching} onClick={onAll}>
              {data.payable === data.invoiceValue ? t('Pay the whole balance') : t('Pay the payable amount')}
            </Button>
          ) : (
            <Alert color="yellow" variant="light" icon={<IconCircleCheck size={18} />}>
              {t(data.reason ?? messages.nothingLeft)}
            </Alert>
          )}
        </>
      ) : error !== null ? (
        <Alert color="red" variant="light" icon={<IconAlertCircle size={18} />}>
          {t(messageOf(error))} <RetryButton onRetry={() => void refetch()} loading={isFetching} />
        </Alert>
      ) : (
        <Spinner height={42} />
      )}
    </div>
  );
}
