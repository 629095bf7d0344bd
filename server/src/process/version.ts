import { readFileSync } from 'node:fs';

/** The release. The package file is two folders above this source, and one above the bundle. */
export function ownVersion(): string {
  for (const place of ['../package.json', '../../package.json']) {
    try {
      return (JSON.parse(readFileSync(new URL(place, import.meta.url), 'utf8')) as { version: string }).version;
    } catch {
      // The other location.
    }
  }
  return '';
}
