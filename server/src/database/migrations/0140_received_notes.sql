-- Receiving makes a note left and arrived, and a note with a receipt stays as it is.
update dispatch_goods goods set state = 'arrived', left_at = coalesce(left_at, receipts.created_at), arrived_on = receipts.received_on,
  updated_at = clock_timestamp()
from receipts where receipts.note_id = goods.note_id and receipts.cancelled_at is null and goods.state in ('draft', 'ready', 'left');

-- Deleting a note must not take it from its receipt, whoever deletes it.
alter table receipts drop constraint receipts_note_id_fkey,
  add constraint receipts_note_id_fkey foreign key (note_id) references dispatch_notes;

-- Confirmed and rejected quantities add up to the order: an agreed counter-offer rejects what it does not name.
update order_answers answer set rejected = greatest((terms ->> 'quantity')::numeric - promised.quantity, 0)
from (
  select each.id, sum((promise ->> 'quantity')::numeric) as quantity
  from order_answers each cross join lateral jsonb_array_elements(each.counter -> 'promises') promise group by each.id) promised
where promised.id = answer.id and state = 'agreed' and jsonb_typeof(counter -> 'promises') = 'array';
