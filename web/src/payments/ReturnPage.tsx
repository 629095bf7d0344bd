import { showDate, showNumber } from '@aapurti/contract/ground/fields';
import { payments, type PurchaseReturn } from '@aapurti/contract/payments/payments';
import { nextReturnStep, returnSteps } from '@aapurti/contract/payments/returnSteps';
import { useQuery } from '@tanstack/react-query';

import { rolesOf } from '../access/roles.ts';
import { useSignedIn } from '../access/session.ts';
import { DocumentPage } from '../document/DocumentPage.tsx';
import { linkedQuery } from '../document/linkedQuery.ts';
import { LoadedDocument } from '../document/LoadedDocument.tsx';
import { useOtherSide } from '../document/useOtherSide.ts';
import { callQuery } from '../ground/callQuery.ts';
import { type Column, custom, number } from '../list/columns.tsx';
import { PlainTable } from '../list/PlainTable.tsx';
import { Code } from '../ui/Code.tsx';
import { Facts } from '../ui/Panel.tsx';
import { urls } from '../urls.ts';
import { returnRemark } from './returnRemark.ts';

/** The page of a purchase return: its receipt, and the claim that follows from it. */
export function ReturnPage({ id }: { id: string }) {
  const query = useQuery({ ...callQuery(payments.getReturn, { params: { id } }), staleTime: 0 });
  return (
    <LoadedDocument kind="purchaseReturn" query={query}>
      {(goods) => <ReturnDocument goods={goods} />}
    </LoadedDocument>
  );
}

const COLUMNS: readonly Column<PurchaseReturn>[] = [
  custom('Product Name', ({ itemName }) => itemName, { lead: true }),
  number('Quantity Purchased', 'grQty', { brief: true }),
  number('Quantity Returned', 'prQty', { brief: true }),
  custom('Remarks', (goods) => returnRemark(goods) || '–', { brief: true }),
];

function ReturnDocument({ goods }: { goods: PurchaseReturn }) {
  const session = useSignedIn();
  const { _id: id, itemName, prQty, gstGrRef, poDate, docRef, docDate } = goods;
  const remark = returnRemark(goods);
  const { data } = useQuery(linkedQuery('purchaseReturn', id));
  const other = useOtherSide(data?.document.vendorName ?? '');
  const step = data === undefined ? null : nextReturnStep(data.linked, { isBuyers: session.isAdmin, roles: rolesOf(session) });
  return (
    <DocumentPage
      kind="purchaseReturn"
      id={id}
      number={itemName}
      other={other}
      head={[
        { label: 'Quantity Returned', value: showNumber(prQty) },
        ...(gstGrRef === null ? [] : [{ label: 'PO Number', value: gstGrRef }]),
      ]}
      steps={data === undefined ? undefined : returnSteps(data.linked)}
      next={step === null ? null : { label: 'Respond to claim', href: urls.document('debitMemo', step.claim.documentId) }}
      actions={[]}
      facts={
        <Facts
          items={[
            ...(gstGrRef === null ? [] : [{ label: 'PO Number', value: <Code value={gstGrRef} /> }]),
            ...(poDate === null ? [] : [{ label: 'PO Date', value: showDate(poDate) }]),
            ...(docRef === null ? [] : [{ label: 'Invoice Number', value: <Code value={docRef} /> }]),
            ...(docDate === null ? [] : [{ label: 'Invoice Date', value: showDate(docDate) }]),
            ...(remark === '' ? [] : [{ label: 'Remarks', value: remark }]),
          ]}
        />
      }
      entity={null}
    >
      <PlainTable title="Lines" columns={COLUMNS} rows={[goods]} empty="" />
    </DocumentPage>
  );
}
