import { inOneLine } from '@aapurti/contract/ground/fields';
import type { InvoiceMatch } from '@aapurti/contract/invoices/matching';
import { useQuery } from '@tanstack/react-query';

import { FormSection } from '../form/Form.tsx';
import { showInstant } from '../ui/showInstant.ts';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { t } from '../words/words.ts';
import classes from './MatchFindings.module.css';
import { matchQuery } from './matchQuery.ts';
import { MATCH_WORDS } from '../document/statusWords.ts';

type Decision = InvoiceMatch['decisions'][number];

const WORDS: Readonly<Record<Decision['kind'], { now: (typeof MATCH_WORDS)[keyof typeof MATCH_WORDS]; ended: string }>> = {
  release: { now: MATCH_WORDS.released, ended: 'Release ended' },
  return: { now: MATCH_WORDS.returned, ended: MATCH_WORDS.returned.word },
  approve: { now: MATCH_WORDS.approved, ended: 'Approval ended' },
};

/** The match states in which the latest decision of each kind is in effect. */
const HOLDS: Readonly<Record<Decision['kind'], readonly InvoiceMatch['matchState'][]>> = {
  release: ['released', 'approved'],
  return: ['returned'],
  approve: ['approved'],
};

/** The decisions about an invoice, the newest first, and whether each is still in effect. */
export function MatchDecisions({ decisions, matchState }: Pick<InvoiceMatch, 'decisions' | 'matchState'>) {
  const sinceReturn = decisions.findIndex(({ kind }) => kind === 'return');
  return (
    <ul className={classes.findings}>
      {decisions.map(({ kind, at, by, reason, lines }, index) => {
        const isNewest = decisions.findIndex((other) => other.kind === kind) === index && (sinceReturn === -1 || index <= sinceReturn);
        const { now, ended } = WORDS[kind];
        const holds = isNewest && HOLDS[kind].includes(matchState);
        return (
          <li key={at}>
            <StatusBadge tone={holds ? now.tone : 'neutral'}>{t(holds ? now.word : ended)}</StatusBadge>
            <p>
              {reason}
              {lines.map((each) => (
                <span key={each.line} className={classes.under}>
                  {t('Line {line}: {reason}', each)}
                </span>
              ))}
              <span className={classes.under}>{inOneLine(showInstant(at), by)}</span>
            </p>
          </li>
        );
      })}
    </ul>
  );
}

/** The reason why the buyer sent an invoice back, shown where the vendor corrects it. */
export function ReturnedInvoice({ id }: { id: string }) {
  const { data } = useQuery(matchQuery(id));
  if (data?.matchState !== 'returned') return null;
  return (
    <FormSection title="Sent back by the buyer">
      <MatchDecisions decisions={data.decisions.slice(0, 1)} matchState={data.matchState} />
    </FormSection>
  );
}
