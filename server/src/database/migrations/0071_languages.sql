-- Of the mails to this user.
alter table users add column language text not null default 'en' check (language in ('en', 'hi'));
