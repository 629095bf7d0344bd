import type { Operation } from '@aapurti/contract/ground/operation';
import type { Sql } from 'sql-template-tag';

import { makeOrder as makeNewOrder } from '../../src/demo/factories.ts';
import type { Actor } from '../../src/ground/actor.ts';
import type { Answer, Api, Caller } from '../api.ts';
import type { FormFiles } from '../forms.ts';

export interface Ask {
  /** The value for the braces in the path. */
  id?: string;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  files?: FormFiles;
}

/** A valid request for each operation, by its ID. */
export type Requests = Record<string, () => Ask>;

/** The records that the requests of several domains share. */
export interface Setting {
  api: Api;
  vendor: Caller;
  /** The vendor as the acting user, with its own session. */
  acting: Actor;
  /** The vendor's code. */
  code: number;
  /** The vendor's order PO/0. */
  orderId: string;
  invoice: { _id: string; invoiceNumber: string };
  /** The IDs that a query returns. */
  ids: (query: Sql) => Promise<string[]>;
}

export const EAN = '8901030516320';
export const OTHER_EAN = '96385074';

export const bare = (): Ask => ({});

export async function ask(caller: Caller, { method, path, files }: Operation, given: Ask): Promise<Answer> {
  const url = path.replace(/\{\w+\}/, given.id ?? '');
  const more = given.query === undefined ? {} : { query: given.query };
  if (files.length > 0) return caller.send(method === 'PUT' ? 'PUT' : 'POST', url, given.body ?? {}, given.files);
  return caller.ask(method, url, given.body === undefined ? more : { ...more, payload: given.body });
}

/** The four requests of a file type: its template, its export, and its rows uploaded and marked. */
export function sheetRequests(name: string, rows: () => Ask, exported: Ask = {}): Requests {
  return { [`${name}.template`]: bare, [`${name}.export`]: () => exported, [`${name}.upload`]: rows, [`${name}.mark`]: rows };
}

export function fileOf(name: string, content: Buffer): Ask {
  return { files: { file: { name, content } } };
}

export const csv = (text: string): Ask => fileOf('rows.csv', Buffer.from(text));

/** Creates several records, one after the other. */
export async function several<T>(count: number, make: (place: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let place = 0; place < count; place += 1) made.push(await make(place));
  return made;
}

/** An order without any goods received. */
export const makeOrder: typeof makeNewOrder = (ctx, ownerId, number, more) =>
  makeNewOrder(ctx, ownerId, number, { orderedOn: '2026-01-01', ...more });
