/** Vendors that write continuously and, if a response is lost, send the same request again with the same key. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { eanCheckDigit } from '@aapurti/contract/ground/india';

import { papers, registration } from '../../server/test/forms.ts';
import { samplePdf } from '../../server/src/demo/factories.ts';
import { digestOf, type Entry, type Kind, type Ledger } from './ledger.ts';
import { PATIENCE_MS } from './portal.ts';
import type { Random } from './random.ts';

export interface Vendor {
  id: string;
  email: string;
  password: string;
  /** The invoices that its payments refer to. */
  invoices: string[];
  /** All writers of the vendor share one sign-in: another one would replace the newest session, which schemes require. */
  token?: Promise<string>;
  /** The vendor's documents are replaced one at a time, so that the last acknowledged one is the last one stored. */
  busy?: boolean;
}

export interface Wanted {
  kind: Kind;
  mark: string;
  path: string;
  body: Record<string, unknown>;
  /** Null for a visitor. */
  vendor: Vendor | null;
  files?: Record<string, { name: string; content: Uint8Array }>;
}

type Sent = Pick<Wanted, 'vendor' | 'path' | 'body' | 'files'>;

export const ITEMS = 20_000;
export function eanOf(place: number): string {
  const body = `890${String(place).padStart(9, '0')}`;
  return body + eanCheckDigit(body);
}

const WEIGHTS: readonly [Kind | 'document', number][] = [
  ['invoice', 22],
  ['payment', 22],
  ['product', 14],
  ['scheme', 10],
  ['debitMemo', 8],
  ['creditMemo', 8],
  ['dispatchNote', 10],
  ['document', 10],
  ['registration', 1],
];

/** The session has expired, or another writer's sign-in as the same vendor has ended it. */
const SESSION_OVER = [401, 412];

export class Load {
  readonly #url: string;
  readonly #vendors: readonly Vendor[];
  readonly #ledger: Ledger;
  readonly #random: Random;
  #serial: number;
  #writers: Promise<void>[] = [];
  #stopping = false;
  #failure: unknown;

  constructor(url: string, vendors: readonly Vendor[], ledger: Ledger, random: Random, serial = 1000) {
    this.#url = url;
    this.#vendors = vendors;
    this.#ledger = ledger;
    this.#random = random;
    this.#serial = serial;
  }

  start(writers = 8): void {
    this.#stopping = false;
    const write = async () => {
      while (!this.#stopping) await this.#writeOne();
    };
    this.#writers = Array.from({ length: writers }, () =>
      write().catch((error: unknown) => {
        this.#stopping = true;
        this.#failure ??= error;
      }),
    );
  }

