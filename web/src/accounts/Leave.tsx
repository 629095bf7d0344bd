import { type Delegation, type Member, members } from '@aapurti/contract/members';
import { showDate } from '@aapurti/contract/fields';
import { Button, Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { call, messageOf } from '../api.ts';
import { DateField } from '../form/DateField.tsx';
import { Form, FormSection } from '../form/Form.tsx';
import { SelectField } from '../form/SelectField.tsx';
import { useContractForm } from '../form/useContractForm.ts';
import { Panel } from '../ui/Panel.tsx';
import { toast } from '../ui/toast.tsx';
import classes from './People.module.css';

interface LeaveProps {
  people: readonly Member[];
  delegations: readonly Delegation[];
  onChanged: () => Promise<unknown>;
}

/** Whose role somebody else has too while they are away. */
export function Leave({ people, delegations, onChanged }: LeaveProps) {
  const [open, setOpen] = useState(false);
  const nameOf = (id: string) => people.find(({ _id }) => _id === id)?.name ?? '';
  const end = useMutation({
    mutationFn: (id: string) => call(members.endDelegation, { params: { id } }),
    onSuccess: ({ data }) => toast.success(data.message),
    onError: (error) => toast.error(messageOf(error)),
    onSettled: onChanged,
  });
  return (
    <Panel
      title="Leave"
      aside={
        <Button variant="default" onClick={() => setOpen(true)}>
          Delegate a role
        </Button>
      }
    >
      {delegations.length === 0 ? (
        <p className={classes.small}>While somebody is away, a colleague can have the role too.</p>
      ) : (
        <ul className={classes.list} aria-label="Delegations">
          {delegations.map(({ _id, from, to, fromDay, toDay }) => (
            <li key={_id}>
              <div className={classes.who}>
                <p className={classes.name}>
                  {nameOf(to)} for {nameOf(from)}
                </p>
                <p className={classes.small}>
                  {showDate(fromDay)} to {showDate(toDay)}
                </p>
              </div>
              <Button
                variant="default"
                size="xs"
                disabled={end.isPending}
                onClick={() => end.mutate(_id)}
                aria-label={`End the delegation to ${nameOf(to)}`}
              >
                End
              </Button>
            </li>
          ))}
        </ul>
      )}
      {open && <LeaveModal people={people} onClose={() => setOpen(false)} onDone={onChanged} />}
    </Panel>
  );
}

function LeaveModal({ people, onClose, onDone }: { people: readonly Member[]; onClose: () => void; onDone: () => Promise<unknown> }) {
  const form = useContractForm({ schema: members.delegate.body, defaults: { from: '', to: '', fromDay: '', toDay: '' } });
  const options = people.map(({ _id, name, email }) => ({ value: _id, label: `${name} (${email})` }));
  return (
    <Modal opened onClose={onClose} title="Delegate a role">
      <Form
        form={form}
        submitLabel="Delegate"
        guarded={false}
        onCancel={onClose}
        onSubmit={async (body) => {
          const { data } = await call(members.delegate, { body });
          toast.success(data.message);
          onClose();
          await onDone();
        }}
      >
        <FormSection>
          <SelectField name="from" label="Who is away" required options={options} span="full" />
          <SelectField name="to" label="Who has the role too" required options={options} span="full" />
          <DateField name="fromDay" label="From" required />
          <DateField name="toDay" label="To" required />
        </FormSection>
      </Form>
    </Modal>
  );
}
