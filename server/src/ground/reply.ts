import { type Operation, type pdf, type workbook, WORKBOOK_TYPE } from '@aapurti/contract/ground/operation';
import type { Readable } from 'node:stream';

import type * as z from 'zod';

/** JSON made by the database under the wire's names, sent as it is. */
export class WireJson {
  readonly text: string;
  /** The number of records of a list that it holds. */
  readonly rows: number | undefined;
  constructor(text: string, rows?: number) {
    this.text = text;
    this.rows = rows;
  }
}

/** A file to be saved: a workbook, unless it has another type. */
export class Workbook {
  readonly name: string;
  readonly content: Readable | Buffer;
  readonly type: string;
  /** The number of stored rows that it holds so far; absent where it holds none. */
  readonly rows: (() => number) | undefined;
  constructor(name: string, content: Readable | Buffer, { type = WORKBOOK_TYPE, rows }: { type?: string; rows?: () => number } = {}) {
    this.name = name;
    this.content = content;
    this.type = type;
    this.rows = rows;
  }
}

/** The name may be in any script. */
export class Pdf {
  readonly name: string;
  readonly content: Buffer;
  constructor(name: string, content: Buffer) {
    this.name = name;
    this.content = content;
  }
}

type Headers = Record<string, string | number>;

type ReplyBody<Schema> = Schema extends typeof pdf
  ? Pdf
  : Schema extends typeof workbook
    ? Workbook
    : (Schema extends z.ZodType ? z.input<Schema> : never) | WireJson;

/** An answer of operation O: a declared status with its body. */
export type ReplyTo<O extends Operation> = {
  [S in keyof O['replies'] & number]: {
    status: S;
    body: ReplyBody<O['replies'][S]>;
    headers?: Headers;
    /** Changes to the query for the next page; sent as a Link. */
    next?: Readonly<Record<string, string | number>>;
  };
}[keyof O['replies'] & number];

export function ok<Body>(body: Body): { status: 200; body: Body } {
  return { status: 200, body };
}

/** The answer to a change, once it is made: its message, in words for users. */
export async function done(message: string, change: Promise<unknown>): Promise<{ status: 200; body: { message: string } }> {
  await change;
  return ok({ message });
}

/** The answer to a change with the record as saved. */
export async function saved<Data>(
  message: string,
  data: Promise<Data> | Data,
): Promise<{ status: 200; body: { message: string; data: Data } }> {
  return ok({ message, data: await data });
}

/** The specification's "no": 201 with a reason, or an empty list. */
export function no<Body>(body: Body): { status: 201; body: Body } {
  return { status: 201, body };
}
