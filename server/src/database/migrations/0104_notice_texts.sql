-- What those read who chose Hindi.
alter table portal_settings
  add column sign_in_notice_hindi text,
  add column dashboard_notice_hindi text;
