import type { ReactNode } from 'react';

import type { ReadOperation } from '../ground/callQuery.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Panel } from '../ui/Panel.tsx';
import { useParam } from '../ui/useParam.ts';
import { StoredRecord } from './StoredRecord.tsx';

interface FormPageProps<Row> {
  /** The heading for a new record. */
  title: string;
  list: { label: string; href: string };
  /** Reads the record with the `id` in the address. */
  operation: ReadOperation<Row>;
  /** The content next to the title: an `ActionMenu`. */
  more?: ReactNode;
  /** Renders the form with the record to change. */
  children: (record: Row | undefined) => ReactNode;
}

/** A screen with one form: adds a record, or with an id in the address changes that one. */
export function FormPage<Row>({ title, list, operation, more, children }: FormPageProps<Row>) {
  const id = useParam('id');
  return (
    <>
      <PageHeader title={id === '' ? title : 'Edit'} breadcrumb={[list]} more={more} />
      <Panel>
        {id === '' ? (
          children(undefined)
        ) : (
          <StoredRecord key={id} operation={operation} id={id}>
            {children}
          </StoredRecord>
        )}
      </Panel>
    </>
  );
}
