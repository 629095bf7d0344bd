import sql from 'sql-template-tag';

import { makeProduct, makeScheme } from '../../src/demo/factories.ts';
import { workbookOf } from '../workbook.ts';
import { bare, EAN, fileOf, OTHER_EAN, type Requests, type Setting, several, sheetRequests } from './setting.ts';

export async function productRequests({ api, vendor, acting }: Setting): Promise<Requests> {
  const scheme = (await makeScheme(api.ctx, acting, EAN))._id;
  // Each caller who may delete a scheme has a scheme of its own.
  const doomed = await several(24, async () => (await makeScheme(api.ctx, acting, EAN))._id);
  const product = (await makeProduct(api.ctx, acting, EAN))._id;
  const waiting = (await makeProduct(api.ctx, acting, OTHER_EAN))._id;
  // Each caller who may decide on a proposal has a proposal of its own.
  const proposed = await api.ctx.db.rows<{ id: string; updatedAt: string }>(sql`
    insert into item_proposals (vendor_id, ean, name, hsn_code, mrp, pack)
    select ${vendor.user.id}, (76000000000000 + number)::text, 'Ragi', '1102', 9, '1 kg' from generate_series(1, 48) number
    returning id::text, to_json(updated_at) #>> '{}' as "updatedAt"`);
  const products = await workbookOf([
    ['EAN Code', 'Shelf Life in Days', 'Quantity', 'MRP', 'Percentage'],
    [EAN, 9, 1, 100, 10],
  ]);
  return {
    'product.list': () => ({ query: { userID: vendor.user.id } }),
    'product.get': () => ({ id: product }),
    'product.byEan': () => ({ id: EAN }),
    'product.save': () => ({
      body: { EANCode: EAN, shelfLifeDays: 9, quantity: 1, MRP: 100, percentage: 10, margin: 10, sellingPrice: 90 },
    }),
    'itemProposal.list': () => ({ query: { userID: vendor.user.id } }),
    'itemProposal.create': () => ({ body: { EANCode: '4006381333931', productName: 'Ragi', HSNCode: '1102', MRP: 9, pack: '1 kg' } }),
    'itemProposal.accept': () => ({
      id: proposed.at(-1)?.id ?? '',
      body: {
        itemCode: `P-${proposed.at(-1)?.id}`,
        productName: 'Ragi',
        HSNCode: '1102',
        MRP: 9,
        updatedAt: proposed.pop()?.updatedAt ?? '2026-11-18',
      },
    }),
    'itemProposal.decline': () => ({
      id: proposed.at(-1)?.id ?? '',
      body: { reason: 'Not our range.', updatedAt: proposed.pop()?.updatedAt ?? '2026-11-18' },
    }),
    'product.review': bare,
    'product.refusePrices': () => ({ body: { productIdList: [waiting], reason: 'Above the market.' } }),
    'product.priceFacts': () => ({ id: product }),
    'product.undoDecision': () => ({ body: { productIdList: [waiting] } }),
    'product.changeStatusPriceApproval': () => ({ body: { productIdList: [product], priceApproval: true } }),
    ...sheetRequests('product', () => fileOf('products.xlsx', products), { query: { userID: vendor.user.id } }),
    'scheme.list': () => ({ query: { userID: vendor.user.id } }),
    'scheme.get': () => ({ id: scheme }),
    'scheme.byEan': () => ({ id: EAN, query: { userID: vendor.user.id } }),
    'scheme.create': () => ({ body: { schemaName: 'Holi', EANCode: EAN } }),
    'scheme.edit': () => ({ id: scheme, body: { schemaName: 'Pongal' } }),
    'scheme.delete': () => ({ id: doomed.pop() ?? '' }),
    'scheme.maxNumber': bare,
    'audit.history': () => ({ id: product, query: { entity: 'product' } }),
  };
}
