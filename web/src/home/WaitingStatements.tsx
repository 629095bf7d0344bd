import { showMoney, showNumber } from '@aapurti/contract/ground/fields';
import { type Statement, statements } from '@aapurti/contract/papers/statements';
import { useQuery } from '@tanstack/react-query';

import { callQuery } from '../ground/callQuery.ts';
import { TextLink } from '../ui/Link.tsx';
import { showMonth } from '../ui/showMonth.ts';
import { urls } from '../urls.ts';
import { t } from '../words/words.ts';
import { type Row, Rows } from './Rows.tsx';
import { Group, Step } from './Today.tsx';

const SHOWN = 3;

/** The statements of closed months that a vendor has not answered or whose balance has changed since the answer. */
export function WaitingStatements() {
  const { data } = useQuery({ ...callQuery(statements.list), staleTime: 0 });
  const waiting = (data ?? []).filter(({ state }) => state === 'waiting' || state === 'changed');
  if (waiting.length === 0) return null;
  return (
    <Group
      title="Statements waiting for your response"
      aside={
        <>
          <span>{showNumber(waiting.length)}</span>
          <TextLink alone href={urls.statements}>
            {t('Show all')}
          </TextLink>
        </>
      }
    >
      <Rows rows={waiting.slice(0, SHOWN).map(rowOf)} />
    </Group>
  );
}

function rowOf({ month, closing }: Statement): Row {
  const name = showMonth(month);
  return {
    key: month,
    href: urls.statements,
    name,
    more: t('Closing Balance'),
    aside: showMoney(closing),
    step: <Step label="Check" about={name} href={urls.statements} />,
  };
}
