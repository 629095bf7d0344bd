import { type DispatchNote, dispatchNotes } from '@aapurti/contract/dispatch-notes/dispatchNotes';
import { MOVEMENTS } from '@aapurti/contract/dispatch-notes/movements';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { vendorColumn } from '../choose/vendorColumn.tsx';
import { call } from '../ground/api.ts';
import { code, type Column, custom, date, number, text } from '../list/columns.tsx';
import { PlainTable } from '../list/PlainTable.tsx';
import { t } from '../words/words.ts';

const SHOWN = 20;

/** A note as the receiver knows it at the gate: its number, whose it is, its order, and the vehicle. */
const columns: readonly Column<DispatchNote>[] = [
  code('DC Number', 'DCNumber', { lead: true }),
  vendorColumn,
  date('Date', 'challanDate'),
  code('PO Number', 'PONumber'),
  text('Vehicle Number', 'VehicleNumber', { brief: true }),
  number('Cartons', 'NumberOfCarton'),
];

/** The columns that fit a tablet beside the button. */
const narrow = columns.filter(({ name }) => name !== 'PONumber' && name !== 'NumberOfCarton');

/** The dispatch notes in transit to the receiver's sites: a choice fills in the form as a scan does. */
export function OnTheWay({ onChoose }: { onChoose: (number: string) => void }) {
  const query = { page: 1, pageSize: SHOWN, site: 'own', state: 'left', issuer: 'vendor' } as const;
  const { data } = useQuery({
    queryKey: [dispatchNotes.list.id, 'on the way'],
    queryFn: async ({ signal }) => (await call(dispatchNotes.list, { query, signal })).data,
  });
  const isNarrow = useMediaQuery('(max-width: 999.98px)', undefined, { getInitialValueInEffect: false });
  const withButton = useMemo(
    () => [
      ...(isNarrow ? narrow : columns),
      custom<DispatchNote>(
        'Action',
        ({ DCNumber }) => (
          <Button
            size="compact-sm"
            variant="light"
            aria-label={t('Receive {number}', { number: DCNumber })}
            onClick={() => onChoose(DCNumber)}
          >
            {t('Receive')}
          </Button>
        ),
        { brief: true, align: 'right' },
      ),
    ],
    [onChoose, isNarrow],
  );
  if (data === undefined) return null;
  // Own goods of the vendor move between its own places.
  const notes = data.filter(({ kind }) => kind === null || MOVEMENTS[kind].goods === 'order');
  return <PlainTable title="In transit" columns={withButton} rows={notes} empty="No goods are in transit to your sites." />;
}
