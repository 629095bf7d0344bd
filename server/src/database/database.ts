import pg from 'pg';
import type { Sql } from 'sql-template-tag';

/** Runs SQL on the pool or inside a transaction; verbs need not know which. */
export interface Database {
  rows<Row extends pg.QueryResultRow>(query: Sql): Promise<Row[]>;
  first<Row extends pg.QueryResultRow>(query: Sql): Promise<Row | undefined>;
  /** The first row of a query that always has one. @throws Error if there is none, which is a defect. */
  one<Row extends pg.QueryResultRow>(query: Sql): Promise<Row>;
  /** @returns the number of changed rows. */
  execute(query: Sql): Promise<number>;
  /**
   * Inside a transaction, this is a savepoint. The outermost transaction, like a single statement, is retried twice after a conflict with
   * another transaction.
   */
  transaction<Result>(work: (tx: Database) => Promise<Result>): Promise<Result>;
  /** A dedicated client for COPY or LISTEN; inside a transaction, the transaction's. */
  withClient<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result>;
  state?(): PoolState;
}

export interface PoolState {
  used: number;
  idle: number;
  waiting: number;
  errors: { unavailable: number; cancelled: number; repeated: number; other: number };
}

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505' && (constraint === undefined || error.constraint === constraint);
}
