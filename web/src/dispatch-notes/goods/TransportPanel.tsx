import { dispatchGoods, type DispatchGoods } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import { MOVEMENTS } from '@aapurti/contract/dispatch-notes/movements';
import { dispatchNotes } from '@aapurti/contract/dispatch-notes/dispatchNotes';
import { inOneLine, showDate, showNumber } from '@aapurti/contract/ground/fields';
import { useEffect, useRef, useState } from 'react';

import { call } from '../../ground/api.ts';
import { outdated } from '../../ground/callQuery.ts';
import { queryClient } from '../../ground/queries.ts';
import { Form, FormSection } from '../../form/Form.tsx';
import { useContractForm, type Values } from '../../form/useContractForm.ts';
import { Button } from '../../ui/Button.tsx';
import { Facts, Panel } from '../../ui/Panel.tsx';
import { toast } from '../../ui/toast.tsx';
import { useMay } from '../../access/useMay.ts';
import { t } from '../../words/words.ts';
import { sentVehicles, vehicleDrafts, vehiclesProblem, writeParts } from './parts.ts';
import { TransportFields } from './TransportFields.tsx';
import { vehiclesIn } from './VehiclesField.tsx';

/** The transport of a note that is no longer a draft. It can change until arrival, for example after a breakdown. */
export function TransportPanel({ goods }: { goods: DispatchGoods }) {
  const [editing, setEditing] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  // The router scrolls to the hash only if the element exists before the navigation ends.
  useEffect(() => {
    if (window.location.hash === '#transport') place.current?.scrollIntoView({ block: 'start' });
  }, []);
  const may = useMay();
  const { state } = goods;
  const isOpen = (state === 'ready' || state === 'left') && may(dispatchGoods.transport.access);
  return (
    <div ref={place} id="transport">
      <Panel
        title="Transport"
        aside={isOpen && !editing && <Button label="Change transport" variant="default" onClick={() => setEditing(true)} />}
      >
        {editing && isOpen ? (
          <TransportForm goods={goods} onDone={() => setEditing(false)} />
        ) : (
          <Facts
            items={[
              { label: 'Reason for transport', value: t(MOVEMENTS[goods.kind].words) },
              { label: 'Tax invoice', value: goods.invoiceNumber },
              { label: 'Expected on', value: goods.expectedOn === null ? null : showDate(goods.expectedOn) },
              { label: 'Arrived on', value: goods.arrivedOn === null ? null : showDate(goods.arrivedOn) },
              { label: 'Distance', value: goods.distance === null ? null : `${showNumber(goods.distance)} km` },
              { label: 'Transporter ID', value: goods.transporterId },
              { label: 'Transport document number', value: goods.transportDocument },
              {
                label: 'Vehicles',
                value: goods.vehicles
                  .map(({ number, lines }) => [number, lines.length === 0 ? null : `(${writeParts(lines)})`].filter(Boolean).join(' '))
                  .join('; '),
              },
              { label: 'Dispatched from', value: inOneLine(goods.fromAddress, goods.fromPlace, goods.fromPin, goods.fromGSTIN) },
              { label: 'Ship to', value: inOneLine(goods.shipToName, goods.shipToAddress, goods.shipToPlace, goods.shipToPin) },
            ].filter(({ value }) => value !== null && value !== '')}
          />
        )}
      </Panel>
    </div>
  );
}

function TransportForm({ goods, onDone }: { goods: DispatchGoods; onDone: () => void }) {
  const { expectedOn, distance, mode, transporterId, transportDocument, transportDocumentOn } = goods;
  const lines = goods.lines.map(({ no, quantity, cartons }) => ({ no, quantity: String(quantity), cartons: String(cartons ?? '') }));
  const form = useContractForm({
    defaults: {
      expectedOn,
      distance,
      mode: mode ?? 'road',
      transporterId,
      transportDocument,
      transportDocumentOn,
      vehicles: vehicleDrafts(goods.vehicles),
    },
    check: (values) => {
      const problem = vehiclesProblem(vehiclesIn(values['vehicles']), lines);
      return problem === null ? null : { vehicles: problem };
    },
  });

  async function save({ vehicles, mode: by, ...values }: Values) {
    const body = {
      ...values,
      mode: by === '' ? null : by,
      vehicles: sentVehicles(vehiclesIn(vehicles), lines),
      updatedAt: goods.updatedAt,
    };
    const { data } = await call(dispatchGoods.transport, { params: { id: goods._id }, body: body as never });
    toast.success(data.message);
    queryClient.setQueryData([dispatchGoods.get.id, goods._id], data.data);
    await outdated([dispatchNotes.list]);
    onDone();
  }

  return (
    <Form
      form={form}
      access={dispatchGoods.transport.access}
      onCancel={onDone}
      onSubmit={save}
      onReload={() => void queryClient.invalidateQueries({ queryKey: [dispatchGoods.get.id, goods._id] })}
    >
      <FormSection>
        <TransportFields lines={() => lines} />
      </FormSection>
    </Form>
  );
}
