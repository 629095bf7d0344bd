import { TRANSPORT_WORDS } from '@aapurti/contract/dispatch-notes/movements';

import { DateField } from '../../form/DateField.tsx';
import { NumberField } from '../../form/NumberField.tsx';
import { SelectField } from '../../form/SelectField.tsx';
import { TextField } from '../../form/TextField.tsx';
import type { TypedLine } from './parts.ts';
import { VehiclesField } from './VehiclesField.tsx';

const MODES = Object.entries(TRANSPORT_WORDS).map(([value, label]) => ({ value, label }));

/** The transport fields, both of a draft and of a note that is ready or dispatched. */
export function TransportFields({ lines }: { lines: () => readonly TypedLine[] }) {
  return (
    <>
      <DateField name="expectedOn" label="Expected on" />
      <SelectField name="mode" label="Mode" options={MODES} />
      <NumberField name="distance" label="Distance" suffix="km" />
      <TextField name="transporterId" label="Transporter ID" mono maxLength={15} help="GST number or TRANSIN" />
      <TextField name="transportDocument" label="Transport document number" mono maxLength={15} />
      <DateField name="transportDocumentOn" label="Transport document date" />
      <VehiclesField lines={lines} />
    </>
  );
}
