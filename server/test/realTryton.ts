import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inject } from 'vitest';

import { trytonLine, type TrytonLine } from '../src/erp/trytonLine.ts';
import { createDatabase, dropDatabase } from './database.ts';

const ADMIN_PASSWORD = 'namaste-tryton';
const PORTAL_PASSWORD = 'namaste-portal';
const START_MILLISECONDS = 60_000;
const run = promisify(execFile);

/** The records created by `scripts/tryton.py`. */
export interface Bought {
  company: number;
  currency: number;
  unit: number;
  dozen: number;
  salt: number;
  tea: number;
  taxes: number[];
  supplier: number;
  address: number;
  term: number;
  journal: number;
  warehouse: number;
  expense: number;
}

/** Starts a separate Tryton on the tests' PostgreSQL, with its data. */
export async function startTryton() {
  const server = inject('databaseServer');
  const database = await createDatabase(server);
  const folder = await mkdtemp(join(tmpdir(), 'aapurti-tryton-'));
  const config = join(folder, 'trytond.conf');
  const passwordFile = join(folder, 'password');
  const port = await freePort();
  const at = new URL(database);
  const name = at.pathname.slice(1);
  at.pathname = '/';
  at.protocol = 'postgresql:';
  await writeFile(config, `[database]\nuri = ${at.href}\n[web]\nlisten = 127.0.0.1:${port}\n`, { mode: 0o600 });
  await writeFile(passwordFile, ADMIN_PASSWORD, { mode: 0o600 });
  const env = { ...process.env, TRYTONPASSFILE: passwordFile, PYTHONWARNINGS: 'ignore' };
  const log: string[] = [];
  let child: ChildProcess | undefined;

  async function down() {
    if (child !== undefined && child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((resolve) => child?.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
    }
  }

  async function stop() {
    await down();
    await dropDatabase(server, database);
    await rm(folder, { recursive: true, force: true });
  }

  try {
    await run('trytond-admin', ['-c', config, '-d', name, '--all', '--email', 'admin@aapurti.example'], { env });
    const script = fileURLToPath(new URL('../../scripts/tryton.py', import.meta.url));
    const { stdout } = await run('/usr/bin/python3', [script, name, config, PORTAL_PASSWORD], { env });
    const bought = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Bought;
    child = spawn('trytond', ['-c', config, '-d', name], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    child.stderr?.on('data', (part: Buffer) => log.push(part.toString()));
    const url = `http://127.0.0.1:${port}`;
    await answers(url, child, log);
    const admin = trytonLine({ url, database: name, user: 'admin', secret: ADMIN_PASSWORD });
    return { url, database: name, user: 'aapurti', password: PORTAL_PASSWORD, admin, bought, down, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
export type RealTryton = Awaited<ReturnType<typeof startTryton>>;

async function answers(url: string, child: ChildProcess, log: readonly string[]) {
  const patience = Date.now() + START_MILLISECONDS;
  for (;;) {
    if (
      await fetch(url, { method: 'POST' }).then(
        () => true,
        () => false,
      )
    )
      return;
    if (child.exitCode !== null || Date.now() > patience) throw new Error(`trytond did not start:\n${log.join('')}`);
    await sleep(200);
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

const DECIMAL = (decimal: string) => ({ __class__: 'Decimal', decimal });
const dateOf = (text: string) => {
  const [year, month, day] = text.split('-').map(Number);
  return { __class__: 'date', year, month, day };
};

export interface BoughtLine {
  product: number;
  quantity: number;
  unit: number;
  price: string;
  taxed?: boolean;
}

/** The actions of a clerk of the buyer: orders, and the later events of an order. */
export function clerk(admin: TrytonLine, bought: Bought) {
  const { company, currency, supplier, address, term, warehouse, taxes } = bought;

  async function draft(lines: readonly BoughtLine[], day = '2026-11-20', party = supplier): Promise<number> {
    const [id] = (await admin.call('purchase.purchase', 'create', [
      {
        company,
        currency,
        party,
        invoice_party: party,
        invoice_address: address,
        warehouse,
        payment_term: term,
        purchase_date: dateOf(day),
        invoice_method: 'order',
        lines: [
          [
            'create',
            lines.map(({ product, quantity, unit, price, taxed = true }) => ({
              type: 'line',
              product,
              quantity,
              unit,
              unit_price: DECIMAL(price),
              taxes: taxed ? [['add', taxes]] : [],
            })),
          ],
        ],
      },
    ])) as number[];
    if (id === undefined) throw new Error('a purchase has an id');
    return id;
  }

  async function process(id: number): Promise<void> {
    for (const button of ['quote', 'confirm', 'process']) await admin.call('purchase.purchase', button, [id]);
  }

  async function movesOf(id: number): Promise<{ id: number; product: number; quantity: number }[]> {
    const moves = await admin.search(
      'stock.move',
      [
        ['purchase', '=', id],
        ['state', '=', 'draft'],
      ],
      ['product', 'quantity'],
    );
    return moves.map((move) => ({ id: Number(move['id']), product: Number(move['product']), quantity: Number(move['quantity']) }));
  }

  /** Receives some of one product, with a delivery note. */
  async function receive(id: number, product: number, quantity: number): Promise<void> {
    const move = (await movesOf(id)).find((each) => each.product === product);
    if (move === undefined) throw new Error('nothing of it is on the way');
    const [shipment] = (await admin.call('stock.shipment.in', 'create', [
      { supplier, company, warehouse, incoming_moves: [['add', [move.id]]] },
    ])) as number[];
    await admin.call('stock.move', 'write', [move.id], { quantity });
    await admin.call('stock.shipment.in', 'receive', [shipment]);
    await admin.call('stock.shipment.in', 'done', [shipment]);
  }

  /** Calls the order off, which is how an order in process ends in Tryton. */
  async function callOff(id: number): Promise<void> {
    const moves = (await movesOf(id)).map((move) => move.id);
    await admin.call('stock.move', 'cancel', moves);
    const lines = await admin.search('purchase.line', [['purchase', '=', id]], ['moves']);
    for (const line of lines) await admin.call('purchase.line', 'write', [line['id']], { moves_ignored: [['add', line['moves']]] });
    const invoices = await admin.search('account.invoice', [['lines.origin.purchase.id', '=', id, 'purchase.line']], ['state']);
    const ids = invoices.map((invoice) => invoice['id']);
    await admin.call('account.invoice', 'cancel', ids);
    await admin.call('purchase.purchase', 'write', [id], { invoices_ignored: [['add', ids]] });
    await admin.call('purchase.purchase', 'process', [id]);
  }
  /** Changes the ordered quantity and price. */
  async function amend(id: number, product: number, quantity: number, price: string): Promise<void> {
    const [line] = await admin.search(
      'purchase.line',
      [
        ['purchase', '=', id],
        ['product', '=', product],
      ],
      ['unit', 'product'],
    );
    const change = { action: 'line', line: line?.['id'], product, quantity, unit: line?.['unit'], unit_price: DECIMAL(price) };
    const made = await admin.call('purchase.amendment', 'create', [
      { purchase: id, date: dateOf('2026-11-21'), lines: [['create', [change]]] },
    ]);
    await admin.call('purchase.amendment', 'validate_amendment', made);
  }

  /** Enters and posts the vendor's bill for the order. @returns the accounting line to pay. */
  async function bill(id: number, reference: string): Promise<number> {
    const invoices = await admin.search('account.invoice', [['lines.origin.purchase.id', '=', id, 'purchase.line']], ['number']);
    const ids = invoices.map((invoice) => invoice['id']);
    await admin.call('account.invoice', 'write', ids, { reference, invoice_date: dateOf('2026-11-21') });
    await admin.call('account.invoice', 'post', ids);
    const domain = [
      ['move.origin', '=', `account.invoice,${String(ids[0])}`],
      ['account.type.payable', '=', true],
    ];
    const [line] = await admin.search('account.move.line', domain, ['credit']);
    return Number(line?.['id']);
  }

  /** Pays a bill, or on account, and confirms the payment as the bank would. */
  async function pay(amount: string, line: number | null): Promise<void> {
    const { journal } = bought;
    const shared = { company, journal, kind: 'payable' };
    const made = (await admin.call('account.payment', 'create', [
      { ...shared, party: supplier, date: dateOf('2026-11-21'), amount: DECIMAL(amount), line, description: 'UTR 42' },
    ])) as number[];
    await admin.call('account.payment', 'approve', made);
    const [group] = (await admin.call('account.payment.group', 'create', [shared])) as number[];
    // The client's wizard does the same.
    await admin.call('account.payment', 'write', made, { group, state: 'processing' });
    await admin.call('account.payment', 'succeed', made);
  }
  /** Returns the negative quantities of an order. */
  async function sendBack(id: number): Promise<void> {
    const [move] = await admin.search('stock.move', [['purchase', '=', id]], ['shipment']);
    const shipment = Number(String(move?.['shipment']).split(',')[1]);
    await admin.call('stock.shipment.in.return', 'assign_try', [shipment]);
    await admin.call('stock.shipment.in.return', 'done', [shipment]);
  }
  return { draft, process, receive, callOff, amend, bill, pay, sendBack };
}
