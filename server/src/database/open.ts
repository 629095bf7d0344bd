import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import sql, { type Sql } from 'sql-template-tag';
import type { Database, PoolState } from './database.ts';
import { types } from './types.ts';

/** A pool of connections that ends with `close`. */
export interface OpenDatabase extends Database {
  readonly pool: pg.Pool;
  /** Waits for the queries that run, then ends every connection. */
  close(): Promise<void>;
}

/** No connection came free in time, or the server cannot be reached: the caller may try again shortly (503). */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
  /** It was lost on the way: whether a change was stored is not known. */
  readonly isLost: boolean;

  constructor(message: string, { isLost = false, ...options }: ErrorOptions & { isLost?: boolean } = {}) {
    super(message, options);
    this.isLost = isLost;
  }
}

const connectMilliseconds = 5_000;
const statementMilliseconds = 30_000;
/** A request that waits for a lock holds a connection meanwhile; past this it fails with 55P03 (503). Jobs and uploads wait longer. */
const lockMilliseconds = 2_000;
/** A little more than the server allows a statement: one that is not answered by then was lost on the way, or its answer. */
const answerMilliseconds = 35_000;
const idleInTransactionMilliseconds = 60_000;
const retries = 2;

/**
 * Opens a PostgreSQL 15+ database and checks that it answers.
 * @param max the most connections at once.
 * @param prepared false behind a pooler that hands each transaction to another connection: then statements carry no
 *   name, and no session settings are sent, since such poolers refuse unknown ones.
 * @param waitsForLocks true for work that nobody waits for: a lock is waited for as long as a statement may take.
 * @throws DatabaseUnavailable when it cannot be reached, Error when it is too old or not in UTF-8.
 */
export async function openDatabase({
  url,
  max = 10,
  prepared = true,
  waitsForLocks = false,
}: {
  url: string;
  max?: number;
  prepared?: boolean;
  waitsForLocks?: boolean;
}): Promise<OpenDatabase> {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis: connectMilliseconds,
    application_name: 'aapurti',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(prepared && {
      statement_timeout: statementMilliseconds,
      // A list's filters and page decide its plan: one made for any values walks through all vendors' rows.
      options: '-c plan_cache_mode=force_custom_plan',
      idle_in_transaction_session_timeout: idleInTransactionMilliseconds,
      ...(!waitsForLocks && { lock_timeout: lockMilliseconds }),
    }),
  });
  // The pool replaces a connection that breaks while idle; without a listener the event would end the process.
  pool.on('error', (error) => {
    if (!pool.ending) console.error(`A database connection was lost: ${error.message}`);
  });
  try {
    await checkServer(pool);
  } catch (error) {
    await pool.end();
    throw error instanceof DatabaseUnavailable
      ? new DatabaseUnavailable(`${error.message} ${reason(error.cause)}`, { cause: error })
      : error;
  }

  const errors: PoolState['errors'] = { unavailable: 0, cancelled: 0, repeated: 0, other: 0 };
  const counted = async <Result>(work: () => Promise<Result>) => {
    try {
      return await work();
    } catch (error) {
      const kind = kindOf(error);
      if (kind !== undefined) errors[kind] += 1;
      throw error;
    }
  };
  const toStatement = prepared ? namedStatements() : ({ text, values }: Sql) => ({ text, values, query_timeout: answerMilliseconds });
  return {
    // A statement alone is a transaction too: what failed has left nothing.
    ...queries((query) => retried(() => counted(() => withConnection(pool, (client) => client.query(toStatement(query)))))),
    transaction: (work) => retried(() => counted(() => withConnection(pool, (client) => runTransaction(client, toStatement, work)))),
    withClient: (work) =>
      withConnection(pool, async (client, discard) => {
        try {
          return await work(client);
        } catch (error) {
          // A COPY that broke off may leave the connection in the middle of it.
          discard();
          throw error;
        }
      }),
    state: () => ({ used: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount, errors: { ...errors } }),
    pool,
    close: () => pool.end(),
  };
}

async function retried<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt === retries || !isRetryable(error)) throw error;
      // Two that met in a deadlock should not meet again at once.
      await sleep(Math.random() * 20 * (attempt + 1));
    }
  }
}

interface Statement extends pg.QueryConfig {
  /** Milliseconds, as the driver has it for single statements too, which its types do not say. */
  query_timeout: number;
}
type ToStatement = (query: Sql) => Statement;

const alone = (text: string): Statement => ({ text, query_timeout: answerMilliseconds });

function queries(run: (query: Sql) => Promise<pg.QueryResult>): Pick<Database, 'rows' | 'first' | 'execute'> {
  return {
    rows: async (query) => (await run(query)).rows,
    first: async (query) => (await run(query)).rows[0],
    execute: async (query) => (await run(query)).rowCount ?? 0,
  };
}

