/**
 * The floor that the portal is measured against: one `node:http` handler that runs one statement on `pg` and sends its answer.
 * No router, session, validation or headers. Statement and values come from the portal itself, by the parent's message.
 */
import { createServer } from 'node:http';

import pg from 'pg';

interface Work {
  url: string;
  text: string;
  values: unknown[];
  connections: number;
}

process.once('message', (work: Work) => {
  const pool = new pg.Pool({ connectionString: work.url, max: work.connections });
  const server = createServer((_request, response) => {
    pool.query<{ total: number; body: string }>({ name: 'page', text: work.text, values: work.values }).then(
      ({ rows: [row] }) => {
        response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'x-total-count': String(row?.total ?? 0) });
        response.end(row?.body ?? '[]');
      },
      (error: unknown) => {
        response.writeHead(500).end(String(error));
      },
    );
  });
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
});
