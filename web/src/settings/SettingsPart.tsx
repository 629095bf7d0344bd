import { messages, portalSettings, type PortalSettings, settingsParts } from '@aapurti/contract/settings/settings';
import { site } from '@aapurti/contract/settings/site';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type * as z from 'zod';

import { Form } from '../form/Form.tsx';
import { mergeValues, useNewerRecord } from '../form/newer.ts';
import { NewerRecord } from '../form/NewerRecord.tsx';
import { useContractForm, type Values } from '../form/useContractForm.ts';
import { call } from '../ground/api.ts';
import { callQuery, renewed } from '../ground/callQuery.ts';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { Panel } from '../ui/Panel.tsx';
import { toast } from '../ui/toast.tsx';

type Part = keyof typeof settingsParts;

/** The labels of each part's fields. */
export const SETTING_LABELS = {
  buyer: { buyerName: "Buyer's name", buyerAddress: "Buyer's address", buyerContact: 'Vendor support contact' },
  orders: { orderReminderDays: 'Remind the vendor after', orderEscalationDays: 'Escalate to the buyer after', holidays: 'Holidays' },
  invoices: {
    invoiceNumbers: 'Invoice numbers',
    overDelivery: 'Over-delivery allowed',
    allowedCharges: 'Charges allowed without an order line',
    reverseCharge: 'HSN codes under reverse charge',
  },
  announcements: {
    signInNotice: 'Message on the sign-in page',
    signInNoticeHindi: 'Message on the sign-in page in Hindi',
    signInNoticeFrom: 'Shown on sign-in page from',
    signInNoticeTo: 'Shown on sign-in page until',
    dashboardNotice: 'Dashboard announcement',
    dashboardNoticeHindi: 'Dashboard announcement in Hindi',
    dashboardNoticeFrom: 'Shown on dashboard from',
    dashboardNoticeTo: 'Shown on dashboard until',
  },
} as const satisfies { [P in Part]: Record<keyof z.output<(typeof settingsParts)[P]>, string> };

interface SettingsPartProps {
  part: Part;
  title?: string;
  /** The form's fields. */
  children: ReactNode;
}

/** One subject of the settings as a separate form: it sends no other fields, so it cannot undo changes of another subject. */
export function SettingsPart({ part, title, children }: SettingsPartProps) {
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...callQuery(portalSettings.get),
    // The form uses the newest settings at its opening, and keeps them while it is open.
    gcTime: 0,
    staleTime: Infinity,
  });
  return (
    <Panel {...(title === undefined ? {} : { title })}>
      {data !== undefined ? (
        <PartForm part={part} record={data}>
          {children}
        </PartForm>
      ) : (
        <NotLoaded query={{ error, isPending, isFetching, refetch }} sign />
      )}
    </Panel>
  );
}

function PartForm({ part, record, children }: { part: Part; record: PortalSettings; children: ReactNode }) {
  const labels: Readonly<Record<string, string>> = SETTING_LABELS[part];
  const valuesOf = (settings: PortalSettings): Values =>
    Object.fromEntries(Object.keys(labels).map((name) => [name, String(settings[name as keyof PortalSettings] ?? '')]));
  const { base, merge, offers } = useNewerRecord(record, valuesOf, (was, is, mine) =>
    mergeValues(valuesOf(was), valuesOf(is), mine, labels),
  );
  const form = useContractForm({ schema: settingsParts[part] as z.ZodType<Partial<PortalSettings>>, defaults: valuesOf(record) });
  const newer = offers(form);

  async function save(body: Partial<PortalSettings>) {
    const { data } = await call(portalSettings.save, { body: { ...body, updatedAt: base.updatedAt } });
    await renewed([site.about]);
    newer.onReload(data.data);
    toast.success(messages.saved);
  }

  return (
    <Form form={form} access={portalSettings.save.access} onSubmit={save} {...newer}>
      {children}
      {merge !== null && <NewerRecord key={base.updatedAt} merge={merge} />}
    </Form>
  );
}
