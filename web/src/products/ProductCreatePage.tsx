import { IconBarcode } from '@tabler/icons-react';

import { useSignedIn } from '../access/session.ts';
import { TextLink } from '../ui/Link.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Panel } from '../ui/Panel.tsx';
import { urls } from '../urls.ts';
import { ProductEntry } from './ProductEntry.tsx';
import { t } from '../words/words.ts';

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
