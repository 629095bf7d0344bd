import { type answerSheet, messages, SHEET_ANSWERS } from '@aapurti/contract/purchase-orders/answerSheet';
import { REASONS, type Reason } from '@aapurti/contract/purchase-orders/answerRules';
import { Decimal, PRICE, QUANTITY, WHOLE } from '@aapurti/contract/ground/numbers';
import type { QueryOf } from '@aapurti/contract/ground/operation';
import {
  answerCodes,
  messages as answerMessages,
  type OrderAnswers,
  PROMISES_MAX,
  type SentLine,
} from '@aapurti/contract/purchase-orders/orderAnswers';
import { indianDay } from '@aapurti/contract/ground/fields';
import { lineSheetCodes } from '@aapurti/contract/sheets/lineSheets';
import { say } from '@aapurti/contract/ground/template';
import sql from 'sql-template-tag';

import { said } from '../database/said.ts';
import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import { orderNamed } from '../database/codes.ts';
import { streamRows } from '../database/stream.ts';
import { ownedBy } from '../access/owner.ts';
import { codeOf as refusalCode, Refusal } from '../ground/refusal.ts';
import type { Workbook } from '../ground/reply.ts';
import { codeColumn, dateColumn, decimalColumn, exportColumn, required, textColumn } from '../sheets/columns.ts';
import { dayInCell } from '../sheets/dates.ts';
import { downloadSheet } from '../sheets/download.ts';
import type { Finding } from '../sheets/findings.ts';
import { type Intake, inParts } from '../sheets/intake.ts';
import { stagedJson, type StagedRow } from '../sheets/staged.ts';
import type { WrittenRow } from '../sheets/xlsx/write.ts';
import { changeAnswersIn, judgeAnswers, leftOf, storeAnswers } from './answers.ts';
import { lock } from './lock.ts';

const line = decimalColumn({
  heading: 'Line',
  example: 1,
  note: 'The line number on the order, starting at 1.',
  range: { ...WHOLE, least: 1 },
  words: { invalid: answerMessages.line },
});

/** A row is a line of an order, or another delivery of the line above. Blank rows are ignored. */
export const answerColumns = {
  poNumber: required(
    codeColumn({ heading: 'PO Number', example: 'PO/2026-27/0042', note: 'The number of one of your open orders.', most: 100, width: 20 }),
  ),
  line: required(line),
  ordered: decimalColumn({
    heading: 'Ordered',
    example: '',
    note: 'Do not change. It must still match the ordered quantity.',
    range: QUANTITY,
  }),
  orderPrice: decimalColumn({
    heading: 'Order Price',
    example: '',
    note: 'Do not change. It must still match the order price.',
    range: PRICE,
  }),
  answer: textColumn({
    heading: 'Confirmation',
    example: 'change',
    note: 'If blank, a row with a quantity, date or price proposes a change.',
    options: SHEET_ANSWERS,
  }),
  quantity: decimalColumn({
    heading: 'Quantity',
    example: 60,
    note: 'The quantity of this delivery. If blank, everything that is not rejected.',
    range: QUANTITY,
    words: { invalid: answerMessages.quantity },
  }),
  day: dateColumn({ heading: 'Date', example: '18-12-2026', note: 'The date of this delivery. If blank, the delivery date of the order.' }),
  price: decimalColumn({
    heading: 'Price',
    example: '',
    note: 'Only if it differs from the order price.',
    range: PRICE,
    words: { invalid: answerMessages.price },
  }),
  rejected: decimalColumn({
    heading: 'Rejected',
    example: 20,
    note: 'The quantity of the line that you will not deliver.',
    range: QUANTITY,
    words: { invalid: answerMessages.quantity },
  }),
  reason: textColumn({
    heading: 'Reason',
    example: REASONS.unavailable,
    note: 'Required for change and reject.',
    options: Object.values(REASONS),
  }),
  remark: textColumn({ heading: 'Remark', example: '', note: 'Required if the reason is Other.', most: 500 }),
};