  /** Stops new writes, and waits until each write sent is acknowledged. @throws Error if one never is. */
  async drain(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#writers);
    this.#writers = [];
    if (this.#failure !== undefined) throw this.#failure;
  }

  async #writeOne(): Promise<void> {
    const kind = this.#random.weighted(WEIGHTS);
    if (kind === 'document') return this.#replaceDocument();
    const wanted = this.wanted(kind);
    await this.deliver(wanted, this.#ledger.entry(kind, wanted.mark));
  }

  /** Waits for one acknowledged write. @returns its duration in milliseconds. */
  async probe(): Promise<number> {
    const started = performance.now();
    const wanted = this.wanted('invoice');
    await this.deliver(wanted, this.#ledger.entry('invoice', wanted.mark), { wait: 25 });
    return performance.now() - started;
  }

  wanted(kind: Kind): Wanted {
    const vendor = this.#random.pick(this.#vendors);
    const serial = (this.#serial += 1);
    const mark = `F${serial}`;
    switch (kind) {
      case 'invoice': {
        const number = String(serial);
        return { kind, vendor, mark: number, path: '/api/invoice/create', body: { invoiceNumber: number, invoiceValue: this.#amount() } };
      }
      case 'payment': {
        const invoiceNumber = this.#random.pick(vendor.invoices);
        const body = { invoiceNumber, amount: this.#amount(), paymentMode: 'online', Remarks: mark };
        return { kind, vendor, mark, path: '/api/vendorPaymentReport/create', body };
      }
      case 'product': {
        const ean = eanOf(serial % ITEMS);
        const price = { MRP: 120, margin: 27, percentage: 22.5, sellingPrice: 93 };
        const body = { EANCode: ean, shelfLifeDays: 180, quantity: 10, ...price };
        return { kind, vendor, mark: `${vendor.id}/${ean}`, path: '/api/product/create', body };
      }
      case 'scheme':
        return { kind, vendor, mark, path: '/api/schema/create', body: { schemaName: mark, EANCode: eanOf(serial % ITEMS), quantity: 10 } };
      case 'debitMemo':
      case 'creditMemo':
        return {
          kind,
          vendor,
          mark,
          path: kind === 'debitMemo' ? '/api/debitMemo/AddUserDebitMemo' : '/api/creditMemo/AddUserCreditMemo',
          body: { productName: mark, itemQuantity: 1, unitPrice: 100, amount: 100 },
        };
      case 'dispatchNote':
        return { kind, vendor, mark, path: '/api/desPatchNote/create', body: { DCNumber: mark, NumberOfCarton: 4 } };
      case 'registration': {
        const body = registration(serial);
        const files = papers({ panpicture: this.#paper(mark) });
        for (const { content } of Object.values(files)) this.#ledger.contents.add(digestOf(content));
        return { kind, vendor: null, mark: String(body['email']), path: '/api/auth/create', body, files };
      }
    }
  }

  /** Sends a write under one key until it is acknowledged. */
  async deliver(wanted: Wanted, entry: Entry, { key = randomUUID(), wait = 150 }: { key?: string; wait?: number } = {}): Promise<void> {
    const answer = await this.#insist(wanted, 'POST', key, wait);
    entry.state = 'acknowledged';
    const { _id } = (answer.data ?? {}) as { _id?: string };
    if (_id !== undefined) entry.id = _id;
    this.#ledger.acknowledged += 1;
  }

  async #replaceDocument(): Promise<void> {
    const vendor = this.#random.pick(this.#vendors);
    // Another writer is replacing this vendor's document; other writes can continue.
    if (vendor.busy === true) {
      await sleep(5);
      return;
    }
    vendor.busy = true;
    try {
      const file = this.#paper(`F${(this.#serial += 1)}`);
      const digest = digestOf(file.content);
      this.#ledger.contents.add(digest);
      this.#ledger.documents.set(vendor.id, undefined);
      const path = `/api/auth/edit/${vendor.id}`;
      await this.#insist({ vendor, path, body: { city: 'Pune' }, files: { panpicture: file } }, 'PUT', null, 150);
      this.#ledger.documents.set(vendor.id, digest);
      this.#ledger.acknowledged += 1;
    } finally {
      vendor.busy = false;
    }
  }

  async #insist(wanted: Sent, method: string, key: string | null, wait: number): Promise<{ data?: unknown }> {
    const deadline = performance.now() + PATIENCE_MS;
    for (let attempt = 0; ; attempt += 1) {
      if (attempt > 0) this.#ledger.retried += 1;
      const token = wanted.vendor === null ? undefined : this.token(wanted.vendor);
      const answer = await this.#send(wanted, method, key, token).catch(() => undefined);
      if (answer?.status === 200) return answer.body as { data?: unknown };
      if (answer !== undefined && ![...SESSION_OVER, 429, 503].includes(answer.status)) {
        this.#ledger.odd.push(
          `${method} ${wanted.path} answered ${answer.status}: ${JSON.stringify(answer.body).replace(/,"requestId":"[^"]*"/, '')}`,
        );
        // A request that is invalid now stays invalid.
        if (answer.status < 500) throw new Error(this.#ledger.odd.at(-1));
      }
      if (SESSION_OVER.includes(answer?.status ?? 0) && wanted.vendor?.token === token) delete wanted.vendor?.token;
      if (performance.now() > deadline) throw new Error(`${method} ${wanted.path} is not acknowledged after ${PATIENCE_MS / 1000} s.`);
      await sleep(wait * (0.5 + Math.random()));
    }
  }

  async #send({ path, body, files }: Sent, method: string, key: string | null, token: Promise<string> | undefined) {
    const headers: Record<string, string> = {};
    if (token !== undefined) headers['authorization'] = await token;
    if (key !== null) headers['idempotency-key'] = key;
    if (files === undefined) headers['content-type'] = 'application/json';
    const response = await fetch(this.#url + path, {
      method,
      headers,
      body: files === undefined ? JSON.stringify(body) : formOf(body, files),
      signal: AbortSignal.timeout(60_000),
    });
    const text = await response.text();
    return { status: response.status, body: (text.startsWith('{') ? JSON.parse(text) : text) as unknown };
  }

  token(vendor: Vendor): Promise<string> {
    if (vendor.token === undefined) {
      const token = this.#signIn(vendor);
      vendor.token = token;
      token.catch(() => delete vendor.token);
    }
    return vendor.token;
  }

  async #signIn({ email, password }: Vendor): Promise<string> {
    const response = await fetch(`${this.#url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, passWord: password }),
      signal: AbortSignal.timeout(60_000),
    });
    const { token } = (await response.json()) as { token?: string };
    if (response.status !== 200 || token === undefined) throw new Error(`The sign-in answered ${response.status}.`);
    return token;
  }

  #amount(): number {
    return (100 + this.#random.below(99_999)) / 100;
  }

  #paper(title: string) {
    // The file has the size of a small scan, so that a request can be cut off in its middle.
    const filler = Buffer.alloc(1024 * (10 + this.#random.below(150)), `%${title}\n`);
    return { name: `${title}.pdf`, content: Buffer.concat([samplePdf(title), filler, Buffer.from('\n%%EOF\n')]) };
  }
}

export function formOf(body: Record<string, unknown>, files: Record<string, { name: string; content: Uint8Array }>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.set(name, String(value));
  for (const [name, file] of Object.entries(files)) form.set(name, new Blob([new Uint8Array(file.content)]), file.name);
  return form;
}
