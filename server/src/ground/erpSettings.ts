import type { Values } from '@aapurti/contract/ground/template';

export interface ErpSettings {
  system: 'erpnext' | 'odoo' | 'odoo-jsonrpc' | 'tryton';
  url: string;
  database: string | undefined;
  user: string | undefined;
  secret: string;
  /** The company's name in ERPNext, or its id in Odoo and Tryton. */
  company: string | undefined;
  priceList: string | undefined;
}

/** Reports a wrong setting as a whole message with its values. */
export type Wrong = (finding: string, values?: Values) => void;

const HINT = 'erpnext+https://erp.example.in, odoo+https://erp.example.in/database or tryton+https://erp.example.in/database';
const SHAPE = /^(erpnext|odoo|odoo-jsonrpc|tryton)\+(https?:\/\/.+)$/;

/** Reads the `ERP_…` settings; reports errors to `wrong`, without secrets. Undefined if no ERP is named. */
export function readErp(text: (name: string) => string | undefined, wrong: Wrong): ErpSettings | undefined {
  const given = text('ERP_URL');
  if (given === undefined) {
    for (const name of ['ERP_USER', 'ERP_SECRET', 'ERP_COMPANY', 'ERP_PRICE_LIST']) {
      if (text(name) !== undefined) wrong('{name} needs ERP_URL, which names the ERP.', { name });
    }
    return undefined;
  }
  const [, scheme, address = ''] = SHAPE.exec(given) ?? [];
  if (scheme === undefined || !URL.canParse(address)) {
    wrong('ERP_URL must look like {HINT}.', { HINT });
    return undefined;
  }
  const system = scheme as ErpSettings['system'];
  const { origin, pathname, username, password, search, hash } = new URL(address);
  const database = decodeURIComponent(pathname.replace(/^\/|\/$/g, '')) || undefined;
  if (username || password) wrong('ERP_URL must not contain a user. Use ERP_USER and ERP_SECRET.');
  if (search || hash) wrong('ERP_URL must end with the address or the database.');
  if (system === 'erpnext' && database !== undefined)
    wrong('ERP_URL must be a bare address for ERPNext, like erpnext+https://erp.example.in.');
  if (database !== undefined && !/^[\w.-]+$/.test(database)) wrong('ERP_URL names an invalid database. Use only letters, digits and . _ -');
  if (database === undefined && (system === 'tryton' || system === 'odoo-jsonrpc')) {
    wrong('ERP_URL must name the database, like {system}+{origin}/database.', { system, origin });
  }

  const user = text('ERP_USER');
  const secret = text('ERP_SECRET');
  if (user === undefined && system !== 'odoo') {
    wrong(
      system === 'erpnext'
        ? "ERP_USER is required. It is the API key of ERPNext's user."
        : 'ERP_USER is required. It is the login of the user.',
    );
  }
  if (secret === undefined) {
    const secrets: Readonly<Record<string, string>> = {
      erpnext: 'ERP_SECRET is required. It is the API secret.',
      tryton: 'ERP_SECRET is required. It is the password.',
    };
    wrong(secrets[system] ?? 'ERP_SECRET is required. It is an API key.');
  }
  const company = text('ERP_COMPANY');
  if (company !== undefined && system !== 'erpnext' && !/^[1-9]\d{0,8}$/.test(company)) {
    wrong("ERP_COMPANY must be the ID of the company, a whole number, not '{company}'.", { company });
  }
  const priceList = text('ERP_PRICE_LIST');
  if (priceList !== undefined && system !== 'erpnext') wrong('ERP_PRICE_LIST is for ERPNext only.');
  return { system, url: origin, database, user, secret: secret ?? '', company, priceList };
}
