import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { vi } from 'vitest';
import { MAIN } from './built.ts';

export interface Portal {
  child: ChildProcessWithoutNullStreams;
  output: () => string;
  ended: Promise<number | null>;
  /** The address that the portal prints once it listens. */
  address: () => Promise<string>;
}

export interface Portals {
  /** Starts a portal as a separate process, on any free port. */
  start: (args: string[], env?: Record<string, string>) => Portal;
  /** Kills the portals that are still running. */
  kill: () => void;
}

/** Portals as an operator starts them, with only these settings. */
export function openPortals(settings: Record<string, string>): Portals {
  const children: ChildProcessWithoutNullStreams[] = [];

  function start(args: string[], env: Record<string, string> = {}): Portal {
    const all = { PATH: process.env.PATH, PORT: '0', DEMO: 'false', ...settings, ...env };
    const child = spawn(process.execPath, [MAIN, ...args], { env: all });
    children.push(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    return {
      child,
      output: () => output,
      ended: new Promise((resolve) => child.once('close', resolve)),
      async address() {
        const isReady = () => / s after the start/.test(output);
        await vi.waitUntil(() => isReady() || child.exitCode !== null, { timeout: 60_000 });
        if (!isReady()) throw new Error(`It ended instead of listening: ${output}`);
        return /Aapurti is at (\S+)/.exec(output)?.[1] ?? '';
      },
    };
  }
  return {
    start,
    kill() {
      for (const child of children.splice(0)) child.kill('SIGKILL');
    },
  };
}
