-- A vendor hears of goods that arrived short or over against its dispatch note.
insert into event_receivers (side, kind, mail_roles, notice_roles) values
  ('vendor', 'differences', '{owner,dispatch}', '{owner,orders,dispatch,billing}');
