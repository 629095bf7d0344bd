import type { catalogue, Product } from '@aapurti/contract/catalogue';
import type { QueryOf } from '@aapurti/contract/operation';
import { decodeNames } from '@aapurti/contract/wire';
import { writeXlsx } from 'hucre/xlsx';

import type { Actor } from '../accounts/sessions.ts';
import type { Context } from '../context.ts';
import { Workbook } from '../http/reply.ts';
import { listProducts } from './products.ts';
import { productColumns } from './sheet.ts';

export async function productTemplate(): Promise<Workbook> {
  const columns = Object.values(productColumns);
  const rows = [columns.map((column) => column.heading), columns.map((column) => column.example)];
  return new Workbook('sampleProductSheet.xlsx', Buffer.from(await writeXlsx({ sheets: [{ name: 'Products', rows }] })));
}

export async function exportProducts(ctx: Context, actor: Actor, query: QueryOf<typeof catalogue.export>): Promise<Workbook> {
  const { body } = await listProducts(ctx, actor, query);
  const products = decodeNames(JSON.parse(body.text)) as Product[];
  const rows = [
    ['EAN Code', 'Product Name', 'MRP', 'Transfer Price'],
    ...products.map((product) => [product.EANCode, product.productName, product.MRP, product.transferPrice]),
  ];
  return new Workbook('products.xlsx', Buffer.from(await writeXlsx({ sheets: [{ name: 'Products', rows }] })));
}
