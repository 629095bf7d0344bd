import { dispatchNotes } from '@aapurti/contract/dispatch-notes/dispatchNotes';
import { useSearch } from '@tanstack/react-router';

import { FormPage } from '../form/FormPage.tsx';
import { urls } from '../urls.ts';
import { DispatchNoteForm } from './DispatchNoteForm.tsx';

/** Adds a dispatch note, for the order in the address where there is one; or with an id changes that one. */
export function DispatchNoteFormPage() {
  const { PONumber = '', userID = '' } = useSearch({ strict: false });
  return (
    <FormPage title="Add Dispatch Note" list={{ label: 'Dispatch Note', href: urls.dispatchNotes }} operation={dispatchNotes.get}>
      {(record) => <DispatchNoteForm record={record} given={{ PONumber, userID }} />}
    </FormPage>
  );
}