const { poNumber, line: lineNumber, ordered: orderedColumn, orderPrice: priceColumn, ...terms } = answerColumns;
const exported = {
  poNumber,
  line: lineNumber,
  itemCode: exportColumn('Item Code'),
  itemName: exportColumn('Item Name', { width: 36 }),
  ordered: orderedColumn,
  uom: exportColumn('UOM'),
  orderPrice: priceColumn,
  deliverBy: exportColumn('Deliver By', { format: 'date' }),
  state: exportColumn('State'),
  offer: exportColumn('Offer', { width: 32 }),
  ...terms,
};

/** The lines that their vendor may confirm now, each in the columns of an upload. */
export function exportOpenLines(ctx: Context, actor: Actor, { userID }: QueryOf<typeof answerSheet.export>): Promise<Workbook> {
  const selected = sql`
    select head.number as "poNumber", line.line, line.item_code as "itemCode", line.item_name as "itemName", trim_scale(line.quantity) as ordered,
      line.uom, trim_scale(line.unit_price) as "orderPrice", head.deliver_by as "deliverBy", coalesce(answer.state, 'open') as state,
      case when answer.state = 'countered' then concat_ws('; ', (answer.counter ->> 'price')::numeric,
        (select string_agg((each ->> 'quantity') || ' on ' || ${dayInCell(sql`(each ->> 'date')::date`)}, ', ')
          from jsonb_array_elements(answer.counter -> 'promises') each)) end as offer
    from purchase_orders head join purchase_order_lines line on line.order_id = head.id
    left join lateral (
      select state, counter from order_answers where order_id = line.order_id and line = line.line and is_current order by id desc limit 1) answer on true
    where ${ownedBy(sql`head.vendor_id`, actor, userID) ?? sql`true`} and head.status in ('Open', 'Acknowledged')
      and (answer.state in ('declined', 'countered') or answer.state is null and head.acknowledged_on is null and line.received_quantity = 0)
    order by head.ordered_on, head.id, line.line`;
  const blank = Object.fromEntries(Object.keys(terms).map((field) => [field, null]));
  async function* rows() {
    for await (const part of streamRows<Record<string, unknown>>(ctx.reports, selected))
      yield part.map((row) => ({ ...row, ...blank }) as WrittenRow<typeof exported>);
  }
  return downloadSheet('open-lines.xlsx', exported, rows(), { sheet: 'Confirmations', reader: actor });
}

const isFilled = sql`num_nonnulls(staged.answer, staged.quantity, staged.day, staged.price, staged.rejected, staged.reason, staged.remark) > 0`;

type SheetRow = Omit<StagedRow<typeof answerColumns>, 'answer'> & { answer: SentLine['decision'] | null };

interface SheetOrder extends Record<string, unknown> {
  row: number;
  id: string;
  rows: SheetRow[];
}

const codeOf = (words: string | null): Reason | null =>
  (Object.entries(REASONS).find(([, each]) => each === words)?.[0] as Reason | undefined) ?? null;

/**
 * Imports a vendor's confirmations. All rows of an order form one confirmation, by the rules of the screen; either all orders are confirmed
 * or none.
 */
export function answerIntake(ctx: Pick<Context, 'clock'>, actor: Actor, owner: string): Intake<typeof answerColumns> {
  const today = indianDay(ctx.clock());
  return {
    columns: answerColumns,
    faults: () => sql`
      select row, ${poNumber.heading} as column, ${said('You have no order {po_number}.', { po_number: sql`po_number` }, lineSheetCodes.order)} as message
      from staged where ${isFilled} and not exists (select from purchase_orders where code_key(number) = code_key(po_number) and vendor_id = ${owner})
      order by row`,
    isCheckedByStoring: true,
    async store(tx, { errors }) {
      const named = sql`purchase_orders.vendor_id = ${owner} and code_key(purchase_orders.number) in (select code_key(po_number) from staged where ${isFilled})`;
      await lock(tx, 'purchase_orders', named);
      const orders = sql`
        select min(staged.row) as row, purchase_orders.id::text as id, json_agg(json_build_object(${stagedJson(answerColumns)}) order by staged.row) as rows
        from staged join purchase_orders on purchase_orders.id = ${orderNamed(sql`${owner}`, sql`po_number`)} where ${isFilled} group by purchase_orders.id`;
      let updated = 0;
      for await (const part of inParts<SheetOrder>(tx, orders)) {
        for (const { row, id, rows } of part) {
          const rowOf = new Map(rows.toReversed().map((each) => [each.line, each.row]));
          const fault = (code: string, { line: no, text }: { line: number; text: string }) =>
            errors.add(rowOf.get(no) ?? row, answerColumns.answer.heading, text, code);
          try {
            await changeAnswersIn(tx, ctx, actor, id, undefined, async (inner, before) => {
              const lines = new Map(before.lines.map((each) => [each.line, each]));
              for (const each of amendedSince(rows, lines)) errors.add(each.row, each.column, each.message, answerCodes.amended);
              const { sent, faults } = sentLines(rows, lines, before.deliverBy);
              const judged = judgeAnswers(before, sent, { today, left: await leftOf(inner, before._id) });
              for (const each of [...faults, ...judged.problems]) fault(answerCodes.wrong, each);
              for (const each of judged.blocked) fault(answerCodes.lineNotOpen, each);
              await storeAnswers(inner, actor, before, judged);
              updated += sent.length;
              return 'order.answer';
            });
          } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            errors.add(row, poNumber.heading, error.message, refusalCode(error));
          }
        }
      }
      return { created: 0, updated };
    },
  };
}

