import { showDate } from '@aapurti/contract/ground/fields';

const CLOCK = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', hour: '2-digit', minute: '2-digit' });

/** A timestamp as '21-11-2026 12:20', in Indian time like every date in the portal. */
export function showInstant(timestamp: string): string {
  return `${showDate(timestamp)} ${CLOCK.format(new Date(timestamp))}`;
}
