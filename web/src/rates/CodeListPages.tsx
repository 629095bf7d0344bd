import { codeLists, hsnList, ifscList, type ListName, unitList, type UnknownUnit } from '@aapurti/contract/rates/codeLists';
import { showDate, showNumber } from '@aapurti/contract/ground/fields';
import { say } from '@aapurti/contract/ground/template';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { UQC } from '@aapurti/contract/ground/units';
import { Select } from '@mantine/core';

import { callQuery } from '../ground/callQuery.ts';
import { SheetPanel } from '../buyer-system/SheetPanel.tsx';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { RateTabs } from './RateTabs.tsx';
import { t } from '../words/words.ts';
import { call } from '../ground/api.ts';
import { queryClient } from '../ground/queries.ts';
import { type Column, custom } from '../list/columns.tsx';
import { PlainTable } from '../list/PlainTable.tsx';
import { toast } from '../ui/toast.tsx';
import type { RowKind } from '../sheets/rowWords.ts';
import { useAct } from '../ui/useStep.ts';

interface CodeListProps {
  list: ListName;
  title: string;
  calls: typeof unitList;
  rows: RowKind;
  note: string;
  children?: ReactNode;
}

/** A list for looking up codes, which is uploaded as a whole. */
function CodeList({ list, title, calls, rows, note, children }: CodeListProps) {
  const { data, error, isFetching, refetch } = useQuery(callQuery(codeLists.status));
  const found = data?.find((each) => each.list === list);
  const count = showNumber(found?.rows ?? 0);
  const heading =
    found === undefined
      ? title
      : found.rows === 0
        ? t('{list}: none uploaded', { list: title })
        : found.loadedAt === null
          ? t('{list}: {count}', { list: title, count })
          : t('{list}: {count}, uploaded on {day}', { list: title, count, day: showDate(found.loadedAt) });
  return (
    <>
      <PageHeader title={title} />
      <RateTabs />
      {children}
      {error !== null && <NotLoaded query={{ error, isFetching, refetch }} />}
      <SheetPanel
        title={heading}
        calls={calls}
        templateName={`sample-${list}.xlsx`}
        downloadName={`${list}.xlsx`}
        lists={[codeLists.status.id]}
        rows={rows}
        note={say('{help} The file replaces the whole list. If any row has an error, nothing is saved.', { help: note })}
      />
    </>
  );
}

export function UnitsPage() {
  const note =
    'One row per unit name, with its code on GST documents. The usual names (KG, PKT, PETI, CASE) are known without it. Any other unit is shown as OTH there, with a warning.';
  return (
    <CodeList list="units" title="Units" calls={unitList} rows="units" note={note}>
      <UnknownUnits />
    </CodeList>
  );
}

export function HsnCodesPage() {
  const note = 'One row per code. Items and order lines with any other code get a warning when their file is uploaded.';
  return <CodeList list="hsn" title="HSN Codes" calls={hsnList} rows="codes" note={note} />;
}

export function IfscCodesPage() {
  const note = 'One row per branch.';
  return <CodeList list="ifsc" title="IFSC Codes" calls={ifscList} rows="codes" note={note} />;
}

/** The units in use without an assigned code. The choice is made once and stored. */
function UnknownUnits() {
  const key = [codeLists.unknownUnits.id];
  const { data = [] } = useQuery(callQuery(codeLists.unknownUnits));
  const remember = useAct(
    (body: { uom: string; UQC: string }) => call(codeLists.rememberUnit, { body }),
    [codeLists.status],
    (reply) => {
      queryClient.setQueryData(key, reply.data);
      toast.success(reply.message);
    },
  );
  if (data.length === 0) return null;

  const columns: readonly Column<UnknownUnit>[] = [
    custom('Unit', ({ uom }) => uom, { lead: true }),
    custom('Items and order lines', ({ count }) => showNumber(count), { brief: true, align: 'right' }),
    custom(
      'Unit code (UQC)',
      ({ uom }) => (
        <Select
          aria-label={t('Unit code of {uom}', { uom })}
          placeholder={t('Choose')}
          data={UQC}
          searchable
          value={null}
          onChange={(code) => code !== null && remember.mutate({ uom, UQC: code })}
        />
      ),
      { brief: true },
    ),
  ];
  return <PlainTable title="Units without a code" columns={columns} rows={data} empty="" />;
}
