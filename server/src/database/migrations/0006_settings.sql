-- The decisions and code lists of administrators for the whole portal, and the ways in which people want to see lists.

-- The decisions of administrators for the whole portal: one row.
create table portal_settings (
  is_only boolean primary key default true check (is_only),
  buyer_name text,
  invoice_numbers text not null default 'digits' check (invoice_numbers in ('digits', 'rule46')),
  buyer_address text,
  -- Notices on the sign-in page and on the dashboard on these days; those who chose Hindi read the Hindi ones.
  sign_in_notice text,
  sign_in_notice_hindi text,
  sign_in_notice_from date,
  sign_in_notice_to date,
  dashboard_notice text,
  dashboard_notice_hindi text,
  dashboard_notice_from date,
  dashboard_notice_to date,
  logo bytea,
  logo_saved_at timestamptz,
  -- Working days since the order came until its vendor is reminded, and until the buyer is told; 0 is never.
  order_reminder_days integer not null default 1 check (order_reminder_days between 0 and 60),
  order_escalation_days integer not null default 3 check (order_escalation_days between 0 and 60),
  -- Days besides Sundays that are no working days: text with one day a line.
  holidays text,
  -- The contact that vendors see while their account waits for activation.
  buyer_contact text,
  -- If true, an invoice over more than what was accepted is refused when it is saved; else it is stored with what is wrong about it.
  invoice_only_accepted boolean not null default false,
  -- If true, a payment that is typed here may not be of an invoice that differs and is not released.
  pay_only_matched boolean not null default false,
  -- If true, a payment that is typed here may not be of an invoice with lines that is not approved.
  pay_only_approved boolean not null default false,
  updated_at timestamptz not null default now(),
  check ((logo is null) = (logo_saved_at is null))
);
insert into portal_settings default values;

-- The roles of each side that are told of an event. Where nobody has one of the roles, owners or administrators are told.
create table event_receivers (
  side text not null check (side in ('buyer', 'vendor')),
  kind text not null,
  mail_roles text[] not null,
  notice_roles text[] not null,
  -- Other e-mail addresses of the buyer that get the mail.
  addresses text[] not null default '{}',
  updated_at timestamptz not null default clock_timestamp(),
  primary key (side, kind),
  check (side = 'buyer' or addresses = '{}')
);
insert into event_receivers (side, kind, mail_roles, notice_roles)
select 'vendor', kind, '{owner}', '{owner,orders,dispatch,billing,reader}'
from unnest('{prices,payments,orders,amendments,answers,invoices,reminders}'::text[]) kind;
insert into event_receivers (side, kind, mail_roles, notice_roles)
select 'buyer', kind, '{administrator,buyer}', '{administrator,buyer}' from unnest('{answers,reminders}'::text[]) kind;
insert into event_receivers (side, kind, mail_roles, notice_roles)
values ('buyer', 'changes', '{administrator,buyer,receiver,accounts,approver,auditor}', '{administrator,buyer,receiver,accounts,approver,auditor}');

-- Lists of codes that administrators load as a whole; what is not in a list that has rows gets a remark.
create table code_lists (
  list text not null check (list in ('units', 'hsn', 'ifsc')),
  -- A unit in capital letters as people write it, an HSN code or an IFSC code.
  code text collate "C" not null,
  -- The unit's code on GST documents, the goods of the HSN code, or the bank and branch of the IFSC code.
  meaning text,
  primary key (list, code)
);

-- The time when each list was last loaded.
create table code_list_loads (
  list text primary key,
  loaded_at timestamptz not null default now()
);
insert into code_lists (list, code, meaning)
select 'units', uqc, uqc from unnest(string_to_array(
  'BAG BAL BDL BKL BOU BOX BTL BUN CAN CBM CCM CMS CTN DOZ DRM GGK GMS GRS GYD KGS KLR KME LTR MLT MTR MTS NOS OTH PAC PCS PRS QTL ROL SET SQF SQM SQY TBS TGM THD TON TUB UGS UNT YDS',
  ' ')) uqc
