import { codeLists, type UnknownUnit } from '@aapurti/contract/rates/codeLists';
import { UQC } from '@aapurti/contract/ground/units';
import { showNumber } from '@aapurti/contract/ground/fields';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { call, messageOf } from '../ground/api.ts';
import { callQuery, renewed } from '../ground/callQuery.ts';
import { queryClient } from '../ground/queries.ts';
import { type Column, custom } from '../list/columns.tsx';
import { PlainTable } from '../list/PlainTable.tsx';
import { toast } from '../ui/toast.tsx';
import { t } from '../words/words.ts';

/** The units in use of which nobody has said the code yet. The choice is asked once and remembered. */
export function UnknownUnits() {
  const key = [codeLists.unknownUnits.id];
  const { data = [] } = useQuery(callQuery(codeLists.unknownUnits));
  if (data.length === 0) return null;

  async function remember(uom: string, code: string | null) {
    if (code === null) return;
    try {
      const { data: reply } = await call(codeLists.rememberUnit, { body: { uom, UQC: code } });
      queryClient.setQueryData(key, reply.data);
      await renewed([codeLists.status]);
      toast.success(reply.message);
    } catch (error) {
      toast.error(messageOf(error));
    }
  }

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
          onChange={(code) => void remember(uom, code)}
        />
      ),
      { brief: true },
    ),
  ];
  return <PlainTable title="Units without a code" columns={columns} rows={data} empty="" />;
}
