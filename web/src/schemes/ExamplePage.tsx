import { type Scheme, schemes } from '@aapurti/contract/schemes/schemes';

import { Cards } from '../list/Cards.tsx';
import { type Column, custom } from '../list/columns.tsx';
import { List } from '../list/ListPage.tsx';
import { Table } from '../list/Table.tsx';
import { useFit } from '../list/useFit.ts';
import { useSession } from '../access/session.ts';
import { Barcode } from '../ui/Barcode.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Strip } from '../ui/Strip.tsx';
import { useOnPhone } from '../ui/useOnPhone.ts';
import classes from './ExamplePage.module.css';
import { sampleSchemes } from './sampleSchemes.ts';
import { schemeColumns } from './schemeColumns.tsx';
import { t } from '../words/words.ts';

const barcode = custom<Scheme>('Barcode', ({ EANCode }) => <Barcode value={EANCode} />, { brief: true, main: true });

const columns: readonly Column<Scheme>[] = schemeColumns.flatMap((column) =>
  column.label === 'EAN Code' ? [column, barcode] : column.label === 'Scheme No' ? [{ ...column, extra: true }] : [column],
);

const table = {
  title: 'Schemes',
  columns,
  rowKey: (scheme: Scheme) => scheme._id,
  rowName: (scheme: Scheme) => scheme.schemeName,
};

/** A demo table of schemes with barcodes: the user's own if signed in and active, samples otherwise. */
export function ExamplePage() {
  const session = useSession();
  return (
    <>
      <PageHeader title="Schemes with barcodes" />
      {session?.isActive === true ? (
        <List {...table} operation={schemes.list} hint="You have no schemes yet." />
      ) : (
        <>
          <Strip>{t('These are samples. Sign in to see your own schemes here.')}</Strip>
          <Samples />
        </>
      )}
    </>
  );
}

/** Built in, so the server is not involved: no pages, no sorting, no choice of columns. */
const sampleColumns = columns.filter(({ extra }) => extra !== true).map((column) => ({ ...column, sortBy: undefined }));

function Samples() {
  const onPhone = useOnPhone();
  const Face = onPhone ? Cards : Table;
  const { fitting, fit } = useFit(sampleColumns, onPhone);
  return (
    <section className={classes.samples} aria-label={t(table.title)}>
      <Face {...table} columns={fitting} rows={sampleSchemes} first={1} state={{ page: 1, filters: {} }} sort={() => undefined} fit={fit} />
    </section>
  );
}
