import { dispatchNotes } from '@aapurti/contract/dispatchNotes';
import { useSearch } from '@tanstack/react-router';

import { StoredRecord } from '../form/StoredRecord.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Panel } from '../ui/Panel.tsx';
import { useParam } from '../ui/useParam.ts';
import { urls } from '../urls.ts';
import { DispatchNoteForm } from './DispatchNoteForm.tsx';

/** Adds a dispatch note, for the order in the address where there is one; or with an id changes that one. */
export function DispatchNoteFormPage() {
  const id = useParam('id');
  const { PONumber = '', userID = '' } = useSearch({ strict: false });
  return (
    <>
      <PageHeader title={id === '' ? 'Add Dispatch Note' : 'Edit'} breadcrumb={[{ label: 'Dispatch Note', href: urls.dispatchNotes }]} />
      <Panel>
        {id === '' ? (
          <DispatchNoteForm given={{ PONumber, userID }} />
        ) : (
          <StoredRecord key={id} operation={dispatchNotes.get} id={id}>
            {(record) => <DispatchNoteForm record={record} />}
          </StoredRecord>
        )}
      </Panel>
    </>
  );
}
