import { showMoney, showNumber } from '@aapurti/contract/ground/fields';
import type { Invoice } from '@aapurti/contract/invoices/invoices';
import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { NotLoaded } from '../ui/NotLoaded.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { t } from '../words/words.ts';
import classes from './MatchFindings.module.css';
import { MatchDecisions } from './MatchDecisions.tsx';
import { MatchFindings } from './MatchFindings.tsx';
import { matchQuery } from './matchQuery.ts';
import { MATCH_WORDS } from '../document/statusWords.ts';
import { OrderFigures } from './OrderFigures.tsx';

/**
 * The lines of an invoice, their comparison with order and receipt, and the decisions about it. The buttons for decisions are at the head of
 * the drawer.
 */
export function InvoiceMatch({ invoice }: { invoice: Invoice }) {
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
      <OrderFigures lines={data.orderLines} />
    </section>
  );
}
