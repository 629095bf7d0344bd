import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import sql, { type Sql } from 'sql-template-tag';
import type { Database, PoolState } from './database.ts';
import { types } from './types.ts';

export interface OpenDatabase extends Database {
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/** No connection became free in time, or the server is unreachable. The response is 503. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
  /** The connection was lost, so it is unknown whether a change was committed. */
  readonly isLost: boolean;

  constructor(message: string, { isLost = false, ...options }: ErrorOptions & { isLost?: boolean } = {}) {
    super(message, options);
    this.isLost = isLost;
  }
}

const connectMilliseconds = 5_000;
const statementMilliseconds = 30_000;
/** A request that waits for a lock holds a connection. After this time it fails with 55P03 (503). Jobs and uploads wait longer. */
const lockMilliseconds = 2_000;
/** The time is above the server's limit: a longer response was lost. */
const answerMilliseconds = 35_000;
const idleInTransactionMilliseconds = 60_000;
const retries = 2;

/**
 * Opens a PostgreSQL 15+ database and checks that it answers.
 * @param prepared false behind a transaction-mode pooler: no named statements and no session settings.
 * @param waitsForLocks true for background work, which waits for a lock as long as a statement may take, and asks for no lists.
 * @throws DatabaseUnavailable if unreachable, Error if it is too old or not in UTF-8.
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
      idle_in_transaction_session_timeout: idleInTransactionMilliseconds,
      // A list's filters and page decide its plan. A generic plan would walk through the rows of all vendors.
      ...(!waitsForLocks && { lock_timeout: lockMilliseconds, options: '-c plan_cache_mode=force_custom_plan' }),
    }),
  });
  // An idle connection that breaks would end the process without a listener.
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
    ...queries((query) => retried(() => counted(() => withConnection(pool, (client) => client.query(toStatement(query)))))),
    transaction: (work) => retried(() => counted(() => withConnection(pool, (client) => runTransaction(client, toStatement, work)))),
    withClient: (work) =>
      withConnection(pool, async (client, discard) => {
        try {
          return await work(client);
        } catch (error) {
          // A failed COPY may leave the connection in the middle of the protocol.
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
      await sleep(Math.random() * 20 * (attempt + 1));
    }
  }
}

interface Statement extends pg.QueryConfig {
  /** The limit in milliseconds, which the driver's types lack. */
  query_timeout: number;
}
type ToStatement = (query: Sql) => Statement;

const alone = (text: string): Statement => ({ text, query_timeout: answerMilliseconds });

function queries(run: (query: Sql) => Promise<pg.QueryResult>): Pick<Database, 'rows' | 'first' | 'one' | 'execute'> {
  return {
    rows: async (query) => (await run(query)).rows,
    first: async (query) => (await run(query)).rows[0],
    async one(query) {
      const [row] = (await run(query)).rows;
      if (row === undefined) throw new Error(`This statement should return a row but returned none: ${query.text}`);
      return row;
    },
    execute: async (query) => (await run(query)).rowCount ?? 0,
  };
}

/**
 * The statements of a write and of its triggers keep their plans. They select rows by key, and planning them for each call took a third of
 * the database's time.
 */
const BEGIN = 'begin; set local plan_cache_mode = auto';

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
      // A forgotten await would otherwise run in another call's transaction.
      if (ended) throw new Error('This transaction has ended: a query in it was not awaited.');
      // A transaction that raises statement_timeout also waits longer for responses.
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
    await client.query(alone(BEGIN));
    const result = await work(tx);
    // PostgreSQL answers the commit of a failed transaction with ROLLBACK, not with an error.
    const { command } = await client.query(alone('commit'));
    if (command !== 'COMMIT') throw new Error('Nothing was saved: an error inside the transaction was swallowed.');
    return result;
  } catch (error) {
    // This fails only on a lost connection, which rolls back too. An unresponsive connection is not asked again.
    if (!isUnanswered(error)) await client.query(alone('rollback')).catch(() => undefined);
    throw error;
  } finally {
    ended = true;
  }
}

/** Lends a connection; a broken or discarded one leaves the pool. @throws DatabaseUnavailable if none is free in time or it breaks. */
async function withConnection<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient, discard: () => void) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect().catch((error: unknown) => {
    throw error instanceof pg.DatabaseError && !isGoing(error)
      ? error
      : new DatabaseUnavailable('The database does not respond.', { cause: error });
  });
  let lost = false;
  let discarded = false;
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

/** No room for another connection (53300), or the server is starting or stopping (57P…). */
function isGoing(error: unknown) {
  return error instanceof pg.DatabaseError && /^(53300|57P)/.test(error.code ?? '');
}

function isUnanswered(error: unknown) {
  return error instanceof Error && error.message === 'Query read timeout';
}

function reason(cause: unknown): string {
  return cause instanceof AggregateError ? cause.errors.map(reason).join(', ') : (cause as Error).message;
}

/** The kind of a failure for the metrics; undefined if the database did not fail, as for a refusal thrown in a transaction. */
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

/**
 * Another transaction conflicted: a serialization failure (40001), a deadlock (40P01), or a record that it added or deleted at the same
 * moment (unique 23505, exclusion 23P01, reference 23503). A retry sees that record and can refuse with a message.
 */
const IN_THE_WAY = new Set(['40001', '40P01', '23505', '23P01', '23503']);

function isRetryable(error: unknown) {
  return error instanceof pg.DatabaseError && IN_THE_WAY.has(error.code ?? '');
}

/** Names statements by their text, so that each connection parses them once. Names live as long as the connection, hence the bound. */
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
