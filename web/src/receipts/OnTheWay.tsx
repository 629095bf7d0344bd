import { type DispatchNote, dispatchNotes } from '@aapurti/contract/dispatch-notes/dispatchNotes';
import { MOVEMENTS } from '@aapurti/contract/dispatch-notes/movements';
import { showDate } from '@aapurti/contract/ground/fields';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { useVendorName } from '../choose/userOptions.ts';
import { call } from '../ground/api.ts';
import { Panel } from '../ui/Panel.tsx';
import { t } from '../words/words.ts';
import classes from './ReceiveGoods.module.css';

const SHOWN = 20;

/** The dispatch notes in transit to the receiver's sites: a choice fills in the form as a scan does. */
export function OnTheWay({ onChoose }: { onChoose: (number: string) => void }) {
  const query = { page: 1, pageSize: SHOWN, site: 'own', state: 'left', issuer: 'vendor' } as const;
  const { data = [] } = useQuery({
    queryKey: [dispatchNotes.list.id, 'on the way'],
    queryFn: async ({ signal }) => (await call(dispatchNotes.list, { query, signal })).data,
  });
  // Own goods of the vendor move between its own places.
  const notes = data.filter(({ kind }) => kind === null || MOVEMENTS[kind].goods === 'order');
  if (notes.length === 0) return null;
  return (
    <Panel>
      <div className={classes.found}>
        <h2 className={classes.heading}>{t('In transit')}</h2>
        <ul className={classes.choices}>
          {notes.map((note) => (
            <li key={note._id}>
              <Arriving note={note} onChoose={onChoose} />
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  );
}

/** A note as the receiver knows it at the gate: whose it is, its number, and the vehicle. */
function Arriving({
  note: { userID, DCNumber, challanDate, VehicleNumber },
  onChoose,
}: {
  note: DispatchNote;
  onChoose: (number: string) => void;
}) {
  const vendor = useVendorName(userID);
  return (
    <>
      <Button variant="default" onClick={() => onChoose(DCNumber)}>
        {[DCNumber, showDate(challanDate), VehicleNumber].filter(Boolean).join(' · ')}
      </Button>
      <Text size="sm" c="dimmed">
        {vendor}
      </Text>
    </>
  );
}
