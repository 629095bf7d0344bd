import type { RecordRead } from '../http/massReads.ts';
import { recordAudit } from './audit.ts';

const FILTERS_MOST = 40;
const FILTER_LENGTH = 200;

/** Logs the download of a list, or a read of many rows, with its filters and row count. */
export const recordRead: RecordRead = async (db, actor, action, { operation, filters, rows }) => {
  const given = Object.entries(filters)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .slice(0, FILTERS_MOST)
    .map(([name, value]) => [
      name.slice(0, FILTER_LENGTH),
      (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, FILTER_LENGTH),
    ]);
  await recordAudit(db, {
    actor,
    ownerId: actor.vendorId,
    action,
    entity: 'list',
    entityId: operation.id,
    after: { ...Object.fromEntries(given), list: operation.summary, rows },
  });
};
