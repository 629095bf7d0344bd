-- How the jobs of the background have gone, for the figures: whichever process did them.
create table job_runs (
  job text primary key,
  ran_at timestamptz not null,
  succeeded_at timestamptz,
  failures bigint not null default 0
);
