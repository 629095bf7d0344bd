import { gstRates } from '@aapurti/contract/rates/gstRates';

import { FormPage } from '../form/FormPage.tsx';
import { urls } from '../urls.ts';
import { GstRateForm } from './GstRateForm.tsx';

/** Adds a rate, or with /gst-rates/edit/{id} changes one. */
export function GstRateFormPage() {
  return (
    <FormPage title="Add GST Rate" list={{ label: 'GST Rates', href: urls.gstRates }} operation={gstRates.get}>
      {(record) => <GstRateForm record={record} />}
    </FormPage>
  );
}
