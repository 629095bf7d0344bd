import {
  type BuyerFault,
  buyerConnection,
  type Connection,
  type LastRun,
  PULLED,
} from '@aapurti/contract/buyer-system/buyerSystemConnection';
import { ERP_NAMES, type ErpTakes } from '@aapurti/contract/buyer-system/erps';
import { Alert, Group } from '@mantine/core';
import { IconAlertCircle, IconPlugConnected, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { call } from '../ground/api.ts';
import { callQuery, renewed } from '../ground/callQuery.ts';
import { code, type Column, custom, number, serial } from '../list/columns.tsx';
import { selectFilter } from '../list/filters.ts';
import { List } from '../list/ListPage.tsx';
import { useMay } from '../access/useMay.ts';
import { ProgressBar } from '../sheets/ProgressBar.tsx';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { ConfirmModal } from '../ui/ConfirmModal.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Facts, Panel } from '../ui/Panel.tsx';
import { showInstant } from '../ui/showInstant.ts';
import { Spinner } from '../ui/Spinner.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { toast } from '../ui/toast.tsx';
import { PlainTable } from '../list/PlainTable.tsx';
import { BuyerTabs } from './BuyerTabs.tsx';
import { t } from '../words/words.ts';
import classes from './ConnectionPage.module.css';
import { useAct } from '../ui/useStep.ts';

const KIND_WORDS: Readonly<Record<LastRun['kind'], string>> = {
  suppliers: 'Suppliers',
  items: 'Items',
  orders: 'Purchase orders',
  returns: 'Returns',
  payments: 'Payments',
  acknowledgements: 'Acknowledgements and confirmations',
};

const runColumns: readonly Column<LastRun>[] = [
  custom('Records', ({ kind }) => KIND_WORDS[kind], { lead: true }),
  custom('Last sync', stateOf, { brief: true }),
  custom('Ended', ({ endedAt }) => (endedAt === null ? '–' : showInstant(endedAt)), { brief: true }),
  number('Read', 'rowsRead', { brief: true }),
  number('Saved', 'rowsStored', { brief: true }),
  number('Not imported', 'faults', { brief: true }),
  custom('Problem', ({ error }) => <span className={classes.words}>{t(error ?? '–')}</span>, { brief: true }),
];

function stateOf({ startedAt, endedAt, error }: LastRun) {
  if (error !== null) return <StatusBadge tone="bad">{t('Failed')}</StatusBadge>;
  if (startedAt === null) return <StatusBadge tone="neutral">{t('Not yet')}</StatusBadge>;
  return endedAt === null ? <StatusBadge tone="warn">{t('Running')}</StatusBadge> : <StatusBadge tone="good">{t('Complete')}</StatusBadge>;
}

const faultColumns: readonly Column<BuyerFault>[] = [
  serial(),
  custom('Records', ({ kind }) => KIND_WORDS[kind], { brief: true }),
  code('ID in the ERP', 'externalId'),
  custom('Reason', ({ problem }) => <span className={classes.words}>{t(problem)}</span>, { lead: true }),
  custom('Since', ({ firstSeen }) => showInstant(firstSeen), { sortBy: 'firstSeen', brief: true }),
];
const faultFilters = [
  selectFilter(
    'Records',
    'kind',
    PULLED.map((value) => ({ value, label: KIND_WORDS[value] })),
  ),
];

/** The polling interval for the progress of a run. */
const LOOK_EVERY = 2_000;

/** The buyer's system: the connection, its last run, and the records that could not be stored. */
export function ConnectionPage() {
  const status = useQuery({
    ...callQuery(buyerConnection.status),
    refetchInterval: ({ state }) => (state.data?.running === true ? LOOK_EVERY : 30_000),
  });
  const { data } = status;

  // The results of a run appear when it ends.
  const wasRunning = useRef(false);
  const running = data?.running === true;
  useEffect(() => {
    if (wasRunning.current && !running) void renewed([buyerConnection.faults]);
    wasRunning.current = running;
  }, [running]);

  return (
    <>
      <PageHeader title="Buyer Data" />
      <BuyerTabs />
      {data !== undefined ? <Overview connection={data} /> : status.isPending ? <Spinner /> : <NotLoaded query={status} sign panel />}
      {data?.pulls === true && (
        <>
          <h2 className={classes.heading}>{t('Not imported')}</h2>
          <List
            title="Not imported"
            operation={buyerConnection.faults}
            columns={faultColumns}
            filters={faultFilters}
            rowKey={(row) => row._id}
            rowName={(row) => row.externalId}
            hint={hintOf(data.kinds)}
          />
        </>
      )}
    </>
  );
}

/** A failed run has read nothing, so it is unknown whether everything was imported. */
function hintOf(kinds: readonly LastRun[]): string {
  return kinds.some(({ error }) => error !== null)
    ? 'No records were rejected, but the last sync failed, so some may be missing. See above.'
    : "All records from the buyer's system have been imported.";
}

/** The reason that all failed runs share, for example an unreachable system; null if there is none for several runs. */
function sharedError(kinds: readonly LastRun[]): string | null {
  const errors = kinds.flatMap(({ error }) => error ?? []);
  return errors.length > 1 && new Set(errors).size === 1 ? (errors[0] ?? null) : null;
}

/** The mutation reports its own result. */
const NOTHING = () => undefined;

function Overview({ connection }: { connection: Connection }) {
  const { system, pulls, running, minutes, untold, takes, kinds } = connection;
  const shared = sharedError(kinds);
  const may = useMay();
  const [asking, setAsking] = useState(false);
  const pull = useAct(
    (fromStart: boolean) => call(buyerConnection.pull, { body: { fromStart } }),
    [buyerConnection.status],
    ({ started, message }) => (started ? toast.success(message) : toast.error(message)),
  );
  if (!pulls) {
    return (
      <Panel>
        <Notice icon={<IconPlugConnected size={22} />} title="No ERP is connected">
          {t(
            'The portal uses the data uploaded and entered on these screens. ERPNext, Odoo or Tryton can be connected in the installation settings; see the README.',
          )}
        </Notice>
      </Panel>
    );
  }
  return (
    <>
      <Panel
        title={ERP_NAMES[system] ?? system}
        aside={
          may(buyerConnection.pull.access) && (
            <Group gap="xs">
              <Button label="Run a full sync" variant="default" onClick={() => setAsking(true)} disabled={running || pull.isPending} />
              <Button label="Sync now" icon={IconRefresh} onClick={() => pull.mutate(false)} loading={pull.isPending} disabled={running} />
            </Group>
          )
        }
      >
        <Facts
          items={[
            {
              label: 'Sync interval',
              value: t('{count, plural, one {every minute} other {every {count} minutes}}', { count: minutes }),
            },
            { label: 'Orders with unsent confirmations', value: untold },
            { label: 'Status', value: t(running ? 'Sync in progress' : 'Waiting for the next sync') },
          ]}
        />
        {running && (
          <div className={classes.running}>
            <ProgressBar label="Sync continues" share={null} />
          </div>
        )}
      </Panel>
      <ConfirmModal
        opened={asking}
        title="Run a full sync"
        confirm="Run a full sync"
        danger={false}
        onConfirm={() => pull.mutateAsync(true).then(NOTHING, NOTHING)}
        onClose={() => setAsking(false)}
      >
        {t(
          'Reads all records of the buyer’s system again, not only changes since the last sync. Existing records are updated, and nothing is duplicated. With many records this takes a long time and puts load on the buyer’s system.',
        )}
      </ConfirmModal>
      {shared !== null && (
        <Alert role="alert" color="red" variant="light" icon={<IconAlertCircle size={18} />} title={t('The last sync failed')} mt="md">
          {shared}
        </Alert>
      )}
      <PlainTable
        title="Recent syncs"
        columns={shared === null ? runColumns : runColumns.slice(0, -1)}
        rows={kinds}
        empty="No syncs yet."
      />
      {takes !== null && <ErpTakesTable takes={takes} />}
    </>
  );
}

interface Matter {
  what: keyof ErpTakes;
  label: string;
  /** The text for an item that the ERP has no place for. */
  none: string;
}

const TOLD: readonly Matter[] = [
  { what: 'acknowledgement', label: 'Acknowledgement', none: 'Stays in the portal' },
  { what: 'promisedDay', label: 'Confirmed date of a line (the last, if there are several)', none: 'Stays in the portal' },
  { what: 'terms', label: 'Quantities by date, price, substitute product, rejections', none: 'Stays in the portal' },
  {
    what: 'dispatch',
    label: 'Dispatch notes: goods in transit',
    none: 'Not sent. The portal shows them with batches and packages.',
  },
  {
    what: 'receipts',
    label: 'Goods receipts and rejections',
    none: 'Not sent. Receive goods in the ERP, and the portal imports the receipts.',
  },
  { what: 'closing', label: 'Closing an order short', none: 'Not sent. Close the order in the ERP.' },
  {
    what: 'invoices',
    label: 'Invoices, their match, release and approval',
    none: 'Not sent. Enter the bill in the ERP with the vendor’s invoice number, and the portal assigns its payments.',
  },
  { what: 'rejected', label: 'Rejected quantity in the ERP', none: 'Not available. The whole received quantity counts as accepted.' },
  {
    what: 'placeOfSupply',
    label: 'Place of supply of an ERP order',
    none: 'Not available. The state of the buyer’s GST registration is used.',
  },
];

interface Row extends Matter {
  place: string | null;
}

const columns: readonly Column<Row>[] = [
  custom('Data', ({ label }) => t(label), { lead: true }),
  custom('Location in the ERP', ({ place, none }) => <span className={classes.words}>{t(place ?? none)}</span>, { brief: true }),
];

/** The table of the items that the connected ERP receives and reports, and those that it has no place for. */
function ErpTakesTable({ takes }: { takes: NonNullable<Connection['takes']> }) {
  const rows = TOLD.map((matter) => ({ ...matter, place: takes[matter.what] }));
  return <PlainTable title="Data exchanged with the ERP" columns={columns} rows={rows} empty="" />;
}
