/**
 * The floor that the portal is measured against: a `node:http` handler that runs one prepared statement with values from the request
 * body, and sends its rows. It has no router, session, validation or headers. The parent's message lists the statements.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

import pg from 'pg';

/** Dates and times stay text; numbers become JSON numbers. */
const TEXTS = new Set<number>([pg.types.builtins.DATE, pg.types.builtins.TIMESTAMPTZ]);
const FIGURES = new Set<number>([pg.types.builtins.NUMERIC, pg.types.builtins.INT8]);
const asText = (text: string) => text;
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (TEXTS.has(oid) ? asText : FIGURES.has(oid) ? Number : pg.types.getTypeParser(oid, format)),
};

process.once('message', ({ url, connections, floors }: { url: string; connections: number; floors: Record<string, string> }) => {
  const pool = new pg.Pool({ connectionString: url, max: connections, types });

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const name = (request.url ?? '').slice(1);
    const text = floors[name];
    if (text === undefined) throw new Error(`there is no ${name}`);
    const values = JSON.parse(String(await buffer(request))) as unknown[];
    const { rows } = await pool.query<{ body?: string; total?: number }>({ name, text, values });
    const [first] = rows;
    if (first === undefined) throw new Error(`${name} gave nothing`);
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'x-total-count': first.total ?? 0 });
    // The portal's lists leave the database as JSON already.
    response.end(first.body ?? JSON.stringify(rows));
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
});
