import { controls } from '@aapurti/contract/settings/controls';
import { useQuery } from '@tanstack/react-query';

import { useMay } from '../access/useMay.ts';
import { call } from '../ground/api.ts';
import { Button } from '../ui/Button.tsx';
import { Strip } from '../ui/Strip.tsx';
import { urls } from '../urls.ts';
import { t } from '../words/words.ts';

const HINTS = {
  any: 'Invoices that are exceptions can be paid.',
  matched: 'Only matched, released or approved invoices can be paid.',
  approved: 'Only approved invoices can be paid.',
} as const;

/** Shows on the administrators' dashboard how the controls are set, until an administrator has saved them. */
export function ControlsHint() {
  const may = useMay();
  const { data } = useQuery({
    queryKey: [controls.get.id, 'hint'],
    queryFn: async ({ signal }) => (await call(controls.get, { signal })).data,
  });
  if (data === undefined || data.reviewed || !may(controls.save.access)) return null;
  return (
    <Strip action={<Button label="Review controls" href={urls.controls} size="compact-md" variant="default" />}>
      {t(HINTS[data.payableInvoices])}
    </Strip>
  );
}
