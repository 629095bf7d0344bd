/** A separate PostgreSQL server, as DATABASE_URL names one; pg_ctl runs it, as on a usual system. */
import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import pg from 'pg';

import { openCluster } from '../../server/src/database/embedded/cluster.ts';
import { findPostgres, withoutOtherSettings } from '../../server/src/database/embedded/postgres-programs.ts';
import { freePort } from './portal.ts';

export interface Postgres {
  port: number;
  url: (port?: number) => string;
  restart: (mode: 'fast' | 'immediate') => Promise<void>;
  stop: () => Promise<void>;
}

export async function startPostgres(folder: string): Promise<Postgres> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const programs = await findPostgres(folder);
  const cluster = await openCluster(programs, folder);
  const port = await freePort();
  // A server that must end with its parent process would end together with pg_ctl.
  const prefix = programs.postgres.slice(0, -1).filter((_, index, words) => {
    const isDying = (at: number) => words[at] === 'setpriv' && words[at + 1] === '--pdeathsig';
    return !isDying(index) && !isDying(index - 1) && !isDying(index - 2);
  });
  const [program, ...before] = [...prefix, join(dirname(programs.postgres.at(-1) ?? ''), 'pg_ctl')];
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c timezone=UTC`;
  const control = (...args: string[]) =>
    promisify(execFile)(program, [...before, '-D', cluster.folder, '-w', '-t', '60', '-l', join(folder, 'postgres.log'), ...args], {
      env: withoutOtherSettings(),
    });
  await control('-o', settings, 'start');
  const url = (at = port) => `postgres://postgres:${cluster.superuserPassword}@127.0.0.1:${at}/postgres`;
  const client = new pg.Client({ connectionString: url() });
  await client.connect();
  await client.query('create database aapurti');
  await client.end();
  return {
    port,
    url: (at) => `${url(at).slice(0, -'postgres'.length)}aapurti`,
    async restart(mode) {
      await control('-m', mode, '-o', settings, 'restart');
    },
    async stop() {
      await control('-m', 'immediate', 'stop');
    },
  };
}
