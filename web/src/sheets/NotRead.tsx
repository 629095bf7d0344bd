import type { SheetReport } from '@aapurti/contract/sheets/sheets';

import classes from './Findings.module.css';
import { t } from '../words/words.ts';

/** The parts of a file that were not read: columns, sheets and rows, each with the reason. */
export function NotRead({ report }: { report: SheetReport | undefined }) {
  if (report === undefined || report.notRead.length === 0) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a frame that scrolls has to be reachable by keyboard
    <section className={classes.findings} aria-label={t('Not read')} tabIndex={0}>
      <table>
        <caption>{t('Not read')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('Part')}</th>
            <th scope="col">{t('Reason')}</th>
          </tr>
        </thead>
        <tbody>
          {report.notRead.map(({ kind, name, message }) => (
            <tr key={`${kind} ${name} ${message}`}>
              <td>{kind === 'row' ? t(name) : t(kind === 'sheet' ? 'Sheet {name}' : 'Column {name}', { name })}</td>
              <td>{t(message)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
