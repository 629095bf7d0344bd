-- A vendor writes payment terms into its profile by itself. They count for its orders and invoices once an administrator confirms the vendor or
-- saves them.
alter table vendors add column agreed_terms text;
alter table vendors disable trigger user;
update vendors set agreed_terms = payment_terms where identity_confirmed_at is not null;
alter table vendors enable trigger user;
-- PostgreSQL 15 cannot change the expression of a column.
alter table vendors drop column credit_days;
alter table vendors add column credit_days integer generated always as (credit_days(agreed_terms)) stored;

create function agree_terms() returns trigger language plpgsql as $$
begin
  new.agreed_terms := new.payment_terms;
  return new;
end $$;
create trigger vendors_agreed_in before insert on vendors for each row when (new.identity_confirmed_at is not null) execute function agree_terms();
create trigger vendors_agreed_on before update of identity_confirmed_at on vendors for each row
  when (old.identity_confirmed_at is null and new.identity_confirmed_at is not null) execute function agree_terms();
