import pg from 'pg';
import type { Sql } from 'sql-template-tag';

/** Runs SQL, on the pool or inside a transaction: verbs take this and need not know which. */
export interface Database {
  /** All rows. Statements are prepared under a name made from their text, unless the settings say not to. */
  rows<Row extends pg.QueryResultRow>(query: Sql): Promise<Row[]>;
  /** The first row, or undefined. */
  first<Row extends pg.QueryResultRow>(query: Sql): Promise<Row | undefined>;
  /** Number of rows that were changed. */
  execute(query: Sql): Promise<number>;
  /**
   * All or nothing. Inside a transaction it is a savepoint.
   * The outermost is run again, at most twice, on a serialisation failure (40001) or a deadlock (40P01); so is a statement alone.
   */
  transaction<Result>(work: (tx: Database) => Promise<Result>): Promise<Result>;
  /** A client of its own for COPY and LISTEN; in a transaction, the transaction's. */
  withClient<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result>;
  /** Of the pool; a transaction has none. */
  state?(): PoolState;
}

/** How the connections are, and how often a statement or a connection has failed since the start. */
export interface PoolState {
  used: number;
  idle: number;
  /** Who waits for one to come free. */
  waiting: number;
  errors: { unavailable: number; cancelled: number; repeated: number; other: number };
}

/** Whether a value that must be unique is there already; by the name of its constraint or index. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505' && (constraint === undefined || error.constraint === constraint);
}
