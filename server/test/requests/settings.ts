import sharp from 'sharp';
import sql from 'sql-template-tag';

import { unsubscribeUrl } from '../../src/mail/switches.ts';
import { bare, csv, fileOf, type Requests, type Setting, sheetRequests } from './setting.ts';

export async function settingsRequests({ api, vendor, ids }: Setting): Promise<Requests> {
  const somebody = await api.newVendor();
  /** Weaker controls that another user has requested. */
  const weaker = await api.ctx.db.one<{ at: string }>(sql`
    update portal_settings set waiting_controls = '{"bankWaitHours": 1}', waiting_controls_by = array[${somebody.user.id}::bigint],
      waiting_controls_at = clock_timestamp()
    returning to_json(waiting_controls_at) #>> '{}' as at`);
  const logo = await sharp({ create: { width: 8, height: 4, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const [rate = '', ...doomedRates] = await ids(sql`
    insert into gst_rates (hsn_prefix, rate, valid_from) select (8400 + n)::text, 18, date '2025-09-22' from generate_series(1, 9) n
    returning id::text`);
  let year = 2100;
  /** Each registration has its own year, because periods may not overlap. */
  const unregistered = () => {
    year += 1;
    const [legalName, address, postalCode, stateCode] = ['Mill', 'Plot 4', '411037', '27'];
    return { kind: 'unregistered', legalName, address, postalCode, stateCode, validFrom: `${year}-04-01`, validTo: `${year}-04-30` };
  };
  const [ownRegistration = '', ...doomedRegistrations] = await ids(sql`
    insert into registrations (vendor_id, kind, legal_name, address, postal_code, state_code, valid_from, valid_to)
    select ${vendor.user.id}, 'unregistered', 'Mill', 'Plot 4', '411037', '27', day, day
    from (select date '2090-01-01' + n as day from generate_series(1, 40) n) days returning id::text`);
  const [site = '', ...doomedSites] = await ids(sql`
    insert into buyer_sites (name, address, postal_code) select 'Depot ' || n, 'Plot 4', '411037' from generate_series(1, 40) n
    returning id::text`);
  const views = await ids(sql`
    insert into list_views (user_id, list, name, shared, query) select ${vendor.user.id}, 'invoice.list', 'View ' || n, true, ''
    from generate_series(1, 24) n returning id::text`);
  const items = fileOf('items.csv', Buffer.from('EAN Code,Item Code,Item Name\n8901030516337,R2,Rice 2 kg\n'));
  const unsubscribeToken = (await unsubscribeUrl(api.ctx.db, 'http://x', vendor.user.id, 'orders')).split('/').at(-1) ?? '';
  return {
    'dashboard.overview': bare,
    'dashboard.views': () => ({ query: { list: 'invoice.list' } }),
    'dashboard.waiting': bare,
    'audit.list': bare,
    'audit.export': () => ({ query: { userID: vendor.user.id } }),
    'audit.unseen': bare,
    'audit.seen': () => ({ body: { _id: '1' } }),
    'buyerSystem.items': bare,
    'buyerSystem.importItems': () => items,
    'buyerSystem.itemTemplate': bare,
    'buyerSystem.exportItems': bare,
    'buyerSystem.markItems': () => items,
    'buyerSystem.connection': bare,
    'buyerSystem.faults': bare,
    'buyerSystem.pull': bare,
    'gstRate.list': bare,
    'gstRate.get': () => ({ id: rate }),
    'gstRate.create': () => ({ body: { hsnPrefix: String(2000 + api.serial()), rate: 5, validFrom: '2026-04-01' } }),
    'gstRate.edit': () => ({ id: rate, body: { notification: `No. ${api.serial()}` } }),
    'gstRate.delete': () => ({ id: doomedRates.pop() ?? '' }),
    'gstRate.ofOrder': () => ({ query: { poNumber: 'PO/0', userID: vendor.user.id } }),
    ...sheetRequests('gstRate', () => csv('HSN,Rate,Valid From\n9403,18,22-09-2025\n')),
    'eventReceivers.list': bare,
    'eventReceivers.edit': () => ({ id: 'vendor-prices', body: { mailRoles: ['owner'], noticeRoles: ['owner'] } }),
    'settings.get': bare,
    'controls.get': bare,
    'controls.decide': () => ({ body: { approve: false, at: weaker.at } }),
    'controls.save': () => ({ body: { bankWaitHours: api.serial() % 200 } }),
    'settings.logo': () => ({ files: { logo: { name: 'logo.png', content: logo } } }),
    'settings.removeLogo': bare,
    'site.notice': bare,
    'settings.save': () => ({ body: { buyerName: `Buyer ${api.serial()}` } }),
    'registration.list': () => ({ query: { userID: vendor.user.id } }),
    'registration.waiting': bare,
    'registration.create': () => ({ body: { ...unregistered(), userID: vendor.user.id } }),
    'registration.edit': () => ({ id: ownRegistration, body: { tradeName: `Mill ${api.serial()}` } }),
    'registration.confirm': () => ({ id: ownRegistration, body: { updatedAt: '' } }),
    'registration.delete': () => ({ id: doomedRegistrations.pop() ?? '' }),
    'buyerSite.list': bare,
    'buyerSite.create': () => ({ body: { name: `Site ${api.serial()}`, address: 'Plot 4', postalCode: '411037' } }),
    'buyerSite.edit': () => ({ id: site, body: { address: `Plot ${api.serial()}` } }),
    'buyerSite.delete': () => ({ id: doomedSites.pop() ?? '' }),
    'codeList.status': bare,
    'codeList.unknownUnits': bare,
    'codeList.rememberUnit': () => ({ body: { uom: 'Khokha', UQC: 'BOX' } }),
    'codeList.remark': () => ({ query: { ifsc: 'HDFC0002854' } }),
    ...sheetRequests('unitList', () => csv('Unit,UQC\nBori,BAG\n')),
    ...sheetRequests('hsnList', () => csv('HSN Code\n11010000\n')),
    ...sheetRequests('ifscList', () => csv('IFSC Code\nICIC0007429\n')),
    'search.everywhere': () => ({ query: { q: 'basmati' } }),
    'list.preferences': bare,
    'list.prefer': () => ({ body: { list: 'invoice.list', columns: ['invoiceNumber'], pageSize: 25 } }),
    'list.saveView': () => ({ body: { list: 'invoice.list', name: `View ${api.serial()}`, shared: false, columns: null, query: '' } }),
    'list.removeView': () => ({ id: views.shift() ?? '' }),
    'mail.list': bare,
    'mail.switches': bare,
    'notice.list': bare,
    'notice.read': () => ({ body: { upTo: '1' } }),
    'notice.switches': bare,
    'notice.change': () => ({ body: { payments: false } }),
    'mail.language': () => ({ body: { language: 'en' } }),
    'mail.change': () => ({ body: { payments: false } }),
    'mail.unsubscribe': () => ({ body: { token: unsubscribeToken } }),
    'site.about': bare,
    'site.outbox': bare,
  };
}
