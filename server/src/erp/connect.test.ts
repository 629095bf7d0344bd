import { expect, test } from 'vitest';

import type { Database } from '../database/database.ts';
import { openBuyerSystem } from './connect.ts';
import type { ErpSettings } from '../ground/erpSettings.ts';

const nothing = {} as Database;
const erp = { url: 'https://erp.example.in', database: 'main', user: 'portal', secret: 'hush', company: undefined, priceList: undefined };

test.each<[ErpSettings['system'], string]>([
  ['erpnext', 'erpnext'],
  ['odoo', 'odoo'],
  ['odoo-jsonrpc', 'odoo'],
  ['tryton', 'tryton'],
])('the connection to %s names its rows %s, syncs and receives acknowledgements', (system, source) => {
  const opened = openBuyerSystem({ ...erp, system }, nothing);
  expect(opened).toMatchObject({
    source,
    pulls: expect.any(Object),
    acknowledgeOrder: expect.any(Function),
    findItemsByEan: expect.any(Function),
  });
});

test('a portal without an ERP keeps its own data and syncs nothing', () => {
  const opened = openBuyerSystem(undefined, nothing);
  expect([opened.source, opened.pulls]).toEqual(['embedded', undefined]);
});
