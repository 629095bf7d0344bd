import type { Entry } from '@aapurti/contract/audit/audit';
import { actionWords } from '@aapurti/contract/words/auditActions';
import { fieldChanges } from '@aapurti/contract/words/auditWords';
import { VisuallyHidden } from '@mantine/core';

import { facts, t } from '../words/words.ts';
import classes from './AuditLog.module.css';

/** Every changed field, with its labels. */
export function EntryFields({ entry }: { entry: Entry }) {
  const fields = fieldChanges(entry);
  const isFirst = entry.before === null;
  const isLast = entry.after === null;
  if (fields.length === 0) return <p className={classes.none}>{t('No further details.')}</p>;
  return (
    <table className={classes.fields}>
      <VisuallyHidden component="caption">{t('Fields of {action}', { action: actionWords(entry.action) })}</VisuallyHidden>
      <thead>
        <tr>
          <th scope="col">{t('Field')}</th>
          {!isFirst && <th scope="col">{t('Before')}</th>}
          {!isLast && <th scope="col">{t(isFirst ? 'Entered' : 'After')}</th>}
        </tr>
      </thead>
      <tbody>
        {fields.map(({ label, before, after, weighty }) => (
          <tr key={label} data-weighty={(weighty && !isFirst) || undefined}>
            <th scope="row">{t(label)}</th>
            {!isFirst && <td>{facts(before)}</td>}
            {!isLast && <td>{facts(after)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
