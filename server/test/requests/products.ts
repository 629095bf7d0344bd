import { makeProduct, makeScheme } from '../../src/demo/factories.ts';
import { workbookOf } from '../workbook.ts';
import { bare, EAN, fileOf, OTHER_EAN, type Requests, type Setting, several, sheetRequests } from './setting.ts';

export async function productRequests({ api, vendor, acting }: Setting): Promise<Requests> {
  const scheme = (await makeScheme(api.ctx, acting, EAN))._id;
  // The schemes for those who may delete one: an own one each.
  const doomed = await several(24, async () => (await makeScheme(api.ctx, acting, EAN))._id);
  const product = (await makeProduct(api.ctx, acting, EAN))._id;
  const waiting = (await makeProduct(api.ctx, acting, OTHER_EAN))._id;
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
