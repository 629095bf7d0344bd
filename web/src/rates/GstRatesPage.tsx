import { type GstRate, gstRates, messages } from '@aapurti/contract/rates/gstRates';
import { CONDITION_WORDS } from '@aapurti/contract/ground/rateRules';
import { showPercent } from '@aapurti/contract/ground/fields';
import { say } from '@aapurti/contract/ground/template';
import { IconPlus } from '@tabler/icons-react';

import { call } from '../ground/api.ts';
import { code, type Column, custom, date, status, text } from '../list/columns.tsx';
import { codeFilter, type Filter } from '../list/filters.ts';
import { ListPage } from '../list/ListPage.tsx';
import { edit } from '../list/rowActions.tsx';
import { useSheetMenu } from '../sheets/useSheetMenu.tsx';
import type { Action } from '../ui/ActionMenu.tsx';
import { urls } from '../urls.ts';
import { RateTabs } from './RateTabs.tsx';
import { t } from '../words/words.ts';

const percent = (rate: number) => showPercent(rate);

const columns: readonly Column<GstRate>[] = [
  code('HSN', 'hsnPrefix', { sortBy: true, lead: true }),
  custom('Goods', ({ condition }) => t(CONDITION_WORDS[condition]), { brief: true }),
  custom('Rate', ({ rate }) => percent(rate), { sortBy: 'rate', align: 'right', brief: true }),
  custom('Cess Rate', ({ cessRate }) => percent(cessRate), { sortBy: 'cessRate', align: 'right' }),
  date('Valid From', 'validFrom', { sortBy: true, brief: true }),
  date('Valid To', 'validTo', { sortBy: true, brief: true }),
  text('GST notification', 'notification'),
  status('Basis', ({ proved, changedBy }) =>
    proved
      ? { word: 'Based on a GST notification', tone: 'good' }
      : { word: changedBy === null ? 'Entered in the portal' : say('Entered by {changedBy}', { changedBy }), tone: 'neutral' },
  ),
];

const filters: readonly Filter[] = [codeFilter('HSN', 'hsnCode'), { kind: 'date', label: 'Valid On', name: 'day' }];

const nameOf = ({ hsnPrefix, rate }: GstRate) => t('{rate} of {hsnPrefix}', { rate: percent(rate), hsnPrefix });

const addRate: Action = { label: 'Add GST Rate', href: urls.gstRateCreate, icon: <IconPlus size={16} />, access: gstRates.create.access };

/** The rates from which taxes are proposed, by HSN code and date. */
export function GstRatesPage() {
  const sheets = useSheetMenu({
    columns,
    filters,
    calls: gstRates,
    list: gstRates.list,
    rows: 'rates',
    note: 'One row per rate. A row with the same goods and start date changes the existing rate. Overlapping dates for the same goods are an error. If any row has an error, nothing is saved.',
    templateName: 'sampleGstRateSheet.xlsx',
    downloadLabel: 'Download',
    downloadName: 'GST rates',
    csvAllowed: true,
  });

  return (
    <ListPage
      title="GST Rates"
      operation={gstRates.list}
      columns={columns}
      filters={filters}
      pageSize={15}
      action={addRate}
      menu={[addRate, sheets.template, sheets.download, sheets.upload]}
      rowKey={(rate) => rate._id}
      rowName={nameOf}
      rowActions={(rate) => [edit(urls.gstRateEdit(rate._id), gstRates.edit.access)]}
      onDelete={({ _id }) => call(gstRates.remove, { params: { id: _id } })}
      deleteAccess={gstRates.remove.access}
      deleted={messages.deleted}
      hint="Tax is proposed for an item only if its HSN code has a rate. Add a rate or upload a file of rates."
    >
      <RateTabs />
      {sheets.windows}
    </ListPage>
  );
}
