import { RULE_WORDS, type Finding } from '@aapurti/contract/invoices/matchFacts';

import type { ReactNode } from 'react';

import { StatusBadge } from '../ui/StatusBadge.tsx';
import { t } from '../words/words.ts';
import classes from './MatchFindings.module.css';

interface MatchFindingsProps {
  findings: readonly Finding[];
  /** The button for the solution of a finding. */
  wayOut?: (finding: Finding) => ReactNode;
}

/** The deviations of an invoice from its orders and receipts, with their solutions. */
export function MatchFindings({ findings, wayOut }: MatchFindingsProps) {
  if (findings.length === 0) return <p className={classes.none}>{t('Matches the order and goods receipt.')}</p>;
  return (
    <ul className={classes.findings}>
      {findings.map((finding) => (
        <li key={`${finding.rule} ${finding.line} ${finding.message}`}>
          <StatusBadge tone={finding.outcome === 'fault' ? 'bad' : 'neutral'}>{t(RULE_WORDS[finding.rule])}</StatusBadge>
          <p>
            {t(finding.message)} {t(finding.wayOut ?? '')}
          </p>
          {wayOut?.(finding)}
        </li>
      ))}
    </ul>
  );
}
