/** The package has no types of its own. */
declare module 'pg-copy-streams' {
  import type { Readable, Writable } from 'node:stream';

  import type { Submittable } from 'pg';

  interface Copied extends Submittable {
    readonly rowCount: number;
  }
  export function from(text: string): Writable & Copied;
  export function to(text: string): Readable & Copied;
}
