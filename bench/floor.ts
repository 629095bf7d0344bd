/**
 * The floor that the portal is measured against: one `node:http` handler that runs one prepared statement on `pg` and sends what it
 * gives. No router, session, validation, audit log or headers. Which statements there are comes by the parent's message.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

import { verify } from '@node-rs/argon2';
import { writeXlsxStream } from 'hucre/xlsx';
import pg from 'pg';

import { readBareRows } from './bareReader.ts';

/**
 * What is done with a statement's rows:
 * - `rows` are sent as JSON, with the `total` of the first as a header;
 * - `body` is JSON that the statement has made itself, and is sent as it is;
 * - `write` is the same as rows, in a transaction, with values from the request's body;
 * - `signIn` finds a user and his hash, which is verified; a session is added;
 * - `upload` parses a workbook and stores its rows as arrays of columns; `export` writes one.
 */
export interface Floor {
  kind: 'rows' | 'body' | 'write' | 'signIn' | 'upload' | 'export';
  text: string;
}

/** Dates and times as they come, figures as JSON has them. */
const TEXTS = new Set<number>([pg.types.builtins.DATE, pg.types.builtins.TIMESTAMPTZ]);
const FIGURES = new Set<number>([pg.types.builtins.NUMERIC, pg.types.builtins.INT8]);
const asText = (text: string) => text;
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (TEXTS.has(oid) ? asText : FIGURES.has(oid) ? Number : pg.types.getTypeParser(oid, format)),
};

process.once('message', ({ url, connections, floors }: { url: string; connections: number; floors: Record<string, Floor> }) => {
  const pool = new pg.Pool({ connectionString: url, max: connections, types });

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    // As in /name?["values"]
    const [path = '', given = '[]'] = (request.url ?? '').split('?');
    const name = path.slice(1);
    const floor = floors[name];
    if (floor === undefined) throw new Error(`there is no ${name}`);
    const { kind, text } = floor;
    const values = JSON.parse(decodeURIComponent(given)) as unknown[];
    const run = (all: unknown[]) => pool.query<Record<string, unknown> & { body?: string }>({ name, text, values: all });
    const send = (body: string, total: unknown) => {
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'x-total-count': String(total) });
      response.end(body);
    };
    if (kind === 'rows') {
      const { rows } = await run(values);
      send(JSON.stringify(rows), rows[0]?.['total'] ?? 0);
    } else if (kind === 'body') {
      const [row] = (await run(values)).rows;
      send(row?.body ?? '[]', row?.['total'] ?? 0);
    } else if (kind === 'write') {
      const sent = JSON.parse(String(await buffer(request))) as { values: unknown[] };
      const client = await pool.connect();
      try {
        await client.query('begin');
        const { rows } = await client.query({ name, text, values: sent.values });
        await client.query('commit');
        if (rows.length === 0) throw new Error(`${name} wrote nothing`);
        send(JSON.stringify({ message: 'Done', data: rows[0] as object }), 1);
      } finally {
        client.release();
      }
    } else if (kind === 'signIn') {
      const { email, passWord } = JSON.parse(String(await buffer(request))) as { email: string; passWord: string };
      const [user] = (await run([email])).rows;
      if (!(await verify(String(user?.['password_hash']), passWord))) throw new Error('the password is another');
      const token = crypto.randomUUID() + crypto.randomUUID();
      await pool.query({
        name: 'session',
        text: `insert into sessions (token_hash, user_id, expires_at) values (sha256($1::text::bytea), $2, now() + interval '30 days')`,
        values: [token, user?.['_id']],
      });
      send(JSON.stringify({ token, detail: user }), 1);
    } else if (kind === 'upload') {
      const [, ...rows] = await readBareRows(await buffer(request));
      const columns = (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? null));
      const { rowCount } = await run([...values, ...columns]);
      if (rowCount !== rows.length) throw new Error(`stored ${rowCount} of ${rows.length} rows`);
      send(JSON.stringify({ created: rowCount }), rowCount);
    } else {
      const { rows } = await run(values);
      response.writeHead(200, { 'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' });
      const cells = rows.map((row) => Object.values(row) as (string | number | boolean | null)[]);
      await pipeline(writeXlsxStream([Object.keys(rows[0] ?? {}), ...cells], { name: 'Products' }), response);
    }
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end(String(error));
    });
  });
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
});
