import type { ReactNode } from 'react';

import { TextLink } from '../ui/Link.tsx';
import { Panel } from '../ui/Panel.tsx';
import { StatusBadge, type Tone } from '../ui/StatusBadge.tsx';
import { t } from '../words/words.ts';
import classes from './Document.module.css';

/** A document that belongs to another one. */
export interface LinkedDocument {
  kind: string;
  number: string;
  href: string | null;
  date: string | null;
  status: { word: string; tone: Tone } | null;
  value: ReactNode;
}

/** The linked documents in the order of the work, each with its status and value. */
export function Linked({ documents }: { documents: readonly LinkedDocument[] }) {
  if (documents.length === 0) return null;
  return (
    <Panel title="Linked documents">
      <ul className={classes.linked}>
        {documents.map(({ kind, number, href, date, status, value }) => (
          <li key={`${kind} ${number} ${date}`}>
            <span className={classes.kind}>{t(kind)}</span>
            <span className={classes.number}>{href === null ? number : <TextLink href={href}>{number}</TextLink>}</span>
            <span className={classes.date}>{date}</span>
            <span className={classes.status}>{status !== null && <StatusBadge tone={status.tone}>{t(status.word)}</StatusBadge>}</span>
            <span className={classes.value}>{value}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
