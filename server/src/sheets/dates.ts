const DAY = 86_400_000;
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);

/** 31-12-2199. */
const LAST_SERIAL = 109_574;

/** The day of a serial number, or null outside 1900 to 2199. Number 60 is 29-02-1900, which spreadsheet programs count. */
export function dateOfSerial(serial: number, from1904: boolean): string | null {
  // A computed midnight may lie just before the day.
  const day = Math.floor(serial + 1e-6);
  const first = from1904 ? 0 : 1;
  if (day < first || day > LAST_SERIAL || (!from1904 && day === 60)) return null;
  if (from1904) return isoDay(EPOCH_1904 + day * DAY);
  return isoDay(EPOCH_1900 + (day < 60 ? day + 1 : day) * DAY);
}

function isoDay(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/** The serial number of `YYYY-MM-DD`, from March 1900 on, or null. */
export function serialOfDate(date: string): number | null {
  const serial = (Date.parse(`${date}T00:00:00Z`) - EPOCH_1900) / DAY;
  return serial > 60 && dateOfSerial(serial, false) === date ? serial : null;
}
