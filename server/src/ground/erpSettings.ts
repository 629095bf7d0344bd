export interface ErpSettings {
  system: 'erpnext' | 'odoo' | 'odoo-jsonrpc' | 'tryton';
  url: string;
  database: string | undefined;
  user: string | undefined;
  secret: string;
  /** ERPNext: the company's name; Odoo and Tryton: its id. */
  company: string | undefined;
  priceList: string | undefined;
}

const HINT = 'erpnext+https://erp.example.in, odoo+https://erp.example.in/database or tryton+https://erp.example.in/database';
const SHAPE = /^(erpnext|odoo|odoo-jsonrpc|tryton)\+(https?:\/\/.+)$/;

/** Reads the `ERP_…` settings; reports faults to `wrong`, without secrets. Undefined if no ERP is named. */
export function readErp(text: (name: string) => string | undefined, wrong: (name: string, what: string) => void): ErpSettings | undefined {
  const given = text('ERP_URL');
  if (given === undefined) {
    for (const name of ['ERP_USER', 'ERP_SECRET', 'ERP_COMPANY', 'ERP_PRICE_LIST']) {
      if (text(name) !== undefined) wrong(name, 'needs ERP_URL, which names the ERP.');
    }
    return undefined;
  }
  const [, scheme, address = ''] = SHAPE.exec(given) ?? [];
  if (scheme === undefined || !URL.canParse(address)) {
    wrong('ERP_URL', `must look like ${HINT}.`);
    return undefined;
  }
  const system = scheme as ErpSettings['system'];
  const { origin, pathname, username, password, search, hash } = new URL(address);
  const database = decodeURIComponent(pathname.replace(/^\/|\/$/g, '')) || undefined;
  if (username || password) wrong('ERP_URL', 'must not contain a user: use ERP_USER and ERP_SECRET.');
  if (search || hash) wrong('ERP_URL', 'must end with the address or the database.');
  if (system === 'erpnext' && database !== undefined)
    wrong('ERP_URL', 'must be a bare address for ERPNext, like erpnext+https://erp.example.in.');
  if (database !== undefined && !/^[\w.-]+$/.test(database))
    wrong('ERP_URL', 'names an invalid database: use only letters, digits and . _ -');
  if (database === undefined && (system === 'tryton' || system === 'odoo-jsonrpc')) {
    wrong('ERP_URL', `must name the database, like ${system}+${origin}/database.`);
  }

  const user = text('ERP_USER');
  const secret = text('ERP_SECRET');
  if (user === undefined && system !== 'odoo') {
    wrong('ERP_USER', system === 'erpnext' ? "is needed: the API key of ERPNext's user." : 'is needed: the login of the user.');
  }
  if (secret === undefined) {
    wrong(
      'ERP_SECRET',
      { erpnext: 'is needed: the API secret.', tryton: 'is needed: the password.' }[system as string] ?? 'is needed: an API key.',
    );
  }
  const company = text('ERP_COMPANY');
  if (company !== undefined && system !== 'erpnext' && !/^[1-9]\d{0,8}$/.test(company)) {
    wrong('ERP_COMPANY', `must be the id of the company, a whole number, not '${company}'.`);
  }
  const priceList = text('ERP_PRICE_LIST');
  if (priceList !== undefined && system !== 'erpnext') wrong('ERP_PRICE_LIST', 'is for ERPNext only.');
  return { system, url: origin, database, user, secret: secret ?? '', company, priceList };
}
