-- GST rates by HSN code and day.

-- For the constraint below, which compares text beside ranges.
create extension if not exists btree_gist;

create table gst_rates (
  id bigint generated always as identity primary key,
  -- The rate is that of all codes that begin so, unless a longer prefix says otherwise.
  hsn_prefix text collate "C" not null check (hsn_prefix ~ '^\d{2}(\d{2}){0,3}$'),
  -- Some goods have another rate when they are pre-packaged and labelled.
  condition text not null default 'any' check (condition in ('any', 'prepacked', 'loose')),
  -- Percent: IGST, or CGST and SGST together.
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
  -- Deferred, so that a sheet may move the border between two rates.
  constraint gst_rates_overlap exclude using gist
    (hsn_prefix with =, condition with =, daterange(valid_from, valid_to, '[]') with &&) deferrable initially deferred
);

-- Only what a notification says of a whole heading, so that the code alone decides. Earlier rates, and goods that share their heading
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
