import { showMoney, showNumber } from '@aapurti/contract/ground/fields';
import type { Invoice } from '@aapurti/contract/invoices/invoices';
import { matching } from '@aapurti/contract/invoices/matching';
import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { Button } from '../ui/Button.tsx';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { useMay } from '../access/useMay.ts';
import { t } from '../words/words.ts';
import { ApproveInvoices } from './ApproveInvoices.tsx';
import { DecideMatch } from './DecideMatch.tsx';
import classes from './MatchFindings.module.css';
import { MatchDecisions } from './MatchDecisions.tsx';
import { MatchFindings } from './MatchFindings.tsx';
import { matchQuery } from './matchQuery.ts';
import { MATCH_WORDS } from '../document/statusWords.ts';
import { OrderFigures } from './OrderFigures.tsx';

/** The lines of an invoice, how they compare with order and receipt, and what was decided about that. */
export function InvoiceMatch({ invoice }: { invoice: Invoice }) {
  const may = useMay();
  const [deciding, setDeciding] = useState<'release' | 'return' | null>(null);
  const { data, error, isPending, isFetching, refetch } = useQuery(matchQuery(invoice._id));
  if (data === undefined) return <NotLoaded query={{ error, isPending, isFetching, refetch }} height={120} />;
  const { word, tone } = MATCH_WORDS[data.matchState];
  return (
    <section aria-label={t('Match')}>
      <Title order={3} size="h4" mb="xs">
        {t('Match')} <StatusBadge tone={tone}>{t(word)}</StatusBadge>
      </Title>
      <MatchFindings findings={data.findings} />
      <MatchDecisions {...data} />
      {may(matching.release.access) && (
        <div className={classes.actions}>
          {data.isApprovable && <ApproveInvoices chosen={() => [invoice]} onDone={() => void refetch()} />}
          {data.matchState === 'exception' && <Button label="Release" onClick={() => setDeciding('release')} />}
          {data.isReturnable && <Button label="Send back to vendor" variant="default" onClick={() => setDeciding('return')} />}
        </div>
      )}
      <ul className={classes.findings}>
        {data.lines.map((line) => (
          <li key={line.no}>
            <p>
              {line.no}. {line.itemName}
              <span className={classes.under}>
                {t('{quantity} at {price}, {taxable} before tax', {
                  quantity: showNumber(line.quantity),
                  price: showMoney(line.unitPrice),
                  taxable: showMoney(line.taxable),
                })}
              </span>
            </p>
          </li>
        ))}
      </ul>
      <OrderFigures lines={data.orderLines} narrow />
      {deciding !== null && (
        <DecideMatch
          kind={deciding}
          invoice={invoice}
          match={data}
          onClose={() => setDeciding(null)}
          onDone={() => {
            setDeciding(null);
            void refetch();
          }}
        />
      )}
    </section>
  );
}
