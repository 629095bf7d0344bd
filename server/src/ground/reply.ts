import { type Operation, type pdf, type workbook, WORKBOOK_TYPE } from '@aapurti/contract/ground/operation';
import type { Readable } from 'node:stream';

import type * as z from 'zod';

/** JSON made by the database under the API's names, sent unchanged. */
export class WireJson {
  readonly text: string;
  /** The number of records of a list in this reply. */
  readonly rows: number | undefined;
  constructor(text: string, rows?: number) {
    this.text = text;
    this.rows = rows;
  }
}

/** A file for download: an .xlsx file unless another type is given. */
export class Workbook {
  readonly name: string;
  readonly content: Readable | Buffer;
  readonly type: string;
  /** The number of rows stored so far; absent if nothing is stored. */
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

/** A response of operation O: a declared status with its body. */
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

/** The response to a completed change: a message for users. */
export async function done(message: string, change: Promise<unknown>): Promise<{ status: 200; body: { message: string } }> {
  await change;
  return ok({ message });
}

/** The response to a change with the saved record. */
export async function saved<Data>(
  message: string,
  data: Promise<Data> | Data,
): Promise<{ status: 200; body: { message: string; data: Data } }> {
  return ok({ message, data: await data });
}

/** The specification's negative response: 201 with a reason, or an empty list. */
export function no<Body>(body: Body): { status: 201; body: Body } {
  return { status: 201, body };
}
