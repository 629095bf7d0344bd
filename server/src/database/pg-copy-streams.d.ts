/** The part of the package that is used here; it comes without types. */
declare module 'pg-copy-streams' {
  import type { Writable } from 'node:stream';
  import type { Submittable } from 'pg';

  /** What `client.query` takes and gives back: a stream into `copy … from stdin`. */
  export function from(statement: string): Writable & Submittable;
}