union all
select 'units', code, uqc from (values
  ('KG', 'KGS'), ('G', 'GMS'), ('GM', 'GMS'), ('L', 'LTR'), ('LITRE', 'LTR'), ('ML', 'MLT'), ('PC', 'PCS'), ('PIECE', 'PCS'), ('PIECES', 'PCS'),
  ('NO', 'NOS'), ('DOZEN', 'DOZ'), ('CARTON', 'CTN'), ('PACK', 'PAC'), ('BOTTLE', 'BTL'), ('METRE', 'MTR')
) written (code, uqc);

-- GST rates by HSN code and day.
create table gst_rates (
  id bigint generated always as identity primary key,
  -- The rate is that of all codes that begin so, unless a longer prefix says otherwise.
  hsn_prefix text collate "C" not null check (hsn_prefix ~ '^\d{2}(\d{2}){0,3}$'),
  -- Some goods have another rate when they are pre-packaged and labelled.
  condition text not null default 'any' check (condition in ('any', 'prepacked', 'loose')),
  -- The percentage of IGST, or of CGST and SGST together.
  rate numeric(6, 3) not null check (rate between 0 and 100),
  cess_rate numeric(6, 3) not null default 0 check (cess_rate >= 0),
  valid_from date not null,
  -- The last day; null while no end is known.
  valid_to date check (valid_to >= valid_from),
  notification text,
  -- True for the rows below as long as nobody has changed them; all others were entered here.
  proved boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The check is deferred, so that a sheet may move the border between two rates.
  constraint gst_rates_overlap exclude using gist
    (hsn_prefix with =, condition with =, daterange(valid_from, valid_to, '[]') with &&) deferrable initially deferred
);
-- Rates that a notification states for a whole heading, so that the code alone decides. Earlier rates, and goods that share their heading
-- with goods of another rate (cheese with paneer, namkeen with other foods), are for administrators to enter.
insert into gst_rates (hsn_prefix, condition, rate, valid_from, notification, proved)
select prefix, condition, rate, valid_from, notification, true
from (values
  -- Rice: Schedule I where it is pre-packaged and labelled, exempt by 10/2025 otherwise.
  ('1006', 'prepacked', 5, date '2025-09-22', '9/2025-CT(R)'),
  ('1006', 'loose', 0, '2025-09-22', '10/2025-CT(R)'),
  -- Condensed milk.
  ('04029110', 'any', 5, '2025-09-22', '9/2025-CT(R)'),
  ('04029920', 'any', 5, '2025-09-22', '9/2025-CT(R)'),
  -- Butter and ghee.
  ('0405', 'any', 5, '2025-09-22', '9/2025-CT(R)'),
  -- Juices.
  ('2009', 'any', 5, '2025-09-22', '9/2025-CT(R)'),
  -- Toilet soap in bars.
  ('340111', 'any', 5, '2025-09-22', '9/2025-CT(R)'),
  -- Aerated drinks and other sweetened waters.
  ('220210', 'any', 40, '2025-09-22', '9/2025-CT(R)'),
  -- Pan masala, tobacco and biris, since there is no compensation cess on them any more.
  ('21069020', 'any', 40, '2026-02-01', '19/2025-CT(R)'),
  ('2402', 'any', 40, '2026-02-01', '19/2025-CT(R)'),
  ('2403', 'any', 40, '2026-02-01', '19/2025-CT(R)'),
  ('24031921', 'any', 18, '2026-02-01', '19/2025-CT(R)'),
  ('24031929', 'any', 18, '2026-02-01', '19/2025-CT(R)')
) as shipped (prefix, condition, rate, valid_from, notification);

-- The columns and the page size in which people want to see lists.
create table list_preferences (
  user_id bigint not null references users on delete cascade,
  list text not null,
  -- It is null where the columns are as the list comes.
  columns text[],
  page_size smallint,
  primary key (user_id, list)
);

-- Saved views of lists.
create table list_views (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  list text not null,
  name text not null,
  -- True for a view that everybody sees.
  shared boolean not null,
  columns text[],
  -- Filters and sort order, as the query of the list's address.
  query text not null,
  unique (user_id, list, name)
);
create index list_views_shared on list_views (id) where shared;
