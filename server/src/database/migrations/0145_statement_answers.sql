-- What vendors answered to the statements of closed months: the closing balance that each saw, and by whom. Answers stay; the last one counts
-- as long as the closing balance is the same.
create table statement_answers (
  id bigint generated always as identity primary key,
  vendor_id bigint not null references vendors on delete cascade,
  month date not null check (extract(day from month) = 1),
  closing numeric(14, 2) not null,
  answer text not null check (answer in ('agreed', 'differs')),
  remark text check (answer = 'agreed' or remark is not null),
  answered_by bigint not null references users,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create index statement_answers_vendor on statement_answers (vendor_id, month, id);
