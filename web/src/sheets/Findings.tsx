import { showNumber } from '@aapurti/contract/ground/fields';
import type { SheetError } from '@aapurti/contract/sheets/sheets';

import classes from './Findings.module.css';
import { t } from '../words/words.ts';

interface FindingsProps {
  caption: string;
  /** The heading of the column with the messages. */
  head: string;
  findings: readonly SheetError[];
  /** The total, including unlisted ones. */
  total: number;
}

/** Errors and warnings by row and column of the sheet. */
export function Findings({ caption, head, findings, total }: FindingsProps) {
  if (findings.length === 0) return null;
  return (
    // A long list scrolls in its own frame, so that the buttons below stay within reach.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a frame that scrolls has to be reachable by keyboard
    <section className={classes.findings} aria-label={t(caption)} tabIndex={0}>
      <table>
        <caption>
          {t(total > findings.length ? '{caption}: showing the first {findings} of {total}' : '{caption} ({total})', {
            caption,
            findings: showNumber(findings.length),
            total: showNumber(total),
          })}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('Row')}</th>
            <th scope="col">{t('Column')}</th>
            <th scope="col">{head}</th>
          </tr>
        </thead>
        <tbody>
          {findings.map(({ row, column, message }) => (
            <tr key={`${row} ${column} ${message}`}>
              <td>{row}</td>
              <td>{column}</td>
              <td>{t(message)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
