import { say } from '@aapurti/contract/ground/template';
import type { FastifyRequest } from 'fastify';

import { badRequest, busy, Refusal } from '../ground/refusal.ts';

/** A file part in memory. `tooLarge` means that it exceeded the limit and its content was dropped. */
export interface Upload {
  /** The sender's name for it, without control characters; never a path. */
  name: string;
  content: Buffer;
  tooLarge: boolean;
}

export interface Form {
  body: Record<string, unknown>;
  files: Map<string, Upload>;
  free: () => void;
}

interface RoomState {
  taken: number;
  most: number;
}

interface Room {
  take: (bytes: number, who?: readonly string[]) => void;
  give: (bytes: number, who?: readonly string[]) => void;
  state: () => RoomState;
}

/**
 * A shared memory budget; exceeding it or one of the shares gives 503.
 * @param ofEach the share of each name in `who`, for example a user and the user's company.
 */
export function uploadRoom(most: number, ...ofEach: readonly number[]): Room {
  let taken = 0;
  const shares = ofEach.map((ofOne) => ({ ofOne, held: new Map<string, number>() }));
  return {
    state: () => ({ taken, most }),
    take(bytes, who = []) {
      const after = shares.map(({ held }, index) => (held.get(who[index] ?? '') ?? 0) + bytes);
      if (taken + bytes > most || shares.some(({ ofOne }, index) => (after[index] ?? 0) > ofOne)) throw busy();
      taken += bytes;
      for (const [index, { held }] of shares.entries()) held.set(who[index] ?? '', after[index] ?? 0);
    },
    give(bytes, who = []) {
      taken -= bytes;
      for (const [index, { held }] of shares.entries()) {
        const name = who[index] ?? '';
        const left = (held.get(name) ?? 0) - bytes;
        if (left > 0) held.set(name, left);
        else held.delete(name);
      }
    },
  };
}

const MB = 1024 * 1024;
/**
 * The budget suffices for a user's largest upload, and for a visitor's registration with all its documents. A company's users and keys
 * together have a quarter of the users' budget.
 */
export const rooms = { users: uploadRoom(512 * MB, 64 * MB, 128 * MB), visitors: uploadRoom(64 * MB, 32 * MB) } as const;
/** A form without progress for this long is dropped with its connection. */
const STALL_MS = 20_000;

interface Reader {
  room: Room;
  who: readonly string[];
  stallMs?: number;
}

/** The uploads since the start, for the metrics. */
export const uploads = { forms: { read: 0, refused: 0, interrupted: 0 }, bytes: 0, room: roomState };

function roomState(): RoomState {
  const states = Object.values(rooms).map((room) => room.state());
  return { taken: states.reduce((sum, { taken }) => sum + taken, 0), most: states.reduce((sum, { most }) => sum + most, 0) };
}

const FIELDS_MAX = 100;
/** Clients that build FormData from unset variables send this. */
const UNSET = new Set(['undefined', 'null']);

/** Reads text fields and the named file parts; other file parts are rejected unread. */
export async function readMultipart(
  request: FastifyRequest,
  slots: readonly string[],
  bytesMax: number,
  { room, who, stallMs = STALL_MS }: Reader,
): Promise<Form> {
  let bytes = 0;
  const take = (more: number) => {
    stall.refresh();
    room.take(more, who);
    bytes += more;
  };
  // The reader below sees an interrupted request.
  const stall = setTimeout(() => request.raw.destroy(), stallMs);
  const free = () => {
    room.give(bytes, who);
    bytes = 0;
  };
  const body: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  const files = new Map<string, Upload>();
  const parts = request.parts({
    limits: { fileSize: bytesMax + 1, files: slots.length, fields: FIELDS_MAX, fieldSize: 64 * 1024, headerPairs: 100 },
  });
  try {
    for await (const part of parts) {
      if (part.type === 'field') {
        const text: unknown = part.value;
        // A part without a file name is a text field and cannot be an .xlsx file.
        if (slots.includes(part.fieldname) && text !== '' && !UNSET.has(String(text)))
          throw badRequest(`The part ${part.fieldname} has no filename. Please send it as a file.`);
        // The reader has put this mark in place of bytes that were not UTF-8.
        if (typeof text === 'string' && text.includes('\ufffd'))
          throw badRequest(say('The field {value} is not in UTF-8.', { value: part.fieldname.slice(0, 50) }));
        if (typeof text === 'string') take(text.length);
        if (part.valueTruncated) throw new Refusal(413, say('The field {value} is too long.', { value: part.fieldname.slice(0, 50) }));
        body[part.fieldname] = typeof text === 'string' && UNSET.has(text) ? '' : text;
        continue;
      }
      if (!part.fieldname) throw badRequest('A part of the form has no name.');
      if (!slots.includes(part.fieldname)) throw badRequest(`There is no file field ${part.fieldname.slice(0, 50)}.`);
      const chunks: Buffer[] = [];
      for await (const chunk of part.file as AsyncIterable<Buffer>) {
        take(chunk.length);
        chunks.push(chunk);
      }
      const tooLarge = part.file.truncated || chunks.reduce((sum, chunk) => sum + chunk.length, 0) > bytesMax;
      // An empty file input arrives as a part without a name.
      if (part.filename === undefined || (part.filename === '' && chunks.length === 0)) continue;
      files.set(part.fieldname, {
        name: part.filename.replaceAll(/\p{Cc}/gu, ''),
        content: tooLarge ? Buffer.alloc(0) : Buffer.concat(chunks),
        tooLarge,
      });
    }
  } catch (error) {
    free();
    uploads.forms[error instanceof Refusal ? 'refused' : 'interrupted'] += 1;
    if (error instanceof Refusal) throw error;
    const code = (error as { code?: string }).code ?? '';
    if (code.endsWith('_LIMIT')) throw new Refusal(413, 'The form has too many or too large parts.');
    throw badRequest('The upload was interrupted or is not a form. Please upload it again.');
  } finally {
    clearTimeout(stall);
  }
  uploads.forms.read += 1;
  uploads.bytes += bytes;
  return { body, files, free };
}
