import { checkedOwnSettings, messages, portalSettings, type PortalSettings } from '@aapurti/contract/settings/settings';
import { site } from '@aapurti/contract/settings/site';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod';

import { call } from '../ground/api.ts';
import { DateField } from '../form/DateField.tsx';
import { Form, FormSection } from '../form/Form.tsx';
import { mergeValues, useNewerRecord } from '../form/newer.ts';
import { NewerRecord } from '../form/NewerRecord.tsx';
import { NumberField } from '../form/NumberField.tsx';
import { SelectField } from '../form/SelectField.tsx';
import { TextArea, TextField } from '../form/TextField.tsx';
import { useContractForm, type Values } from '../form/useContractForm.ts';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { toast } from '../ui/toast.tsx';
import { useGoBack } from '../ui/useGoBack.ts';
import { urls } from '../urls.ts';
import { LogoPanel } from './LogoPanel.tsx';
import { SettingsTabs } from './SettingsTabs.tsx';

const LABELS = {
  buyerName: "Buyer's name",
  buyerAddress: "Buyer's address",
  buyerContact: 'Vendor support contact',
  invoiceNumbers: 'Invoice numbers',
  overDelivery: 'Over-delivery allowed',
  allowedCharges: 'Charges allowed without an order line',
  reverseCharge: 'HSN codes under reverse charge',
  orderReminderDays: 'Remind the vendor after',
  orderEscalationDays: 'Escalate to the buyer after',
  holidays: 'Holidays',
  signInNotice: 'Message on the sign-in page',
  signInNoticeHindi: 'Message on the sign-in page in Hindi',
  signInNoticeFrom: 'Sign-in page from',
  signInNoticeTo: 'Sign-in page to',
  dashboardNotice: 'Dashboard announcement',
  dashboardNoticeHindi: 'Dashboard announcement in Hindi',
  dashboardNoticeFrom: 'Dashboard from',
  dashboardNoticeTo: 'Dashboard to',
} as const satisfies Partial<Record<keyof PortalSettings, string>>;
const FIELDS = Object.keys(LABELS) as (keyof typeof LABELS)[];

const NUMBERINGS = [
  { value: 'digits', label: 'Digits only' },
  { value: 'rule46', label: 'Letters, digits, - and / (Rule 46)' },
];

const IN_HINDI = 'Shown to users who read Hindi. If blank, they see the English text.';
const UNTIL = 'Last day. Leave blank if no end is known.';

/** The settings that administrators decide for the whole portal. */
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
      {data !== undefined ? (
        <>
          <LogoPanel />
          <Panel>
            <SettingsForm record={data} />
          </Panel>
        </>
      ) : (
        <Panel>{isPending ? <Spinner /> : <NotLoaded query={{ error, isFetching, refetch }} sign />}</Panel>
      )}
    </>
  );
}

const valuesOf = (record: PortalSettings): Values => Object.fromEntries(FIELDS.map((name) => [name, String(record[name] ?? '')]));

function SettingsForm({ record }: { record: PortalSettings }) {
  const client = useQueryClient();
  const goBack = useGoBack(urls.dashboard);
  const { base, merge, offers } = useNewerRecord(record, valuesOf, (was, is, mine) =>
    mergeValues(valuesOf(was), valuesOf(is), mine, LABELS),
  );
  const form = useContractForm({ schema: checkedOwnSettings, defaults: valuesOf(record) });

  async function save(body: z.output<typeof checkedOwnSettings>) {
    await call(portalSettings.save, { body: { ...body, updatedAt: base.updatedAt } });
    await client.invalidateQueries({ queryKey: [site.about.id] });
    toast.success(messages.saved);
    goBack();
  }

  return (
    <Form form={form} access={portalSettings.save.access} onSubmit={save} submitLabel="Save" onCancel={goBack} {...offers(form)}>
      <FormSection title="Buyer">
        <TextField name="buyerName" label={LABELS.buyerName} maxLength={80} help="Shown at the top of every screen." />
        <TextArea name="buyerAddress" label={LABELS.buyerAddress} maxLength={500} />
        <TextArea
          name="buyerContact"
          label={LABELS.buyerContact}
          maxLength={300}
          help="Name, phone and e-mail. Shown to vendors whose account is inactive."
        />
      </FormSection>
      <FormSection title="Document numbers">
        <SelectField
          name="invoiceNumbers"
          label={LABELS.invoiceNumbers}
          required
          options={NUMBERINGS}
          help="Applies to new invoices only. A number can be used again in another financial year."
        />
      </FormSection>
      <FormSection title="Receipts and charges">
        <NumberField
          name="overDelivery"
          label={LABELS.overDelivery}
          required
          suffix="%"
          help="The buyer has to confirm receipts above this limit in the order."
        />
        <TextArea
          name="allowedCharges"
          label={LABELS.allowedCharges}
          maxLength={2000}
          help="One kind per line with its limit in rupees per order, for example: Freight 500."
        />
        <TextArea
          name="reverseCharge"
          label={LABELS.reverseCharge}
          maxLength={2000}
          help="One code or its first digits per line, for example: 5201 Raw cotton. The buyer issues self-invoices when unregistered vendors supply these goods."
        />
      </FormSection>
      <FormSection title="Orders awaiting confirmation">
        <NumberField
          name="orderReminderDays"
          label={LABELS.orderReminderDays}
          required
          suffix="working days"
          help="Enter 0 to turn this off."
        />
        <NumberField
          name="orderEscalationDays"
          label={LABELS.orderEscalationDays}
          required
          suffix="working days"
          help="Enter 0 to turn this off."
        />
        <TextArea
          name="holidays"
          label={LABELS.holidays}
          maxLength={5000}
          help="One holiday per line, for example: 26-01-2027 Republic Day. Sundays never count."
        />
      </FormSection>
      <FormSection title="Announcements">
        <TextArea
          name="signInNotice"
          label={LABELS.signInNotice}
          maxLength={500}
          help="Shown to everyone who opens the page, signed in or not."
        />
        <TextArea name="signInNoticeHindi" label={LABELS.signInNoticeHindi} maxLength={500} help={IN_HINDI} />
        <DateField name="signInNoticeFrom" label={LABELS.signInNoticeFrom} />
        <DateField name="signInNoticeTo" label={LABELS.signInNoticeTo} help={UNTIL} />
        <TextArea name="dashboardNotice" label={LABELS.dashboardNotice} maxLength={500} help="Shown to everyone who is signed in." />
        <TextArea name="dashboardNoticeHindi" label={LABELS.dashboardNoticeHindi} maxLength={500} help={IN_HINDI} />
        <DateField name="dashboardNoticeFrom" label={LABELS.dashboardNoticeFrom} />
        <DateField name="dashboardNoticeTo" label={LABELS.dashboardNoticeTo} help={UNTIL} />
      </FormSection>
      {merge !== null && <NewerRecord key={base.updatedAt} merge={merge} />}
    </Form>
  );
}
