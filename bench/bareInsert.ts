/**
 * The floor of adding an invoice: a bare `node:http` handler that parses the body and runs the same INSERT, triggers and all, in a
 * transaction on `pg`. No router, session, validation, audit log or headers.
 */
import { createServer } from 'node:http';

import pg from 'pg';

process.once('message', ({ url, connections, text }: { url: string; connections: number; text: string }) => {
  const pool = new pg.Pool({ connectionString: url, max: connections });
  const insert = async (body: string) => {
    const given = JSON.parse(body) as { values: unknown[] };
    const client = await pool.connect();
    try {
      await client.query('begin');
      const { rows } = await client.query<{ wire: unknown }>({ name: 'insert', text, values: given.values });
      await client.query('commit');
      return JSON.stringify({ message: 'Invoice added successfully', data: rows[0]?.wire });
    } finally {
      client.release();
    }
  };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (piece: string) => (body += piece));
    request.on('end', () => {
      insert(body).then(
        (answer) => response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(answer),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
    });
  });
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
});
