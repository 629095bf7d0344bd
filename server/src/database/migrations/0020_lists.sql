-- How people want to see lists: columns and page size, and saved views.
create table list_preferences (
  user_id bigint not null references users on delete cascade,
  list text not null,
  -- Null: as the list comes.
  columns text[],
  page_size smallint,
  primary key (user_id, list)
);

create table list_views (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  list text not null,
  name text not null,
  -- For everybody.
  shared boolean not null,
  columns text[],
  -- Filters and sort order, as the query of the list's address.
  query text not null,
  unique (user_id, list, name)
);
create index list_views_shared on list_views (id) where shared;
