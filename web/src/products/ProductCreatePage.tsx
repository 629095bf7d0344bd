import { IconBarcode } from '@tabler/icons-react';
import { gtinKey } from '@aapurti/contract/ground/codeKeys';
import { products, matchItem, messages } from '@aapurti/contract/products/products';
import { eanProblem } from '@aapurti/contract/ground/india';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';

import { useSignedIn } from '../access/session.ts';
import { TextLink } from '../ui/Link.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Panel } from '../ui/Panel.tsx';
import { urls } from '../urls.ts';
import { refusalWords } from './refusalWords.ts';
import { t } from '../words/words.ts';
import { ApiError, call, messageOf } from '../ground/api.ts';
import { callQuery } from '../ground/callQuery.ts';
import { Button } from '../ui/Button.tsx';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { Strip } from '../ui/Strip.tsx';
import { ItemLookUp } from './ItemLookUp.tsx';
import { ProductForm } from './ProductForm.tsx';

/** Section 2.6: a vendor looks up an EAN and enters its price. */
export function ProductCreatePage() {
  const { isAdmin } = useSignedIn();
  return (
    <>
      <PageHeader title="Product Details" breadcrumb={[{ label: 'Products', href: urls.products }]} />
      {isAdmin ? (
        <Panel>
          <Notice icon={<IconBarcode size={22} />} title="Products are added by vendors">
            {t('Approve their prices in the product list.')}{' '}
            <TextLink href={urls.products} underlined>
              {t('Products')}
            </TextLink>
          </Notice>
        </Panel>
      ) : (
        <ProductEntry />
      )}
    </>
  );
}

/** The look-up and, once it finds one item, the product's form. The EAN is part of the address, for links and reloads. */
function ProductEntry() {
  const { ean = '' } = useSearch({ strict: false });
  const navigate = useNavigate();
  const lookUp = useQuery({ ...callQuery(products.lookUp, { params: { ean } }), enabled: ean !== '' });
  const match = lookUp.data === undefined ? undefined : matchItem(lookUp.data, ean);
  const item = match !== undefined && 'item' in match ? match.item : null;
  const problem = match !== undefined && 'problem' in match ? match.problem : wordsOf(lookUp.error);
  const candidates = item === null ? (lookUp.data ?? []) : [];

  // The vendor's current product of this item, which the form will replace.
  const own = useQuery({
    queryKey: [products.list.id, 'own', item?.EANCode],
    queryFn: async ({ signal }) => {
      const { data } = await call(products.list, { query: { EANCode: item?.EANCode, pageSize: 100 }, signal });
      return data.find(({ EANCode }) => gtinKey(EANCode) === gtinKey(item?.EANCode ?? '')) ?? null;
    },
    enabled: item !== null,
    staleTime: Infinity,
    gcTime: 0,
  });

  /**
   * Opens an EAN; '' leads back to an empty look-up, ready for the next scan. All look-ups together are one step of the browser's history.
   */
  async function open(next: string) {
    if (next === ean && ean !== '') await lookUp.refetch();
    else await navigate({ href: next === '' ? urls.productCreate() : urls.productCreate(next), replace: true });
  }

  return (
    <>
      <Panel>
        <ItemLookUp
          key={ean}
          ean={ean}
          busy={lookUp.isFetching}
          problem={problem}
          candidates={candidates}
          found={item?.item_name ?? null}
          onLookUp={open}
        />
      </Panel>
      {match !== undefined && 'problem' in match && candidates.length === 0 && eanProblem(ean) === null && (
        <Strip action={<Button label="Propose this item" href={urls.itemPropose(ean)} size="compact-md" variant="default" />}>
          {t('The buyer does not list this EAN. Describe the item, and the buyer decides whether to list it.')}
        </Strip>
      )}
      {own.data?.refusal != null && (
        <Strip>
          {t('The buyer disapproved this price: {reason} Enter a new price and save it to request approval again.', {
            reason: refusalWords(own.data.refusal),
          })}
        </Strip>
      )}
      {item !== null && (
        <Panel>
          {own.data !== undefined ? (
            <ProductForm key={item.EANCode} item={item} own={own.data} onNext={() => open('')} />
          ) : own.isError ? (
            <NotLoaded query={own} />
          ) : (
            <Spinner />
          )}
        </Panel>
      )}
    </>
  );
}

function wordsOf(error: Error | null): string | null {
  if (error === null) return null;
  return error instanceof ApiError && error.status >= 500 ? messages.lookupFailed : messageOf(error);
}