type OrderLines = ReadonlyMap<number, OrderAnswers['lines'][number]>;

/** Rows for another quantity or price than the order has now: the buyer has amended it since the download. */
function* amendedSince(rows: readonly SheetRow[], lines: OrderLines): Generator<Finding> {
  for (const { row, line: no, ordered: seen, orderPrice: seenPrice } of rows) {
    const now = lines.get(no);
    if (now === undefined) continue;
    if (seen !== null && seen !== now.quantity)
      yield { row, column: orderedColumn.heading, message: messages.amendedQuantity(new Decimal(now.quantity).toFixed()) };
    if (seenPrice !== null && seenPrice !== now.price)
      yield { row, column: priceColumn.heading, message: messages.amendedPrice(new Decimal(now.price).toFixed()) };
  }
}

/** The confirmations from the rows of an order: the first row of a line contains everything except the further deliveries. */
function sentLines(
  rows: readonly SheetRow[],
  lines: OrderLines,
  deliverBy: string | null,
): { sent: SentLine[]; faults: { line: number; text: string }[] } {
  const faults: { line: number; text: string }[] = [];
  const sent: SentLine[] = [];
  const rowsOf = new Map<number, SheetRow[]>();
  for (const row of rows) {
    const others = rowsOf.get(row.line);
    if (others === undefined) rowsOf.set(row.line, [row]);
    else others.push(row);
  }
  for (const [no, all] of rowsOf) {
    const [first, ...more] = all;
    if (first === undefined) continue;
    const decision = first.answer ?? 'change';
    const deliveries = all.filter(({ quantity, day }) => quantity !== null || day !== null);
    if (deliveries.length > PROMISES_MAX)
      faults.push({ line: no, text: say('Line {index}: {message}', { index: no, message: answerMessages.promises }) });
    if (more.some(({ answer, price, rejected }) => answer !== null || price !== null || rejected !== null))
      faults.push({ line: no, text: say('Line {no}: enter confirmation, price and rejected quantity in its first row.', { no }) });
    if (decision !== 'change' && (deliveries.length > 0 || first.price !== null || first.rejected !== null))
      faults.push({
        line: no,
        text: say('Line {no}: for {decision}, leave quantity, date, price and rejected blank, or enter change.', { no, decision }),
      });
    const rest = new Decimal(lines.get(no)?.quantity ?? 0).minus(first.rejected ?? 0);
    const promised = (deliveries.length === 0 ? [{ quantity: null, day: null }] : deliveries).flatMap(({ quantity, day }) => {
      const date = day ?? deliverBy;
      return date === null ? [] : [{ quantity: quantity === null ? rest : new Decimal(quantity), date }];
    });
    sent.push({
      line: no,
      decision,
      promises: decision === 'change' ? promised : [],
      rejectedQuantity: first.rejected === null ? null : new Decimal(first.rejected),
      price: first.price === null ? null : new Decimal(first.price),
      substituteEAN: null,
      reason: codeOf(first.reason),
      remark: first.remark,
    });
  }
  return { sent, faults };
}
