import { dispatchGoods, type DispatchGoods } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import { dispatchNotes } from '@aapurti/contract/dispatch-notes/dispatchNotes';
import { ewayBills } from '@aapurti/contract/dispatch-notes/ewayBills';
import type { EwayAction, EwayRequest } from '@aapurti/contract/dispatch-notes/ewayLife';
import { Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';

import { call } from '../../ground/api.ts';
import { renewed, outdated } from '../../ground/callQuery.ts';
import { queryClient } from '../../ground/queries.ts';
import { Form, FormSection } from '../../form/Form.tsx';
import { NumberField } from '../../form/NumberField.tsx';
import { SelectField } from '../../form/SelectField.tsx';
import { TextField } from '../../form/TextField.tsx';
import { useContractForm } from '../../form/useContractForm.ts';
import { placeOptions } from '../../registrations/placeOptions.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import { t } from '../../words/words.ts';
import { EWAY_LABELS, REASON_LABELS } from './ewayLabels.ts';
import classes from './Goods.module.css';

interface EwayChangeProps {
  action: EwayAction;
  goods: DispatchGoods;
  /** The registration numbers of the vehicles that the request names. */
  vehicles: readonly string[];
  onClose: () => void;
}

/** Records one step of an e-way bill, then shows the request for the e-way bill portal. */
export function EwayChangeWindow({ action, goods, vehicles, onClose }: EwayChangeProps) {
  const [requests, setRequests] = useState<readonly EwayRequest[] | null>(null);
  return (
    <Modal opened onClose={onClose} title={t(EWAY_LABELS[action])} size="lg">
      {requests === null ? (
        <ChangeForm action={action} goods={goods} vehicles={vehicles} onClose={onClose} onDone={setRequests} />
      ) : (
        <Requests action={action} requests={requests} onClose={onClose} />
      )}
    </Modal>
  );
}

interface ChangeFormProps extends EwayChangeProps {
  onDone: (requests: readonly EwayRequest[]) => void;
}

function ChangeForm({ action, goods, vehicles, onClose, onDone }: ChangeFormProps) {
  const { _id: id, eWayBillNumber: number, transporterId } = goods;
  const reasons = Object.entries(REASON_LABELS[action]).map(([value, label]) => ({ value, label }));
  const isMoved = action === 'partB' || action === 'extend';
  const form = useContractForm({
    defaults: {
      ...(reasons.length > 0 ? { reason: '', remark: '' } : {}),
      ...(isMoved ? { place: '', state: '' } : {}),
      ...(action === 'extend' ? { pin: '', remainingDistance: '' } : {}),
    },
    // The server validates the fields, because it knows what the e-way bill portal requires for each step.
    check: () => null,
  });
  const reload = () => queryClient.invalidateQueries({ queryKey: [dispatchGoods.get.id, id] });

  return (
    <Form
      form={form}
      access={ewayBills.change.access}
      submitLabel={EWAY_LABELS[action]}
      onCancel={onClose}
      onReload={() => (void reload(), onClose())}
      onSubmit={async (values) => {
        const body = { ...values, action, updatedAt: goods.updatedAt };
        const { data } = await call(ewayBills.change, { params: { id }, body: body as never });
        onDone(data.requests);
        queryClient.setQueryData([dispatchGoods.get.id, id], data.data);
        await renewed([dispatchNotes.get]);
        await outdated([dispatchNotes.list]);
      }}
    >
      <Text>{t('E-way bill {number}', { number })}</Text>
      {isMoved && <Text className={classes.terms ?? ''}>{t('Vehicles: {vehicles}', { vehicles })}</Text>}
      {action === 'transporter' && <Text>{t('The new transporter is {transporterId}.', { transporterId })}</Text>}
      {action === 'cancel' && <Text>{t('The goods cannot move on a cancelled e-way bill. Its number is not reused.')}</Text>}
      {reasons.length > 0 && (
        <FormSection>
          <SelectField name="reason" label="Reason" required options={reasons} />
          <TextField name="remark" label="Remark" maxLength={50} />
          {isMoved && (
            <>
              <TextField name="place" label="Current place" required maxLength={50} help="The place where the goods are now." />
              <SelectField name="state" label="State" required options={placeOptions()} />
            </>
          )}
          {action === 'extend' && (
            <>
              <TextField name="pin" label="PIN code" required mono inputMode="numeric" maxLength={6} />
              <NumberField name="remainingDistance" label="Remaining distance" required suffix="km" />
            </>
          )}
        </FormSection>
      )}
    </Form>
  );
}

function Requests({ action, requests, onClose }: { action: EwayAction; requests: readonly EwayRequest[]; onClose: () => void }) {
  const text = JSON.stringify(requests.length === 1 ? requests[0] : requests, null, 2);
  return (
    <>
      <Text>{t('The change is recorded here. Now make it on the e-way bill portal, by hand or with this request:')}</Text>
      <pre className={classes.request} lang="en">
        {text}
      </pre>
      {action === 'extend' && <Text>{t("Then import the portal's result: it states the new validity.")}</Text>}
      <Group justify="end" mt="md">
        <CopyButton text={text} label="Copy" />
        <Button
          label="Download request"
          variant="default"
          onClick={() => saveFile(new Blob([text], { type: 'application/json' }), `eway-bill-${action}.json`)}
        />
        <Button label="Close" onClick={onClose} />
      </Group>
    </>
  );
}
