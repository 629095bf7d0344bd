import { showDate, showMoney, showNumber, showPercent } from '@aapurti/contract/ground/fields';
import { nextProductStep, productSteps } from '@aapurti/contract/products/productSteps';
import { type Product, products } from '@aapurti/contract/products/products';
import { IconCheck, IconListCheck, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { rolesOf } from '../access/roles.ts';
import { useSignedIn } from '../access/session.ts';
import { DocumentPage } from '../document/DocumentPage.tsx';
import { linkedQuery } from '../document/linkedQuery.ts';
import { LoadedDocument } from '../document/LoadedDocument.tsx';
import { useOtherSide } from '../document/useOtherSide.ts';
import { callQuery } from '../ground/callQuery.ts';
import { useSelection } from '../list/selection.ts';
import { Button } from '../ui/Button.tsx';
import type { Action } from '../ui/ActionMenu.tsx';
import { Code } from '../ui/Code.tsx';
import { Facts, Panel } from '../ui/Panel.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { urls } from '../urls.ts';
import { refusalWords } from './refusalWords.ts';
import { t } from '../words/words.ts';
import { approvalOf } from './productColumns.tsx';
import { useDecision } from './useDecision.tsx';

/** A product of a vendor: its price, the buyer's decision, and the next step. */
export function ProductPage({ id }: { id: string }) {
  const query = useQuery({ ...callQuery(products.get, { params: { id } }), staleTime: 0 });
  return (
    <LoadedDocument kind="product" query={query}>
      {(product) => <ProductDocument key={product.updatedAt} product={product} reload={() => void query.refetch()} />}
    </LoadedDocument>
  );
}

const keyOf = ({ _id }: Product) => _id;

function ProductDocument({ product, reload }: { product: Product; reload: () => void }) {
  const session = useSignedIn();
  const { isAdmin } = session;
  const { _id: id, refusal } = product;
  const { data } = useQuery(linkedQuery('product', id));
  const other = useOtherSide(data?.document.vendorName ?? '');
  const selection = useSelection(keyOf);
  const deciding = useDecision(selection, reload);
  const { word, tone } = approvalOf(product);
  const step = nextProductStep(product, { isBuyers: isAdmin, roles: rolesOf(session) });
  const nexts: Readonly<Record<NonNullable<typeof step>, Action | ReactElement>> = {
    approve: (
      <Button
        label="Approve price"
        icon={IconCheck}
        loading={deciding.pending !== undefined}
        onClick={() => {
          selection.set([product], true);
          deciding.decide({ approve: true });
        }}
      />
    ),
    changePrice: { label: 'Change price', href: urls.productCreate(product.EANCode), icon: <IconPencil size={16} /> },
  };
  return (
    <>
      <DocumentPage
        kind="product"
        id={id}
        number={product.productName}
        badge={<StatusBadge tone={tone}>{t(word)}</StatusBadge>}
        other={other}
        head={[
          { label: 'MRP', value: showMoney(product.MRP) },
          { label: 'Transfer Price', value: showMoney(product.transferPrice) },
          { label: 'Margin', value: showPercent(product.percentage) },
        ]}
        steps={productSteps(product, data?.linked ?? [])}
        next={step === null ? null : nexts[step]}
        actions={
          isAdmin
            ? [
                {
                  label: 'Review prices',
                  href: `${urls.priceReview}?userID=${encodeURIComponent(product.userID)}`,
                  icon: <IconListCheck size={16} />,
                },
              ]
            : step === 'changePrice'
              ? []
              : [
                  {
                    label: 'Change this product',
                    href: urls.productCreate(product.EANCode),
                    icon: <IconPencil size={16} />,
                    access: products.save.access,
                  },
                ]
        }
        problems={
          refusal === null || product.priceApproval
            ? []
            : [
                {
                  tone: 'bad',
                  title: t('The price was disapproved on {day}', { day: showDate(refusal.refusedAt) }),
                  text: refusalWords(refusal),
                },
              ]
        }
        facts={<ProductFacts product={product} />}
        entity="product"
      >
        <Panel title="Price">
          <Facts
            items={[
              { label: 'MRP', value: showMoney(product.MRP) },
              { label: 'Margin', value: `${showMoney(product.margin)} (${showPercent(product.percentage)})` },
              { label: 'Net PTR', value: showMoney(product.netPTR) },
              { label: 'Transfer Price', value: showMoney(product.transferPrice) },
              ...(product.scheme === null ? [] : [{ label: 'Product Scheme', value: product.scheme.schemeName }]),
            ]}
          />
        </Panel>
      </DocumentPage>
      {deciding.windows}
    </>
  );
}

function ProductFacts({ product }: { product: Product }) {
  const filled = (label: string, value: string | null) => (value === null || value === '' ? [] : [{ label, value }]);
  return (
    <Facts
      items={[
        { label: 'EAN Code', value: <Code value={product.EANCode} /> },
        ...(product.HSNCode === null ? [] : [{ label: 'HSN Code', value: <Code value={product.HSNCode} /> }]),
        ...filled('Brand Name', product.brandName),
        ...filled('Product Category', product.productCategory),
        ...filled('Mftr Article No/SKU Code', product.SKUCode),
        ...filled('UOM', product.UOM),
        { label: 'UOM Conversion', value: showNumber(product.uomConversion) },
        { label: 'Shelf Life in Days', value: showNumber(product.shelfLifeDays) },
        { label: 'Quantity', value: showNumber(product.quantity) },
        { label: 'Date of Availability', value: showDate(product.dateOfAvailability) },
        { label: 'Created Date', value: showDate(product.createdAt) },
        ...filled('Remarks', product.remarks),
      ]}
    />
  );
}
