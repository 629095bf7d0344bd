-- Where few owners have many rows each, PostgreSQL takes it for cheaper to walk through everybody's newest rows until it meets enough of one
-- owner's, as if they lay evenly, than to go to the index that begins with the owner: behind 700,000 rows of others a page took 0.9 s. It
-- thinks this dear to ask of each row on its way, and it is asked of the rows of a page.
create function is_own(owner_id bigint, wanted bigint) returns boolean language plpgsql immutable strict parallel safe cost 2000 as $$
begin
  return owner_id = wanted;
end $$;
