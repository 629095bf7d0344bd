import { type Delegation, type Member, members } from '@aapurti/contract/people/members';
import { showDate } from '@aapurti/contract/ground/fields';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { call } from '../ground/api.ts';
import { callQuery, renewed } from '../ground/callQuery.ts';
import { DateField } from '../form/DateField.tsx';
import { FormModal } from '../form/FormModal.tsx';
import { SelectField } from '../form/SelectField.tsx';
import { useContractForm } from '../form/useContractForm.ts';
import { Button, RowButton } from '../ui/Button.tsx';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { Panel } from '../ui/Panel.tsx';
import { useStep } from '../ui/useStep.ts';
import { asTyped, t } from '../words/words.ts';
import classes from './People.module.css';

type Person = Pick<Member, '_id' | 'name'> & { email?: string };

interface LeaveProps {
  people: readonly Person[];
  /** The user's own membership, for the user's own leave; by default any member's. */
  own?: string;
  delegations: readonly Delegation[];
  onChanged: () => Promise<unknown>;
}

/** The user's own leave, on the profile. */
export function OwnLeave() {
  const query = useQuery({ ...callQuery(members.leave), staleTime: 0 });
  if (query.data === undefined) return <NotLoaded title="Leave" query={query} height={80} />;
  const { own, colleagues, delegations } = query.data;
  const people = [{ _id: own, name: 'you' }, ...colleagues];
  return <Leave people={people} delegations={delegations} own={own} onChanged={() => renewed([members.leave])} />;
}

/** The leave of members, whose role is delegated while they are away. */
export function Leave({ people, delegations, own, onChanged }: LeaveProps) {
  const [open, setOpen] = useState(false);
  const nameOf = (id: string) => people.find(({ _id }) => _id === id)?.name ?? '';
  const end = useStep((id: string) => call(own === undefined ? members.endDelegation : members.endLeave, { params: { id } }), onChanged);
  return (
    <Panel
      title="Leave"
      aside={
        people.length > 1 && (
          <Button label={own === undefined ? 'Delegate a role' : 'Add leave'} variant="default" onClick={() => setOpen(true)} />
        )
      }
    >
      {delegations.length === 0 ? (
        <p className={classes.small}>
          {t(
            own === undefined
              ? 'While a user is on leave, a colleague can take on the role.'
              : people.length > 1
                ? 'While you are on leave, a colleague can take on your role.'
                : 'There is no one in your company to delegate your role to.',
          )}
        </p>
      ) : (
        <ul className={classes.list} aria-label={t('Delegations')}>
          {delegations.map(({ _id, from, to, fromDay, toDay }) => (
            <li key={_id}>
              <div className={classes.who}>
                <p className={classes.name}>{t('{to} for {from}', { to: nameOf(to), from: nameOf(from) })}</p>
                <p className={classes.small}>{t('{fromDay} to {toDay}', { fromDay: showDate(fromDay), toDay: showDate(toDay) })}</p>
              </div>
              {(own === undefined || from === own) && (
                <RowButton
                  label="End"
                  disabled={end.isPending}
                  onClick={() => end.mutate(_id)}
                  aria-label={t('End the delegation to {to}', { to: nameOf(to) })}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {open &&
        (own === undefined ? (
          <DelegateModal people={people} onClose={() => setOpen(false)} onDone={onChanged} />
        ) : (
          <OwnLeaveModal people={people.filter(({ _id }) => _id !== own)} onClose={() => setOpen(false)} onDone={onChanged} />
        ))}
    </Panel>
  );
}

interface ModalProps {
  people: readonly Person[];
  onClose: () => void;
  onDone: () => Promise<unknown>;
}

const optionsOf = (people: readonly Person[]) =>
  people.map(({ _id, name, email }) => ({ value: _id, label: asTyped(email === undefined ? name : `${name} (${email})`) }));

function DelegateModal({ people, onClose, onDone }: ModalProps) {
  const form = useContractForm({ schema: members.delegate.body, defaults: { from: '', to: '', fromDay: '', toDay: '' } });
  const options = optionsOf(people);
  return (
    <FormModal
      title="Delegate a role"
      form={form}
      submitLabel="Delegate"
      send={async (body) => call(members.delegate, { body })}
      onClose={onClose}
      onDone={onDone}
    >
      <SelectField name="from" label="User on leave" required options={options} span="full" />
      <SelectField name="to" label="Delegate to" required options={options} span="full" />
      <DateField name="fromDay" label="From" required />
      <DateField name="toDay" label="To" required />
    </FormModal>
  );
}

function OwnLeaveModal({ people, onClose, onDone }: ModalProps) {
  const form = useContractForm({ schema: members.enterLeave.body, defaults: { to: '', fromDay: '', toDay: '' } });
  return (
    <FormModal title="Add leave" form={form} send={async (body) => call(members.enterLeave, { body })} onClose={onClose} onDone={onDone}>
      <SelectField name="to" label="Delegate your role to" required options={optionsOf(people)} span="full" />
      <DateField name="fromDay" label="From" required />
      <DateField name="toDay" label="To" required />
    </FormModal>
  );
}
