import { messages, portalSettings, type PortalSettings, settingsForm } from '@aapurti/contract/settings';
import { site } from '@aapurti/contract/site';
import { useQuery, useQueryClient } from '@tanstack/react-query';

import { call } from '../api.ts';
import { Form, FormSection } from '../form/Form.tsx';
import { mergeValues, useNewerRecord } from '../form/newer.ts';
import { NewerRecord } from '../form/NewerRecord.tsx';
import { SelectField } from '../form/SelectField.tsx';
import { TextField } from '../form/TextField.tsx';
import { useContractForm } from '../form/useContractForm.ts';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { toast } from '../ui/toast.tsx';
import { useGoBack } from '../ui/useGoBack.ts';
import { urls } from '../urls.ts';
import { SettingsTabs } from './SettingsTabs.tsx';

type Stored = PortalSettings & { updatedAt: string };

const LABELS = { buyerName: "Buyer's name", invoiceNumbers: 'Invoice numbers' } as const;

const NUMBERINGS = [
  { value: 'digits', label: 'Digits only' },
  { value: 'rule46', label: 'Letters, digits, - and / (Rule 46)' },
];

/** What administrators decide for the whole portal. */
export function SettingsPage() {
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: [portalSettings.get.id],
    queryFn: async ({ signal }) => (await call(portalSettings.get, { signal })).data,
    // The newest when the form opens, and that one while it is open.
    gcTime: 0,
    staleTime: Infinity,
  });
  return (
    <>
      <PageHeader title="Settings" />
      <SettingsTabs />
      <Panel>
        {data !== undefined ? (
          <SettingsForm record={data} />
        ) : isPending ? (
          <Spinner />
        ) : (
          <NotLoaded query={{ error, isFetching, refetch }} sign />
        )}
      </Panel>
    </>
  );
}

const valuesOf = ({ buyerName, invoiceNumbers }: Stored) => ({ buyerName: buyerName ?? '', invoiceNumbers });

function SettingsForm({ record }: { record: Stored }) {
  const client = useQueryClient();
  const goBack = useGoBack(urls.dashboard);
  const { base, merge, offers } = useNewerRecord(record, valuesOf, (was, is, mine) =>
    mergeValues(valuesOf(was), valuesOf(is), mine, LABELS),
  );
  const form = useContractForm({ schema: settingsForm, defaults: valuesOf(record) });

  async function save(body: PortalSettings) {
    await call(portalSettings.save, { body: { ...body, updatedAt: base.updatedAt } });
    await client.invalidateQueries({ queryKey: [site.about.id] });
    toast.success(messages.saved);
    goBack();
  }

  return (
    <Form form={form} access={portalSettings.save.access} onSubmit={save} submitLabel="Save" onCancel={goBack} {...offers(form)}>
      <FormSection title="Buyer">
        <TextField name="buyerName" label={LABELS.buyerName} maxLength={80} help="Stands at the top of every screen." />
      </FormSection>
      <FormSection title="Numbers of documents">
        <SelectField
          name="invoiceNumbers"
          label={LABELS.invoiceNumbers}
          required
          options={NUMBERINGS}
          help="For new invoices; those stored stay as they are. A number may come again in another financial year."
        />
      </FormSection>
      {merge !== null && <NewerRecord key={base.updatedAt} merge={merge} />}
    </Form>
  );
}
