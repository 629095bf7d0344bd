-- The ground of all domains: extensions, the keys by which codes and numbers are compared, and what server processes agree on.
--
-- Money is numeric(14, 2): at most 999999999999.99, exact. Business dates are dates; only instants are timestamptz.

create extension if not exists pg_trgm;
-- It lets exclusion constraints compare text beside ranges.
create extension if not exists btree_gist;

-- One number is one thing wherever it is written: this key compares numbers and codes. The contract has the same functions (codes.ts).
-- The key is without case, signs of no width, several blanks in a row, full-width forms and look-alike dashes. Most codes are plain, and
-- take the short way.
create function code_key(code text) returns text language sql immutable parallel safe
  return case when code ~ '^[!-~]+( [!-~]+)*$'
    then translate(code, 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')
    else translate(
      btrim(regexp_replace(regexp_replace(regexp_replace(
        normalize(regexp_replace(code, '[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g'), NFKC),
        '[\u02d7\u058a\u05be\u1400\u1806\u2010-\u2015\u2043\u2212\u23af\u2500\u2501\u2796\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u301c\u3030\u30a0\u30fc]', '-', 'g'),
        '[\u2044\u2215]', '/', 'g'),
        '[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000]+', ' ', 'g'), ' '),
      'abcdefghijklmnopqrstuvwxyzàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿαβγδεζηθικλμνξοπρςστυφχψωабвгдежзийклмнопрстуфхцчшщъыьэюяѐёђѓєѕіїјљњћќѝўџ',
      'ABCDEFGHIJKLMNOPQRSTUVWXYZÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞŸΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΣΤΥΦΧΨΩАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЀЁЂЃЄЅІЇЈЉЊЋЌЍЎЏ') end;

-- A GTIN-8 to -14 gets a key without leading zeros: one item has it in several lengths.
create function gtin_key(code text) returns text language sql immutable parallel safe
  return case when code ~ '^[0-9]{8,14}$' then coalesce(nullif(ltrim(code, '0'), ''), '0')
    when code_key(code) ~ '^[0-9]{8,14}$' then coalesce(nullif(ltrim(code_key(code), '0'), ''), '0')
    else code_key(code) end;

-- Numbers that people take for the same, such as INV/0012, inv-12 and INV12, have the same key here.
create function number_key(number text) returns text language sql immutable parallel safe
  return regexp_replace(regexp_replace(code_key(number), '(^|[^0-9])0+(?=[0-9])', '\1', 'g'), '[/-]', '', 'g');

-- Numbers sort by this: 9 comes before 10, and INV/9 before INV/10.
create function number_order(number text) returns text language sql immutable parallel safe
  return lpad(length(ltrim(number, '0'))::text, 2, '0') || ltrim(number, '0');

-- Places are compared without case, blanks and commas.
create function place_key(place text) returns text language sql immutable parallel safe as $$
  select lower(regexp_replace(place, '[\s,]+', '', 'g'))
$$;

-- The year in which the financial year of a day starts, on 1 April: 2025 for 31 March 2026.
create function financial_year(day date) returns integer language sql immutable parallel safe
  return extract(year from day)::integer - (extract(month from day) < 4)::integer;

-- The column `twin` numbers rows that are one by today's keys and were two before: 0 is the first of them, and every new row. A twin whose
-- number changes becomes as any other row.
create function untwin() returns trigger language plpgsql as $$
begin
  new.twin := 0;
  return new;
end $$;

-- Values of the installation itself, such as the secret that signs document links. All server processes share them.
create table settings (
  name text primary key,
  value text not null
);

-- Numbers that are given in sequence without gaps: a row stays locked until the transaction that took a number ends.
create table counters (
  name text primary key,
  value bigint not null
);
insert into counters (name, value) values ('scheme', 0);

-- A job that one process does at a time: it holds the lease and renews it; if it dies, the lease expires by the database clock.
create table leases (
  name text primary key,
  holder text not null,
  expires_at timestamptz not null
);

-- The results of the last runs of the background jobs, in whichever process, for the metrics.
create table job_runs (
  job text primary key,
  ran_at timestamptz not null,
  succeeded_at timestamptz,
  failures bigint not null default 0
);

-- Fixed windows by key, counted by all server processes together.
create unlogged table rate_limits (
  key text primary key,
  count integer not null,
  resets_at timestamptz not null
);

-- Answers of calls that carried an idempotency key: the same call again gets the same answer.
create table idempotency_keys (
  -- The user; 0 for a visitor.
  caller_id bigint not null,
  key text not null,
  operation text not null,
  body_digest bytea not null,
  status smallint not null,
  reply text not null,
  created_at timestamptz not null default now(),
  primary key (caller_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
