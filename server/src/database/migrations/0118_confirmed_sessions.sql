-- Who has no password proves at the sign-in provider who it is, in the place of a password.
alter table sessions add column confirmed_at timestamptz;

alter table idp_attempts drop constraint idp_attempts_purpose_check, drop constraint idp_attempts_check;
alter table idp_attempts
  add constraint idp_attempts_purpose_check check (purpose in ('sign-in', 'link', 'invitation', 'confirm')),
  add constraint idp_attempts_check check ((user_id is not null) = (purpose in ('link', 'confirm')));
