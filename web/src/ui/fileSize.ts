import { say } from '@aapurti/contract/ground/template';

/** '340 kB', '4.2 MB': decimal units, as file managers show them. */
export function fileSize(bytes: number): string {
  if (bytes < 1000) return say('{bytes} bytes', { bytes });
  if (bytes < 1_000_000) return say('{bytes} kB', { bytes: Math.round(bytes / 1000) });
  return say('{value} MB', { value: (bytes / 1_000_000).toFixed(1) });
}
