import { execFile } from 'node:child_process';
import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const politeMilliseconds = 30_000;
const patienceMilliseconds = 60_000;

/** Ends a server that a killed process left in this cluster. The caller holds the directory's lock. */
export async function endLeftover(cluster: string): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10);
  // PostgreSQL itself detects a dead server; on Windows, in every case.
  if (Number.isNaN(pid) || !isAlive(pid) || process.platform === 'win32') return;
  if (!(await servesCluster(pid, cluster))) {
    // The PID belongs to another program, which PostgreSQL would take for its server.
    await rm(file, { force: true });
    return;
  }
  const start = Date.now();
  kill(pid, 'SIGINT');
  let impolite = false;
  while (await servesCluster(pid, cluster)) {
    const waited = Date.now() - start;
    if (waited > patienceMilliseconds) {
      throw new Error(`A database server (process ${pid}) from an earlier start does not stop: stop it by hand.`);
    }
    if (waited > politeMilliseconds && !impolite) {
      impolite = true;
      kill(pid, 'SIGQUIT');
    }
    await sleep(50);
  }
}

/** The working directory of a server is its cluster; on systems other than Linux, its arguments name it. */
async function servesCluster(pid: number, cluster: string) {
  if (!isAlive(pid)) return false;
  if (process.platform === 'linux') {
    return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === (await realpath(cluster));
  }
  const listing = await promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', `${pid}`]).catch(() => undefined);
  return listing?.stdout.includes(cluster) ?? false;
}

function isAlive(pid: number) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function kill(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal);
  } catch {
    // The server has ended in the meantime.
  }
}
