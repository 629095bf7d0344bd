import { hostname } from 'node:os';
import { formatWithOptions } from 'node:util';

import pg from 'pg';

interface PlainError extends Record<string, unknown> {
  type: string;
  message: string;
  stack: string;
}

/** An error for the log, without PostgreSQL's detail, which is the whole row, including bank details and password hashes. */
export function plainError(error: unknown): PlainError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' };
  const { name, message, stack = '' } = error;
  const code = (error as { code?: unknown }).code;
  return {
    type: name,
    message,
    stack,
    ...(code !== undefined && { code }),
    ...(error instanceof pg.DatabaseError && { table: error.table, constraint: error.constraint, routine: error.routine }),
    ...(error.cause !== undefined && { cause: plainError(error.cause) }),
  };
}

const LEVELS = { log: 30, info: 30, warn: 40, error: 50 } as const;

/** Turns console output into JSON lines in the format of the server's logger. */
export function logAsLines(): void {
  const common = { pid: process.pid, hostname: hostname() };
  for (const [method, level] of Object.entries(LEVELS) as [keyof typeof LEVELS, number][]) {
    const output = level > 30 ? process.stderr : process.stdout;
    console[method] = (...parts: unknown[]) => {
      const errors = parts.filter((part) => part instanceof Error);
      const words = formatWithOptions({ colors: false }, ...parts.filter((part) => !(part instanceof Error))).trim();
      const err = errors[0] === undefined ? {} : { err: plainError(errors[0]) };
      output.write(`${JSON.stringify({ level, time: Date.now(), ...common, ...err, msg: words || errors[0]?.message })}\n`);
    };
  }
}
