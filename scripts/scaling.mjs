// A PgBouncer and a PostgreSQL 15 for `npm run test:scaling`: Debian's, installed where they are missing and this process may do it.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { runStep } from './workspace.mjs';

const programs = { pgbouncer: '/usr/sbin/pgbouncer', 'postgresql-15': '/usr/lib/postgresql/15/bin/pg_basebackup' };
/** Otherwise Debian creates a cluster of its own and starts it. */
const clusters = '/etc/postgresql-common/createcluster.conf';

/** Makes sure that they are installed. @throws Error that explains how to get them. */
export async function findScaling() {
  const missing = Object.keys(programs).filter((name) => !existsSync(programs[name]));
  if (missing.length === 0) return;
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...missing];
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    throw new Error(`${missing.join(' and ')} not installed, and only root can install: apt-get ${install.join(' ')}`);
  }
  console.log(`Installing ${missing.join(' and ')} (apt-get install)…`);
  if (!existsSync(clusters)) {
    mkdirSync('/etc/postgresql-common', { recursive: true });
    writeFileSync(clusters, 'create_main_cluster = false\n');
  }
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  if ((await runStep('apt-get', install, { env })).code === 0) return;
  await runStep('apt-get', ['update', '-qq'], { env });
  if ((await runStep('apt-get', install, { env })).code !== 0) throw new Error(`${missing.join(' and ')} could not be installed.`);
}
