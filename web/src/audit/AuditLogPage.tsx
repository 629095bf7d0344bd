import { audit, type Entry } from '@aapurti/contract/audit/audit';
import { ACTIONS, actionWords, actorWords, ENTITIES, entityWords } from '@aapurti/contract/words/auditActions';

import { userOptions } from '../choose/userOptions.ts';
import { call } from '../ground/api.ts';
import { renewed } from '../ground/callQuery.ts';
import { code, type Column, custom } from '../list/columns.tsx';
import { codeFilter, type Filter, selectFilter } from '../list/filters.ts';
import { ListPage } from '../list/ListPage.tsx';
import type { ListState } from '../list/useListState.ts';
import { useListDownload } from '../sheets/useListDownload.tsx';
import { onDemand } from '../ui/onDemand.tsx';
import { showInstant } from '../ui/showInstant.ts';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { Truncated } from '../ui/Truncated.tsx';
import { t } from '../words/words.ts';
import classes from './AuditLog.module.css';

// Loaded with the first entry that is opened.
const EntryFields = onDemand(async () => (await import('./EntryFields.tsx')).EntryFields);

const detail = (entry: Entry) => <EntryFields entry={entry} />;

const PAGE_SIZE = 20;

const columns: readonly Column<Entry>[] = [
  { ...custom<Entry>('Time', ({ at }) => showInstant(at), { sortBy: 'at', brief: true }), figures: true },
  custom('User', (entry) => <Truncated text={t(actorWords(entry))} width={200} />, { brief: true }),
  custom(
    'Action',
    (entry) => (
      <span className={classes.what}>
        {t(actionWords(entry.action))}
        {entry.sensitive && <StatusBadge tone="warn">{t('Bank, tax or document')}</StatusBadge>}
      </span>
    ),
    { lead: true },
  ),
  custom(
    'Record',
    ({ entity, recordName }) => (
      <span className={classes.record}>
        {t(entityWords(entity))}
        {recordName !== null && (
          <>
            {' '}
            <Truncated text={recordName} width={200} />
          </>
        )}
      </span>
    ),
    { brief: true },
  ),
  { ...code<Entry>('Record ID', 'entityId'), extra: true },
  custom('Vendor', ({ owner }) => <Truncated text={owner === '' ? '–' : owner} width={220} />, { brief: true }),
];

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words)
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => one.label.localeCompare(other.label));

const filters: readonly Filter[] = [
  selectFilter('User', 'actorID', userOptions),
  selectFilter('Vendor', 'userID', userOptions),
  selectFilter('Action', 'action', optionsOf(ACTIONS)),
  selectFilter('Record', 'entity', optionsOf(ENTITIES)),
  codeFilter('Record ID', 'entityId'),
  { kind: 'date', label: 'From', name: 'startDate' },
  { kind: 'date', label: 'To', name: 'endDate' },
  selectFilter('Bank, tax or document', 'sensitive', [
    { value: 'true', label: 'Only these' },
    { value: 'false', label: 'All except these' },
  ]),
];

/** The audit log, read-only, for buyer users. */
export function AuditLogPage() {
  // Viewing the entries counts as seen: the dashboard counts from the newest entry shown.
  const see = ([newest]: readonly Entry[], { page, sortBy, filters: { sensitive, ...narrower } }: ListState) => {
    const all = page === 1 && sortBy === undefined && Object.keys(narrower).length === 0;
    if (sensitive !== 'true' || !all || newest === undefined) return;
    void call(audit.seen, { body: { _id: newest._id } })
      .then(() => renewed([audit.unseen]))
      .catch(() => undefined);
  };
  const download = useListDownload({ columns, filters, operation: audit.export, label: 'Download the log in Excel', name: 'Audit log' });

  return (
    <ListPage
      title="Audit Log"
      operation={audit.list}
      columns={columns}
      filters={filters}
      pageSize={PAGE_SIZE}
      menu={[download.entry]}
      onShown={see}
      rowKey={(entry) => entry._id}
      rowName={(entry) => t('{action}, {at}', { action: actionWords(entry.action), at: showInstant(entry.at) })}
      rowDetail={detail}
      hint="User activity appears here."
    >
      {download.window}
    </ListPage>
  );
}