async function runTransaction<Result>(
  client: pg.PoolClient,
  toStatement: ToStatement,
  work: (tx: Database) => Promise<Result>,
): Promise<Result> {
  let ended = false;
  let savepoints = 0;
  let isPatient = false;
  const tx: Database = {
    ...queries((query) => {
      // A forgotten await would otherwise run in whoever's transaction has the connection next.
      if (ended) throw new Error('This transaction has ended: a query in it was not awaited.');
      // Whoever lets the server take longer waits as long.
      isPatient ||= query.text.includes('statement_timeout');
      const statement = toStatement(query);
      return client.query(isPatient ? { ...statement, query_timeout: 0 } : statement);
    }),
    async transaction(nested) {
      const savepoint = `nested_${(savepoints += 1)}`;
      await client.query(alone(`savepoint ${savepoint}`));
      try {
        const result = await nested(tx);
        await client.query(alone(`release savepoint ${savepoint}`));
        return result;
      } catch (error) {
        await client.query(alone(`rollback to savepoint ${savepoint}`));
        throw error;
      }
    },
    withClient: (nested) => nested(client),
  };
  try {
    await client.query(alone('begin'));
    const result = await work(tx);
    // PostgreSQL answers the commit of a failed transaction with a rollback, not with an error.
    const { command } = await client.query(alone('commit'));
    if (command !== 'COMMIT') throw new Error('Nothing was saved: an error inside the transaction was swallowed.');
    return result;
  } catch (error) {
    // Fails only when the connection is lost, which rolls back too; where it does not answer, it is not asked again.
    if (!isUnanswered(error)) await client.query(alone('rollback')).catch(() => undefined);
    throw error;
  } finally {
    ended = true;
  }
}

/**
 * Lends a connection. One that breaks meanwhile, or that the work discards, is not used again.
 * @throws DatabaseUnavailable when none comes free in time or the lent one breaks, else what the work throws.
 */
async function withConnection<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient, discard: () => void) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect().catch((error: unknown) => {
    throw error instanceof pg.DatabaseError && !isGoing(error)
      ? error
      : new DatabaseUnavailable('The database does not answer.', { cause: error });
  });
  let lost = false;
  let discarded = false;
  // The pool listens only while a connection is idle.
  const onError = () => {
    lost = true;
  };
  client.on('error', onError);
  try {
    return await work(client, () => {
      discarded = true;
    });
  } catch (error) {
    lost ||= isUnanswered(error);
    throw lost || isGoing(error) ? new DatabaseUnavailable('The database connection was lost.', { cause: error, isLost: true }) : error;
  } finally {
    client.off('error', onError);
    client.release(lost || discarded);
  }
}

/** The server has no room for another connection (53300), or is starting up or shutting down (57P…). */
function isGoing(error: unknown) {
  return error instanceof pg.DatabaseError && /^(53300|57P)/.test(error.code ?? '');
}

/** The driver has no better sign of it. */
function isUnanswered(error: unknown) {
  return error instanceof Error && error.message === 'Query read timeout';
}

/** Where a name has several addresses, the error over all attempts has no message of its own. */
function reason(cause: unknown): string {
  return cause instanceof AggregateError ? cause.errors.map(reason).join(', ') : (cause as Error).message;
}

/** For the figures; undefined for what is no failure of the database, such as a refusal thrown inside of a transaction. */
function kindOf(error: unknown): keyof PoolState['errors'] | undefined {
  if (error instanceof DatabaseUnavailable) return 'unavailable';
  if (!(error instanceof pg.DatabaseError)) return undefined;
  if (isRetryable(error)) return 'repeated';
  return error.code === '57014' || error.code === '55P03' ? 'cancelled' : 'other';
}

/** Lets a job's transaction wait for locks as long as a statement may take. */
export async function waitForLocks(tx: Database): Promise<void> {
  await tx.execute(sql`set local lock_timeout = 0`);
}

function isRetryable(error: unknown) {
  return error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01');
}

/**
 * Names statements by their text, so that each connection plans each once. A server never forgets a name while the
 * connection lives, so past a bound further texts (filters combine in many ways) go without.
 */
function namedStatements(bound = 500): ToStatement {
  const names = new Map<string, string>();
  return ({ text, values }) => {
    let name = names.get(text);
    if (name === undefined && names.size < bound) {
      name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
      names.set(text, name);
    }
    const statement = { text, values, query_timeout: answerMilliseconds };
    return name === undefined ? statement : { name, ...statement };
  };
}

async function checkServer(pool: pg.Pool) {
  const { rows } = await withConnection(pool, (client) =>
    client.query<{ version: number; encoding: string }>(
      `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`,
    ),
  );
  const { version = 0, encoding = '' } = rows[0] ?? {};
  if (version < 150_000) {
    throw new Error(`The database is PostgreSQL ${Math.floor(version / 10_000)}; 15 or later is needed.`);
  }
  if (encoding !== 'UTF8') throw new Error(`The database is encoded in ${encoding}; UTF8 is needed.`);
}
