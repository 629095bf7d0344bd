import { Decimal, type Range } from '@aapurti/contract/ground/numbers';
import { say } from '@aapurti/contract/ground/template';

import { columnLetters, LAST_ROW } from '../cells.ts';
import type { Column } from '../columns.ts';
import { serialOfDate } from '../dates.ts';
import { escapeXml } from './xmlText.ts';

/** The sheet that holds the lists, one column each, because a list within a rule has at most 255 characters and no commas. */
export const LISTS = 'Lists';

export function listsOf(columns: readonly Column<unknown>[]): (readonly string[])[] {
  return columns.map(offered).filter(({ length }) => length > 0);
}

function offered({ options, suggestions = [] }: Column<unknown>): readonly string[] {
  return options ?? suggestions;
}

interface Rule {
  readonly attributes: string;
  readonly formulas: readonly (string | number)[];
  readonly message: string;
}

/** Validation rules for the cells below the headings, as far as spreadsheet programs support them. */
export function validationsXml(columns: readonly Column<unknown>[]): string {
  let lists = 0;
  const rules = columns.flatMap((column, index) => {
    const hasList = offered(column).length > 0;
    const rule = hasList ? listRule(column, lists) : plainRule(column);
    if (hasList) lists += 1;
    if (rule === null) return [];
    const letters = columnLetters(index + 1);
    const formulas = rule.formulas.map((formula, at) => `<formula${at + 1}>${formula}</formula${at + 1}>`);
    return [
      `<dataValidation ${rule.attributes} allowBlank="1" showErrorMessage="1" sqref="${letters}2:${letters}${LAST_ROW}" ` +
        `errorTitle="${escapeXml(column.heading.slice(0, 32))}" error="${escapeXml(rule.message)}">${formulas.join('')}</dataValidation>`,
    ];
  });
  return rules.length === 0 ? '' : `<dataValidations count="${rules.length}">${rules.join('')}</dataValidations>`;
}

function listRule(column: Column<unknown>, list: number): Rule {
  const letters = columnLetters(list + 1);
  const isOpen = column.options === undefined;
  return {
    attributes: isOpen ? 'type="list" errorStyle="warning"' : 'type="list"',
    formulas: [`${LISTS}!$${letters}$1:$${letters}$${offered(column).length}`],
    message: isOpen ? `This is none of the list. ${column.note}` : `Choose ${column.heading} from the list.`,
  };
}

function plainRule({ heading, format, range }: Column<unknown>): Rule | null {
  if (range !== undefined) return numberRule(heading, range);
  if (format !== 'date') return null;
  return {
    // A warning only: with other regional settings 31-12-2026 is a text, which an upload reads anyway.
    attributes: 'type="date" errorStyle="warning" operator="between"',
    formulas: [serialOfDate('1900-03-01') ?? 0, serialOfDate('2199-12-31') ?? 0],
    message: say('{heading} should be a date, for example 31-12-2026.', { heading }),
  };
}

const UNBOUNDED = '999999999999999';

function numberRule(heading: string, { places, least, most }: Range): Rule {
  const from = least ?? `-${UNBOUNDED}`;
  const to = new Decimal(most ?? UNBOUNDED).toFixed();
  const between = least === undefined && most === undefined ? '' : say(' from {from} to {to}', { from, to });
  return {
    attributes: `type="${places === 0 ? 'whole' : 'decimal'}" operator="between"`,
    formulas: [from, to],
    message: `${heading} should be a ${places === 0 ? 'whole ' : ''}number${between}.`,
  };
}
