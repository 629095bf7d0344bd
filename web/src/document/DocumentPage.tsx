import type { DocumentKind } from '@aapurti/contract/comments/comments';
import type { Step } from '@aapurti/contract/ground/steps';
import { useQuery } from '@tanstack/react-query';
import { isValidElement, type ReactElement, type ReactNode } from 'react';

import { commentsQuery } from '../comments/commentsQuery.ts';
import { usePeek } from '../list/peek.ts';
import { Button, targetOf } from '../ui/Button.tsx';
import { type Action, ActionMenu } from '../ui/ActionMenu.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useOnPhone } from '../ui/useOnPhone.ts';
import { urls } from '../urls.ts';
import { asTyped, t } from '../words/words.ts';
import { CRUMBS } from './crumbs.ts';
import classes from './Document.module.css';
import type { Entity } from './DocumentTabs.tsx';
import type { Listed } from './LinkedDocuments.tsx';
import type { Problem } from './Problems.tsx';
import { Steps } from './Steps.tsx';
import { onDemand } from '../ui/onDemand.tsx';

// Loaded on demand: few documents have problems, and the tabs are at the foot.
const Problems = onDemand(async () => (await import('./Problems.tsx')).Problems);
const LinkedDocuments = onDemand(async () => (await import('./LinkedDocuments.tsx')).LinkedDocuments, <Spinner height={80} />);
const DocumentTabs = onDemand(async () => (await import('./DocumentTabs.tsx')).DocumentTabs, <Spinner height={240} />);

interface DocumentPageProps {
  kind: DocumentKind;
  id: string;
  /** Its number, or its name if it has none. */
  number: string;
  /** Its status next to the number. */
  badge?: ReactNode;
  /** The other company. */
  other: string;
  /** The facts below its number: each a label and a value. */
  head: readonly { label: string; value: ReactNode }[];
  /** Its steps and their progress; undefined while they load. */
  steps: readonly Step[] | undefined;
  /** The user's one next step: a link or call, or a button with a dialog of its own. */
  next: Action | ReactElement | null;
  /** Everything else. */
  actions: readonly Action[];
  /** Buttons next to the next step, for example those of the specification. */
  buttons?: ReactNode;
  problems?: readonly Problem[];
  facts: ReactNode;
  /** The record for its history; absent for kinds without one. */
  entity: Entity | null;
  /** The PDFs and photos of the document. */
  documents?: ReactNode;
  /** Its lines while they are edited, across the whole page. */
  open?: ReactNode;
  /** Its lines and linked documents, next to the facts. */
  children: ReactNode;
  /** Linked documents without a page. */
  without?: readonly Listed[];
  /** The labels of the list's actions that the next step replaces. */
  replaces?: readonly string[];
  /** A comment that a button starts. */
  begun?: { text: string } | null;
}

/**
 * The layout of every document and of its preview next to a list: head, steps, next step and problems first, then lines and linked
 * documents with the facts next to them, and comments, history and documents at the bottom.
 */
export function DocumentPage(page: DocumentPageProps) {
  const {
    kind,
    id,
    number,
    badge,
    other,
    head,
    steps,
    next,
    actions,
    buttons,
    problems = [],
    facts,
    entity,
    documents,
    open,
    children,
    without,
    replaces = [],
    begun = null,
  } = page;
  const peek = usePeek();
  const isPeek = peek !== null;
  const onPhone = useOnPhone();
  const { data: comments } = useQuery({ ...commentsQuery(kind, id), enabled: !isPeek });
  const under = (
    <p className={classes.under}>
      {isPeek && badge}
      {other !== number && <span>{other}</span>}
      {head.map(({ label, value }) => (
        <span key={label}>
          {t(label)} <strong>{value}</strong>
        </span>
      ))}
    </p>
  );
  const standing = (
    <>
      {steps !== undefined && <Steps steps={steps} />}
      {problems.length > 0 && <Problems problems={problems} />}
    </>
  );
  const linked = <LinkedDocuments kind={kind} id={id} without={without} />;
  if (peek !== null) {
    const replaced = [...replaces, ...(next !== null && !isValidElement(next) ? [next.label] : [])];
    return (
      <div className={classes.peek}>
        {under}
        <div className={classes.peekNext}>
          {nextOf(next)}
          {buttons}
          <Button label="Open page" href={urls.document(kind, id)} variant="default" size="sm" />
          {peek.actions
            .filter(({ label }) => next === null || !replaced.includes(label))
            .map((action) => (
              <Button label={action.label} key={action.label} variant="default" size="sm" leftSection={action.icon} {...targetOf(action)} />
            ))}
        </div>
        {standing}
        {linked}
      </div>
    );
  }
  const menu = <ActionMenu actions={actions} size={onPhone ? 44 : 36} />;
  return (
    <div className={classes.page}>
      <PageHeader
        title={asTyped(number)}
        breadcrumb={[CRUMBS[kind]]}
        more={
          <>
            {buttons}
            {(!onPhone || next === null) && menu}
            {!onPhone && nextOf(next)}
          </>
        }
      >
        {badge}
      </PageHeader>
      {under}
      {standing}
      {open}
      <div className={classes.columns}>
        <div className={classes.main}>
          {children}
          {linked}
        </div>
        <aside className={classes.facts} aria-label={t('Details')}>
          {onPhone ? (
            <details className={classes.fold}>
              <summary>
                <h2>{t('Details')}</h2> <span>{t('Parties, dates, terms')}</span>
              </summary>
              {facts}
            </details>
          ) : (
            <Panel>{facts}</Panel>
          )}
        </aside>
      </div>
      <DocumentTabs kind={kind} id={id} other={other} entity={entity} comments={comments?.total} documents={documents} begun={begun} />
      {onPhone && next !== null && (
        <div className={classes.foot}>
          {nextOf(next, true)}
          {menu}
        </div>
      )}
    </div>
  );
}

function nextOf(next: DocumentPageProps['next'], wide = false): ReactNode {
  if (next === null || isValidElement(next)) return next;
  return (
    // Another step is another button: a second press of the one that is gone must not take it.
    <Button
      key={next.label}
      label={next.label}
      leftSection={next.icon}
      size={wide ? 'md' : 'sm'}
      style={wide ? { flex: 1, minHeight: 44 } : {}}
      loading={next.loading === true}
      {...targetOf(next)}
    />
  );
}
