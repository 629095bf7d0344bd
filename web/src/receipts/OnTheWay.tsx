import { type DispatchNote, dispatchNotes } from '@aapurti/contract/dispatch-notes/dispatchNotes';
import { MOVEMENTS } from '@aapurti/contract/dispatch-notes/movements';
import { showDate, showNumber } from '@aapurti/contract/ground/fields';
import { useQuery } from '@tanstack/react-query';

import { useVendorName } from '../choose/userOptions.ts';
import { call } from '../ground/api.ts';
import { t } from '../words/words.ts';
import classes from './ReceiveGoods.module.css';
import { Button } from '../ui/Button.tsx';

const SHOWN = 20;

interface OnTheWayProps {
  /** The number of the note whose receipt is open. */
  current: string | null;
  onChoose: (number: string) => void;
}

/** The dispatch notes in transit to the receiver's sites; choosing one opens the receipt, as a scan does. */
export function OnTheWay({ current, onChoose }: OnTheWayProps) {
  const query = { page: 1, pageSize: SHOWN, site: 'own', state: 'left', issuer: 'vendor' } as const;
  const { data } = useQuery({
    queryKey: [dispatchNotes.list.id, 'on the way'],
    queryFn: async ({ signal }) => (await call(dispatchNotes.list, { query, signal })).data,
  });
  if (data === undefined) return null;
  // The vendor's own goods move between its own sites, so the buyer does not receive them.
  const notes = data.filter(({ kind }) => kind === null || MOVEMENTS[kind].goods === 'order');
  return (
    <section aria-label={t('In transit')} className={classes.transit}>
      <h2 className={classes.heading}>
        {t('In transit')} <span className={classes.count}>{showNumber(notes.length)}</span>
      </h2>
      {notes.length === 0 ? (
        <p className={classes.empty}>{t('No goods are in transit to your sites.')}</p>
      ) : (
        <ul className={classes.notes}>
          {notes.map((note) => (
            <Note key={note._id} note={note} isOpen={note.DCNumber === current} onChoose={onChoose} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface NoteProps {
  note: DispatchNote;
  isOpen: boolean;
  onChoose: (number: string) => void;
}

/** A dispatch note as the receiver sees it at the gate: vendor, number, order, vehicle and cartons. The whole card is a button. */
function Note({ note, isOpen, onChoose }: NoteProps) {
  const { DCNumber, userID, challanDate, PONumber, VehicleNumber, NumberOfCarton } = note;
  return (
    <li className={classes.note} data-open={isOpen || undefined}>
      <div className={classes.vendor}>
        <span>{useVendorName(userID) ?? '…'}</span>
        <Button
          label="Receive"
          className={classes.choose ?? ''}
          size="compact-sm"
          variant={isOpen ? 'filled' : 'light'}
          aria-label={t('Receive {number}', { number: DCNumber })}
          aria-current={isOpen || undefined}
          onClick={() => onChoose(DCNumber)}
        />
      </div>
      <p className={classes.line}>
        <code>{DCNumber}</code>
        <span>{showDate(challanDate)}</span>
      </p>
      <p className={classes.line}>
        <span>{[PONumber, VehicleNumber].filter(Boolean).join(' · ')}</span>
        {NumberOfCarton !== null && <span>{t('{count, plural, one {# carton} other {# cartons}}', { count: NumberOfCarton })}</span>}
      </p>
    </li>
  );
}
