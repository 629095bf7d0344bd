import { einvoiceForm, einvoices } from '@aapurti/contract/invoices/einvoices';
import { showDate } from '@aapurti/contract/ground/fields';
import { useQuery } from '@tanstack/react-query';

import { call } from '../ground/api.ts';
import { callQuery } from '../ground/callQuery.ts';
import { queryClient } from '../ground/queries.ts';
import { DateField } from '../form/DateField.tsx';
import { Form, FormSection } from '../form/Form.tsx';
import { useContractForm } from '../form/useContractForm.ts';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { Facts, Panel } from '../ui/Panel.tsx';
import { toast } from '../ui/toast.tsx';
import { useMay } from '../access/useMay.ts';

/** The date from which a vendor issues e-invoices, stated by the vendor and corrected by the buyer's administrators. */
export function EinvoicesSince({ vendorId }: { vendorId: string }) {
  const may = useMay()(einvoices.save.access);
  const { data, error, isPending, isFetching, refetch } = useQuery(callQuery(einvoices.get, { query: { userID: vendorId } }));
  return (
    <Panel title="E-invoices">
      {data === undefined ? (
        <NotLoaded query={{ error, isPending, isFetching, refetch }} height={80} />
      ) : may ? (
        <SinceForm key={data.since ?? ''} vendorId={vendorId} since={data.since} />
      ) : (
        <Facts items={[{ label: 'E-invoices since', value: data.since === null ? null : showDate(data.since) }]} />
      )}
    </Panel>
  );
}

function SinceForm({ vendorId, since }: { vendorId: string; since: string | null }) {
  const form = useContractForm({ schema: einvoiceForm, defaults: { since: since ?? '' } });
  return (
    <Form
      form={form}
      access={einvoices.save.access}
      onSubmit={async (body) => {
        const { data } = await call(einvoices.save, { body: { ...body, userID: vendorId } });
        toast.success(data.message);
        queryClient.setQueryData([einvoices.get.id, vendorId], data.data);
      }}
    >
      <FormSection>
        <DateField name="since" label="E-invoices since" help="Invoices with lines need the IRN of the e-invoice on and after this date." />
      </FormSection>
    </Form>
  );
}
