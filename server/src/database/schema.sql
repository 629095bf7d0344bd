-- The schema that the migrations make, to be read: npm run schema writes it. Comments with the reasons are in migrations/.

create table allocations (
  id bigint generated always as identity,
  vendor_id bigint not null,
  invoice_id bigint,
  kind text not null,
  payment_id bigint,
  memo_id bigint,
  amount numeric(14,2) not null,
  day date not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  opening_id bigint,
  constraint allocations_pkey PRIMARY KEY (id),
  constraint allocations_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  constraint allocations_memo_id_fkey FOREIGN KEY (memo_id) REFERENCES memos(id) ON DELETE CASCADE,
  constraint allocations_opening_id_fkey FOREIGN KEY (opening_id) REFERENCES opening_balances(id) ON DELETE CASCADE,
  constraint allocations_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id) ON DELETE CASCADE,
  constraint allocations_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id),
  constraint allocations_amount_check CHECK ((amount <> (0)::numeric)),
  constraint allocations_kind_check CHECK ((kind = ANY (ARRAY['payment'::text, 'tax'::text, 'deduction'::text, 'credit'::text]))),
  constraint allocations_source CHECK (((num_nonnulls(payment_id, memo_id, opening_id) = 1) AND ((payment_id IS NULL) = (kind = ANY (ARRAY['deduction'::text, 'credit'::text])))))
);
CREATE INDEX allocations_invoice ON allocations USING btree (invoice_id) WHERE (invoice_id IS NOT NULL);
CREATE INDEX allocations_memo ON allocations USING btree (memo_id) WHERE (memo_id IS NOT NULL);
CREATE INDEX allocations_on_account ON allocations USING btree (vendor_id, day) INCLUDE (amount) WHERE (invoice_id IS NULL);
CREATE INDEX allocations_opening ON allocations USING btree (opening_id) WHERE (opening_id IS NOT NULL);
CREATE INDEX allocations_payment ON allocations USING btree (payment_id) WHERE (payment_id IS NOT NULL);
CREATE INDEX allocations_vendor ON allocations USING btree (vendor_id, id);
CREATE TRIGGER allocations_settle_added AFTER INSERT ON allocations REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION keep_settled();
CREATE TRIGGER allocations_settle_changed AFTER UPDATE ON allocations REFERENCING OLD TABLE AS older NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION keep_settled();
CREATE TRIGGER allocations_settle_removed AFTER DELETE ON allocations REFERENCING OLD TABLE AS older FOR EACH STATEMENT EXECUTE FUNCTION keep_settled();

create table answer_tolerances (
  vendor_id bigint,
  days_late integer not null,
  quantity_less numeric(6,3) not null,
  quantity_more numeric(6,3) not null,
  price_more numeric(6,3) not null,
  constraint answer_tolerances_vendor_id_key UNIQUE NULLS NOT DISTINCT (vendor_id),
  constraint answer_tolerances_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id),
  constraint answer_tolerances_days_late_check CHECK (((days_late >= 0) AND (days_late <= 365))),
  constraint answer_tolerances_price_more_check CHECK (((price_more >= (0)::numeric) AND (price_more <= (100)::numeric))),
  constraint answer_tolerances_quantity_less_check CHECK (((quantity_less >= (0)::numeric) AND (quantity_less <= (100)::numeric))),
  constraint answer_tolerances_quantity_more_check CHECK (((quantity_more >= (0)::numeric) AND (quantity_more <= (100)::numeric)))
);

create table api_keys (
  id bigint generated always as identity,
  vendor_id bigint,
  user_id bigint not null,
  membership_id bigint,
  name text not null,
  prefix text not null,
  key_hash bytea not null,
  scopes text[] not null,
  addresses text[] default '{}'::text[] not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  refused_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_key_hash_key UNIQUE (key_hash),
  constraint api_keys_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES memberships(id) ON DELETE SET NULL,
  constraint api_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint api_keys_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id),
  constraint api_keys_check CHECK ((expires_at <= (created_at + '366 days'::interval))),
  constraint api_keys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint api_keys_scopes_check CHECK ((cardinality(scopes) > 0))
);
CREATE INDEX api_keys_membership ON api_keys USING btree (membership_id);
CREATE INDEX api_keys_vendor ON api_keys USING btree (vendor_id, id);

create table audit_log (
  id bigint generated always as identity,
  at timestamp with time zone default now() not null,
  actor_id bigint,
  vendor_id bigint,
  action text not null,
  entity text not null,
  entity_id text not null,
  before jsonb,
  after jsonb,
  key_id bigint,
  acting_for bigint[],
  constraint audit_log_pkey PRIMARY KEY (id),
  constraint audit_log_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id)
);
CREATE INDEX audit_log_action ON audit_log USING btree (action, id);
CREATE INDEX audit_log_actor ON audit_log USING btree (actor_id, id);
CREATE INDEX audit_log_at ON audit_log USING brin (at) WITH (autosummarize='on');
CREATE INDEX audit_log_decided ON audit_log USING btree (at) WHERE (action = ANY (ARRAY['invoice.approve'::text, 'invoice.release'::text, 'payment.create'::text, 'payment.change'::text, 'openingBalance.accept'::text, 'openingBalance.reverse'::text, 'debitMemo.accept'::text, 'debitMemo.reverse'::text, 'creditMemo.accept'::text, 'creditMemo.reverse'::text]));
CREATE INDEX audit_log_entity ON audit_log USING btree (entity, entity_id, id);
CREATE INDEX audit_log_sensitive ON audit_log USING btree (id) WHERE ((entity = 'user'::text) AND (before ?| ARRAY['bankName'::text, 'accountNumber'::text, 'IFSCCode'::text, 'pan'::text, 'gstin'::text, 'panDocument'::text, 'gstDocument'::text, 'cancelledCheque'::text, 'certiOfIncorporation'::text]));
CREATE INDEX audit_log_vendor ON audit_log USING btree (vendor_id, id);
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_log_no_truncate BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table audit_seen (
  user_id bigint not null,
  entry_id bigint not null,
  constraint audit_seen_pkey PRIMARY KEY (user_id),
  constraint audit_seen_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table buyer_faults (
  source text not null,
  kind text not null,
  external_id text not null,
  problem text not null,
  record jsonb not null,
  first_seen timestamp with time zone default now() not null,
  last_seen timestamp with time zone default now() not null,
  texts jsonb,
  code text,
  constraint buyer_faults_pkey PRIMARY KEY (source, kind, external_id)
);

create table buyer_pulls (
  source text not null,
  kind text not null,
  cursor text,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  rows_read integer default 0 not null,
  rows_stored integer default 0 not null,
  error text,
  texts jsonb,
  constraint buyer_pulls_pkey PRIMARY KEY (source, kind),
  constraint buyer_pulls_kind_check CHECK ((kind = ANY (ARRAY['suppliers'::text, 'items'::text, 'orders'::text, 'returns'::text, 'payments'::text, 'acknowledgements'::text])))
);

create table buyer_sites (
  id bigint generated always as identity,
  name text not null,
  address text not null,
  postal_code text not null,
  registration_id bigint,
  places text[] generated always as ARRAY[place_key(name), place_key(((name || address) || postal_code)), place_key(address), place_key((address || postal_code))] stored,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint buyer_sites_pkey PRIMARY KEY (id),
  constraint buyer_sites_registration_id_fkey FOREIGN KEY (registration_id) REFERENCES registrations(id)
);
CREATE UNIQUE INDEX buyer_sites_name ON buyer_sites USING btree (lower(name));

create table buyer_suppliers (
  source text not null,
  external_id text not null,
  name text not null,
  email text,
  gstin text,
  seen_at timestamp with time zone default clock_timestamp() not null,
  constraint buyer_suppliers_pkey PRIMARY KEY (source, external_id)
);
CREATE INDEX buyer_suppliers_gstin ON buyer_suppliers USING btree (source, gstin);

create table captcha_answers (
  digest bytea not null,
  expires_at timestamp with time zone not null,
  constraint captcha_answers_pkey PRIMARY KEY (digest)
);

create table carried_balances (
  vendor_id bigint not null,
  before numeric(20,2) not null,
  after numeric(20,2) not null,
  credits numeric(20,2) not null,
  raised numeric(20,2) not null,
  deductions numeric(20,2) not null,
  opening numeric(20,2) not null,
  held numeric(20,2) not null,
  carried_at timestamp with time zone default clock_timestamp() not null,
  constraint carried_balances_pkey PRIMARY KEY (vendor_id),
  constraint carried_balances_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE,
  constraint carried_balances_check CHECK ((after = ((((before - credits) + raised) - deductions) + opening)))
);

create table changes (
  transaction_id xid8 default pg_current_xact_id() not null,
  id bigint generated always as identity,
  at timestamp with time zone default now() not null,
  entity text not null,
  record_id bigint not null,
  vendor_id bigint not null,
  constraint changes_pkey PRIMARY KEY (transaction_id, id)
);
CREATE INDEX changes_at ON changes USING brin (at) WITH (autosummarize='on');
CREATE INDEX changes_vendor ON changes USING btree (vendor_id, transaction_id, id);

create table code_list_loads (
  list text not null,
  loaded_at timestamp with time zone default now() not null,
  constraint code_list_loads_pkey PRIMARY KEY (list)
);

create table code_lists (
  list text not null,
  code text collate "C" not null,
  meaning text,
  constraint code_lists_pkey PRIMARY KEY (list, code),
  constraint code_lists_list_check CHECK ((list = ANY (ARRAY['units'::text, 'hsn'::text, 'ifsc'::text])))
);

create table comments (
  id uuid default gen_random_uuid() not null,
  place bigint generated always as identity,
  vendor_id bigint not null,
  kind text not null,
  purchase_order_id bigint,
  dispatch_note_id bigint,
  receipt_id bigint,
  invoice_id bigint,
  purchase_return_id bigint,
  memo_id bigint,
  payment_id bigint,
  product_id bigint,
  by_buyer boolean not null,
  internal boolean not null,
  author_id bigint not null,
  member_id bigint,
  company text not null,
  mentioned text[] default '{}'::text[] not null,
  body text not null,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone default clock_timestamp() not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  constraint comments_pkey PRIMARY KEY (id),
  constraint comments_place_key UNIQUE (place),
  constraint comments_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  constraint comments_dispatch_note_id_fkey FOREIGN KEY (dispatch_note_id) REFERENCES dispatch_notes(id) ON DELETE CASCADE,
  constraint comments_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id) ON DELETE CASCADE,
  constraint comments_member_id_fkey FOREIGN KEY (member_id) REFERENCES memberships(id) ON DELETE SET NULL,
  constraint comments_memo_id_fkey FOREIGN KEY (memo_id) REFERENCES memos(id) ON DELETE CASCADE,
  constraint comments_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id) ON DELETE CASCADE,
  constraint comments_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE,
  constraint comments_purchase_order_id_fkey FOREIGN KEY (purchase_order_id) REFERENCES purchase_orders(id) ON DELETE CASCADE,
  constraint comments_purchase_return_id_fkey FOREIGN KEY (purchase_return_id) REFERENCES purchase_returns(id) ON DELETE CASCADE,
  constraint comments_receipt_id_fkey FOREIGN KEY (receipt_id) REFERENCES receipts(id) ON DELETE CASCADE,
  constraint comments_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE,
  constraint comments_check CHECK ((by_buyer OR (NOT internal))),
  constraint comments_check1 CHECK (((deleted_at IS NULL) OR (body = ''::text))),
  constraint comments_check2 CHECK ((num_nonnulls(purchase_order_id, dispatch_note_id, receipt_id, invoice_id, purchase_return_id, memo_id, payment_id, product_id) =
CASE kind
    WHEN 'vendor'::text THEN 0
    ELSE 1
END)),
  constraint comments_check3 CHECK (
CASE kind
    WHEN 'purchaseOrder'::text THEN (purchase_order_id IS NOT NULL)
    WHEN 'dispatchNote'::text THEN (dispatch_note_id IS NOT NULL)
    WHEN 'receipt'::text THEN (receipt_id IS NOT NULL)
    WHEN 'invoice'::text THEN (invoice_id IS NOT NULL)
    WHEN 'purchaseReturn'::text THEN (purchase_return_id IS NOT NULL)
    WHEN 'debitMemo'::text THEN (memo_id IS NOT NULL)
    WHEN 'creditMemo'::text THEN (memo_id IS NOT NULL)
    WHEN 'payment'::text THEN (payment_id IS NOT NULL)
    WHEN 'product'::text THEN (product_id IS NOT NULL)
    ELSE (kind = 'vendor'::text)
END)
);
CREATE INDEX comments_dispatch_note ON comments USING btree (dispatch_note_id, place) WHERE (dispatch_note_id IS NOT NULL);
CREATE INDEX comments_invoice ON comments USING btree (invoice_id, place) WHERE (invoice_id IS NOT NULL);
CREATE INDEX comments_member ON comments USING btree (member_id);
CREATE INDEX comments_memo ON comments USING btree (memo_id, place) WHERE (memo_id IS NOT NULL);
CREATE INDEX comments_payment ON comments USING btree (payment_id, place) WHERE (payment_id IS NOT NULL);
CREATE INDEX comments_product ON comments USING btree (product_id, place) WHERE (product_id IS NOT NULL);
CREATE INDEX comments_purchase_order ON comments USING btree (purchase_order_id, place) WHERE (purchase_order_id IS NOT NULL);
CREATE INDEX comments_purchase_return ON comments USING btree (purchase_return_id, place) WHERE (purchase_return_id IS NOT NULL);
CREATE INDEX comments_receipt ON comments USING btree (receipt_id, place) WHERE (receipt_id IS NOT NULL);
CREATE INDEX comments_vendor ON comments USING btree (vendor_id, place);

create table counters (
  name text not null,
  value bigint not null,
  constraint counters_pkey PRIMARY KEY (name)
);

create table daily_counts (
  list text not null,
  day date not null,
  vendor_id bigint not null,
  count bigint not null,
  amount numeric(20,2) not null,
  constraint daily_counts_pkey PRIMARY KEY (list, day, vendor_id),
  constraint daily_counts_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id)
) with (fillfactor=50);

create table delegations (
  id bigint generated always as identity,
  from_membership bigint not null,
  to_membership bigint not null,
  from_day date not null,
  to_day date not null,
  constraint delegations_pkey PRIMARY KEY (id),
  constraint delegations_from_membership_fkey FOREIGN KEY (from_membership) REFERENCES memberships(id) ON DELETE CASCADE,
  constraint delegations_to_membership_fkey FOREIGN KEY (to_membership) REFERENCES memberships(id) ON DELETE CASCADE,
  constraint delegations_check CHECK ((from_day <= to_day)),
  constraint delegations_check1 CHECK ((from_membership <> to_membership))
);
CREATE INDEX delegations_from ON delegations USING btree (from_membership);
CREATE INDEX delegations_to ON delegations USING btree (to_membership, to_day);

create table dispatch_goods (
  note_id bigint not null,
  vendor_id bigint not null,
  state text default 'draft'::text not null,
  kind text not null,
  invoice_id bigint,
  expected_on date,
  from_address text,
  from_place text,
  from_pin text,
  from_state text,
  from_gstin text,
  ship_to_name text,
  ship_to_address text,
  ship_to_place text,
  ship_to_pin text,
  ship_to_state text,
  ship_to_gstin text,
  distance integer,
  mode text,
  transporter_id text,
  transport_document text,
  transport_document_on date,
  vehicles jsonb default '[]'::jsonb not null,
  eway_made_at timestamp with time zone,
  eway_valid_until timestamp with time zone,
  part_b_changed boolean default false not null,
  parties jsonb,
  left_at timestamp with time zone,
  arrived_on date,
  updated_at timestamp with time zone default clock_timestamp() not null,
  delivers boolean generated always as (kind = ANY (ARRAY['invoice'::text, 'challan'::text, 'job_work'::text, 'approval'::text, 'line_sale'::text, 'other'::text])) stored not null,
  eway_cancelled text[] default '{}'::text[] not null,
  constraint dispatch_goods_pkey PRIMARY KEY (note_id),
  constraint dispatch_goods_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id) ON DELETE SET NULL,
  constraint dispatch_goods_note_id_fkey FOREIGN KEY (note_id) REFERENCES dispatch_notes(id) ON DELETE CASCADE,
  constraint dispatch_goods_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id),
  constraint dispatch_goods_distance_check CHECK (((distance >= 0) AND (distance <= 4000))),
  constraint dispatch_goods_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'challan'::text, 'job_work'::text, 'job_work_out'::text, 'approval'::text, 'line_sale'::text, 'other'::text, 'return'::text, 'return_memo'::text, 'own_use'::text, 'exhibition'::text, 'exhibition_back'::text]))),
  constraint dispatch_goods_mode_check CHECK ((mode = ANY (ARRAY['road'::text, 'rail'::text, 'air'::text, 'ship'::text]))),
  constraint dispatch_goods_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'ready'::text, 'left'::text, 'arrived'::text, 'closed'::text, 'cancelled'::text])))
);
CREATE INDEX dispatch_goods_eway_cancelled ON dispatch_goods USING btree (vendor_id) WHERE (eway_cancelled <> '{}'::text[]);
CREATE INDEX dispatch_goods_state ON dispatch_goods USING btree (vendor_id, state);
CREATE TRIGGER dispatch_goods_state_changed AFTER UPDATE ON dispatch_goods REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION record_changes('''dispatchNote''', 'head.id', 'head.vendor_id', 'join dispatch_notes head on head.id = wrote.note_id');
CREATE TRIGGER dispatch_goods_state_gone AFTER DELETE ON dispatch_goods REFERENCING OLD TABLE AS older FOR EACH STATEMENT EXECUTE FUNCTION record_changes('''dispatchNote''', 'head.id', 'head.vendor_id', 'join dispatch_notes head on head.id = wrote.note_id');
CREATE TRIGGER dispatch_goods_state_new AFTER INSERT ON dispatch_goods REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION record_changes('''dispatchNote''', 'head.id', 'head.vendor_id', 'join dispatch_notes head on head.id = wrote.note_id');

create table dispatch_lines (
  id bigint generated always as identity,
  note_id bigint not null,
  no integer not null,
  order_id bigint,
  line integer,
  item_code text not null,
  item_name text not null,
  ean text,
  hsn_code text,
  quantity numeric(12,3) not null,
  uom text,
  cartons integer,
  taxable numeric(14,2) not null,
  cgst_rate numeric(6,3),
  sgst_rate numeric(6,3),
  igst_rate numeric(6,3),
  cess_rate numeric(6,3),
  batch text,
  made_on date,
  best_before date,
  mrp numeric(14,2),
  country_of_origin text,
  quantity_basis text,
  net_content text,
  constraint dispatch_lines_pkey PRIMARY KEY (id),
  constraint dispatch_lines_no UNIQUE (note_id, no),
  constraint dispatch_lines_note_id_fkey FOREIGN KEY (note_id) REFERENCES dispatch_goods(note_id) ON DELETE CASCADE,
  constraint dispatch_lines_order_id_fkey FOREIGN KEY (order_id) REFERENCES purchase_orders(id),
  constraint dispatch_lines_cartons_check CHECK ((cartons >= 0)),
  constraint dispatch_lines_of_order CHECK (((order_id IS NULL) = (line IS NULL))),
  constraint dispatch_lines_quantity_basis_check CHECK ((quantity_basis = ANY (ARRAY['exact'::text, 'provisional'::text]))),
  constraint dispatch_lines_quantity_check CHECK ((quantity > (0)::numeric))
);
CREATE INDEX dispatch_lines_order ON dispatch_lines USING btree (order_id, line);

create table dispatch_notes (
  id bigint generated always as identity,
  vendor_id bigint not null,
  number text not null,
  challan_date date not null,
  po_number text,
  po_date date,
  cartons integer,
  transporter text,
  driver_name text,
  driver_contact text,
  vehicle_number text,
  eway_bill_number text,
  packages integer,
  net_weight numeric(12,3),
  gross_weight numeric(12,3),
  delivery_location text,
  buyer_representative_id text,
  vendor_registration_id bigint,
  buyer_registration_id bigint,
  twin integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  issuer text default 'vendor'::text not null,
  constraint dispatch_notes_pkey PRIMARY KEY (id),
  constraint dispatch_notes_buyer_registration_id_fkey FOREIGN KEY (buyer_registration_id) REFERENCES registrations(id),
  constraint dispatch_notes_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id),
  constraint dispatch_notes_vendor_registration_id_fkey FOREIGN KEY (vendor_registration_id) REFERENCES registrations(id),
  constraint dispatch_notes_cartons_check CHECK ((cartons >= 0)),
  constraint dispatch_notes_gross_weight_check CHECK ((gross_weight >= (0)::numeric)),
  constraint dispatch_notes_issuer_check CHECK ((issuer = ANY (ARRAY['vendor'::text, 'buyer'::text]))),
  constraint dispatch_notes_net_weight_check CHECK ((net_weight >= (0)::numeric)),
  constraint dispatch_notes_packages_check CHECK ((packages >= 0))
);
CREATE INDEX dispatch_notes_by_number ON dispatch_notes USING btree (code_key(number));
CREATE INDEX dispatch_notes_day ON dispatch_notes USING btree (challan_date, id);
CREATE UNIQUE INDEX dispatch_notes_number ON dispatch_notes USING btree (vendor_id, code_key(number), financial_year(challan_date), twin, issuer);
CREATE UNIQUE INDEX dispatch_notes_number_buyer ON dispatch_notes USING btree (code_key(number), financial_year(challan_date), twin) WHERE (issuer = 'buyer'::text);
CREATE INDEX dispatch_notes_order ON dispatch_notes USING btree (vendor_id, code_key(po_number)) WHERE (po_number IS NOT NULL);
CREATE INDEX dispatch_notes_search ON dispatch_notes USING gin (code_key(number) gin_trgm_ops);
CREATE INDEX dispatch_notes_vendor ON dispatch_notes USING btree (vendor_id, id);
CREATE INDEX dispatch_notes_vendor_day ON dispatch_notes USING btree (vendor_id, challan_date, id);
CREATE TRIGGER dispatch_notes_counted AFTER INSERT ON dispatch_notes REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION count_days('''dispatch notes''', '(created_at at time zone ''Asia/Kolkata'')::date', '0');
CREATE TRIGGER dispatch_notes_own_changed AFTER UPDATE ON dispatch_notes REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION record_changes('''dispatchNote''', 'wrote.id', 'wrote.vendor_id', '');
CREATE TRIGGER dispatch_notes_own_gone AFTER DELETE ON dispatch_notes REFERENCING OLD TABLE AS older FOR EACH STATEMENT EXECUTE FUNCTION record_changes('''dispatchNote''', 'wrote.id', 'wrote.vendor_id', '');
CREATE TRIGGER dispatch_notes_own_new AFTER INSERT ON dispatch_notes REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION record_changes('''dispatchNote''', 'wrote.id', 'wrote.vendor_id', '');
CREATE TRIGGER dispatch_notes_recounted AFTER UPDATE ON dispatch_notes REFERENCING OLD TABLE AS older NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION count_days('''dispatch notes''', '(created_at at time zone ''Asia/Kolkata'')::date', '0');
CREATE TRIGGER dispatch_notes_twin BEFORE UPDATE OF number ON dispatch_notes FOR EACH ROW WHEN (((old.twin > 0) AND (code_key(old.number) IS DISTINCT FROM code_key(new.number)))) EXECUTE FUNCTION untwin();
CREATE TRIGGER dispatch_notes_uncounted AFTER DELETE ON dispatch_notes REFERENCING OLD TABLE AS older FOR EACH STATEMENT EXECUTE FUNCTION count_days('''dispatch notes''', '(created_at at time zone ''Asia/Kolkata'')::date', '0');

create table dispatch_package_lines (
  package_id bigint not null,
  line_no integer not null,
  quantity numeric(12,3) not null,
  constraint dispatch_package_lines_pkey PRIMARY KEY (package_id, line_no),
  constraint dispatch_package_lines_package_id_fkey FOREIGN KEY (package_id) REFERENCES dispatch_packages(id) ON DELETE CASCADE,
  constraint dispatch_package_lines_quantity_check CHECK ((quantity > (0)::numeric))
);

create table dispatch_packages (
  id bigint generated always as identity,
  note_id bigint not null,
  no integer not null,
  parent_no integer,
  kind text not null,
  sscc text,
  gross_kg numeric(12,3),
  vendor_id bigint not null,
  constraint dispatch_packages_pkey PRIMARY KEY (id),
  constraint dispatch_packages_no UNIQUE (note_id, no),
  constraint dispatch_packages_note_id_fkey FOREIGN KEY (note_id) REFERENCES dispatch_goods(note_id) ON DELETE CASCADE,
  constraint dispatch_packages_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id),
  constraint dispatch_packages_kind_check CHECK ((kind = ANY (ARRAY['carton'::text, 'pallet'::text, 'loose'::text])))
);
CREATE INDEX dispatch_packages_sscc ON dispatch_packages USING btree (vendor_id, sscc) WHERE (sscc IS NOT NULL);

create table dispatch_papers (
  note_id bigint not null,
  no integer not null,
  sheets jsonb,
  digest text not null,
  file_id uuid,
  made_at timestamp with time zone not null,
  constraint dispatch_papers_pkey PRIMARY KEY (note_id, no),
  constraint dispatch_papers_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  constraint dispatch_papers_note_id_fkey FOREIGN KEY (note_id) REFERENCES dispatch_goods(note_id) ON DELETE CASCADE,
  constraint dispatch_papers_check CHECK (((sheets IS NULL) = (file_id IS NOT NULL))),
  constraint dispatch_papers_no_check CHECK ((no > 0))
);
CREATE INDEX dispatch_papers_file ON dispatch_papers USING btree (file_id) WHERE (file_id IS NOT NULL);

create table email_changes (
  id bigint generated always as identity,
  user_id bigint not null,
  email text not null,
  old_email text not null,
  secret_hash bytea,
  expires_at timestamp with time zone not null,
  changed_at timestamp with time zone,
  constraint email_changes_pkey PRIMARY KEY (id),
  constraint email_changes_secret_hash_key UNIQUE (secret_hash),
  constraint email_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint email_changes_check CHECK (((secret_hash IS NULL) = (changed_at IS NOT NULL)))
);
CREATE UNIQUE INDEX email_changes_pending ON email_changes USING btree (user_id) WHERE (changed_at IS NULL);
CREATE INDEX email_changes_user ON email_changes USING btree (user_id, changed_at);

create table ended_roles (
  user_id bigint not null,
  role text not null,
  ended_at timestamp with time zone default clock_timestamp() not null,
  constraint ended_roles_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX ended_roles_at ON ended_roles USING btree (ended_at);

create table event_receivers (
  side text not null,
  kind text not null,
  mail_roles text[] not null,
  notice_roles text[] not null,
  addresses text[] default '{}'::text[] not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  constraint event_receivers_pkey PRIMARY KEY (side, kind),
  constraint event_receivers_check CHECK (((side = 'buyer'::text) OR (addresses = '{}'::text[]))),
  constraint event_receivers_side_check CHECK ((side = ANY (ARRAY['buyer'::text, 'vendor'::text])))
);

create table files (
  id uuid not null,
  vendor_id bigint,
  kind text not null,
  media_type text not null,
  original_name text not null,
  bytes integer not null,
  replaced_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  comment_id uuid,
  constraint files_pkey PRIMARY KEY (id),
  constraint files_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE,
  constraint files_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id),
  constraint files_bytes_check CHECK ((bytes > 0)),
  constraint files_kind_check CHECK ((kind = ANY (ARRAY['avatar'::text, 'pan'::text, 'gst'::text, 'cheque'::text, 'incorporation'::text, 'receipt'::text, 'challan'::text, 'comment'::text, 'item'::text])))
);
CREATE INDEX files_comment ON files USING btree (comment_id) WHERE (comment_id IS NOT NULL);
CREATE INDEX files_replaced ON files USING btree (replaced_at) WHERE (replaced_at IS NOT NULL);
CREATE INDEX files_vendor ON files USING btree (vendor_id);

create table gst_rates (
  id bigint generated always as identity,
  hsn_prefix text collate "C" not null,
  condition text default 'any'::text not null,
  rate numeric(6,3) not null,
  cess_rate numeric(6,3) default 0 not null,
  valid_from date not null,
  valid_to date,
  notification text,
  proved boolean default false not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint gst_rates_pkey PRIMARY KEY (id),
  constraint gst_rates_overlap EXCLUDE USING gist (hsn_prefix WITH =, condition WITH =, daterange(valid_from, valid_to, '[]'::text) WITH &&) DEFERRABLE INITIALLY DEFERRED,
  constraint gst_rates_cess_rate_check CHECK ((cess_rate >= (0)::numeric)),
  constraint gst_rates_check CHECK ((valid_to >= valid_from)),
  constraint gst_rates_condition_check CHECK ((condition = ANY (ARRAY['any'::text, 'prepacked'::text, 'loose'::text]))),
  constraint gst_rates_hsn_prefix_check CHECK ((hsn_prefix ~ '^\d{2}(\d{2}){0,3}$'::text)),
  constraint gst_rates_rate_check CHECK (((rate >= (0)::numeric) AND (rate <= (100)::numeric)))
);

create table idempotency_keys (
  caller_id bigint not null,
  key text not null,
  operation text not null,
  body_digest bytea not null,
  status smallint not null,
  reply text not null,
  created_at timestamp with time zone default now() not null,
  texts jsonb,
  constraint idempotency_keys_pkey PRIMARY KEY (caller_id, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys USING btree (created_at);

create table identities (
  idp_id bigint not null,
  subject text not null,
  user_id bigint not null,
  linked_at timestamp with time zone default clock_timestamp() not null,
  constraint identities_pkey PRIMARY KEY (idp_id, subject),
  constraint identities_idp_id_fkey FOREIGN KEY (idp_id) REFERENCES idps(id) ON DELETE CASCADE,
  constraint identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX identities_user ON identities USING btree (user_id);

create table identity_requests (
  id bigint generated always as identity,
  vendor_id bigint not null,
  changes jsonb not null,
  previous jsonb not null,
  state text default 'pending'::text not null,
  requested_by bigint not null,
  requested_at timestamp with time zone default clock_timestamp() not null,
  decided_by bigint,
  decided_at timestamp with time zone,
  reason text,
  entered_by bigint[] not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  approved_by bigint,
  approved_at timestamp with time zone,
  applies_at timestamp with time zone,
  constraint identity_requests_pkey PRIMARY KEY (id),
  constraint identity_requests_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES users(id),
  constraint identity_requests_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint identity_requests_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id),
  constraint identity_requests_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE,
  constraint identity_requests_check CHECK (((state = 'pending'::text) = (decided_at IS NULL))),
  constraint identity_requests_check1 CHECK ((num_nulls(approved_by, approved_at, applies_at) = ANY (ARRAY[0, 3]))),
  constraint identity_requests_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'approved'::text, 'refused'::text, 'withdrawn'::text, 'superseded'::text])))
);
CREATE INDEX identity_requests_applies ON identity_requests USING btree (applies_at) WHERE ((state = 'pending'::text) AND (applies_at IS NOT NULL));
CREATE UNIQUE INDEX identity_requests_pending ON identity_requests USING btree (vendor_id) WHERE (state = 'pending'::text);

create table idp_attempts (
  state_hash bytea not null,
  secret_hash bytea not null,
  idp_id bigint not null,
  purpose text not null,
  user_id bigint,
  nonce text not null,
  verifier text not null,
  expires_at timestamp with time zone not null,
  constraint idp_attempts_pkey PRIMARY KEY (state_hash),
  constraint idp_attempts_idp_id_fkey FOREIGN KEY (idp_id) REFERENCES idps(id) ON DELETE CASCADE,
  constraint idp_attempts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint idp_attempts_check CHECK (((user_id IS NOT NULL) = (purpose = ANY (ARRAY['link'::text, 'confirm'::text])))),
  constraint idp_attempts_purpose_check CHECK ((purpose = ANY (ARRAY['sign-in'::text, 'link'::text, 'invitation'::text, 'confirm'::text])))
);
CREATE INDEX idp_attempts_idp ON idp_attempts USING btree (idp_id);
CREATE INDEX idp_attempts_user ON idp_attempts USING btree (user_id);

create table idp_proofs (
  secret_hash bytea not null,
  idp_id bigint not null,
  subject text not null,
  expires_at timestamp with time zone not null,
  constraint idp_proofs_pkey PRIMARY KEY (secret_hash),
  constraint idp_proofs_idp_id_fkey FOREIGN KEY (idp_id) REFERENCES idps(id) ON DELETE CASCADE
);
CREATE INDEX idp_proofs_idp ON idp_proofs USING btree (idp_id);

create table idps (
  id bigint generated always as identity,
  vendor_id bigint,
  name text not null,
  issuer text not null,
  client_id text not null,
  client_secret bytea,
  domains text[] default '{}'::text[] not null,
  required boolean default false not null,
  default_role text,
  trust_mfa boolean default false not null,
  saved_by bigint not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  constraint idps_pkey PRIMARY KEY (id),
  constraint idps_client UNIQUE (issuer, client_id),
  constraint idps_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES users(id),
  constraint idps_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE
);
CREATE INDEX idps_vendor ON idps USING btree (vendor_id);

create table invitations (
  id bigint generated always as identity,
  vendor_id bigint,
  email text not null,
  role text not null,
  limit_amount numeric(14,2),
  secret_hash bytea not null,
  invited_by bigint not null,
  expires_at timestamp with time zone not null,
  site_ids bigint[],
  idp_id bigint,
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_secret_hash_key UNIQUE (secret_hash),
  constraint invitations_idp_id_fkey FOREIGN KEY (idp_id) REFERENCES idps(id) ON DELETE CASCADE,
  constraint invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id),
  constraint invitations_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE,
  constraint invitations_sites CHECK (((site_ids IS NULL) OR ((role = ANY (ARRAY['buyer'::text, 'receiver'::text])) AND (cardinality(site_ids) > 0))))
);
CREATE UNIQUE INDEX invitations_open ON invitations USING btree (vendor_id, lower(email)) NULLS NOT DISTINCT;

create table invoice_lines (
  invoice_id bigint not null,
  no integer not null,
  order_id bigint,
  line integer,
  receipt_id bigint,
  item_code text,
  item_name text not null,
  hsn_code text,
  uom text,
  quantity numeric(12,3) not null,
  unit_price numeric(14,4) not null,
  discount numeric(14,2) default 0 not null,
  taxable numeric(14,2) not null,
  tax_rate numeric(6,3),
  cess_rate numeric(6,3),
  cgst numeric(14,2) default 0 not null,
  sgst numeric(14,2) default 0 not null,
  igst numeric(14,2) default 0 not null,
  cess numeric(14,2) default 0 not null,
  due text,
  quantity_tolerance numeric(6,3) default 0 not null,
  ordered_quantity numeric not null,
  constraint invoice_lines_pkey PRIMARY KEY (invoice_id, no),
  constraint invoice_lines_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id) ON DELETE CASCADE,
  constraint invoice_lines_order_id_fkey FOREIGN KEY (order_id) REFERENCES purchase_orders(id) ON DELETE SET NULL,
  constraint invoice_lines_discount_check CHECK ((discount >= (0)::numeric)),
  constraint invoice_lines_due_check CHECK ((due = ANY (ARRAY['igst'::text, 'halves'::text, 'none'::text]))),
  constraint invoice_lines_no_check CHECK ((no > 0)),
  constraint invoice_lines_quantity_check CHECK ((quantity > (0)::numeric)),
  constraint invoice_lines_taxable_check CHECK ((taxable >= (0)::numeric)),
  constraint invoice_lines_unit_price_check CHECK ((unit_price >= (0)::numeric))
);
CREATE INDEX invoice_lines_order ON invoice_lines USING btree (order_id, line) WHERE (order_id IS NOT NULL);
CREATE TRIGGER invoice_lines_agreed_due_in AFTER INSERT ON invoice_lines REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION lines_agreed_due();
CREATE TRIGGER invoice_lines_agreed_due_on AFTER UPDATE ON invoice_lines REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION lines_agreed_due();
CREATE TRIGGER invoice_lines_agreed_due_out AFTER DELETE ON invoice_lines REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION lines_agreed_due();

create table invoices (
  id bigint generated always as identity,
  vendor_id bigint not null,
  po_number text,
  po_date date,
  number text collate "C" not null,
  invoice_date date not null,
  value numeric(14,2) not null,
  cgst numeric(14,2),
  sgst numeric(14,2),
  igst numeric(14,2),
  paid numeric(14,2) default 0 not null,
  payment_count integer default 0 not null,
  line_count integer default 0 not null,
  match_state text default 'unmatched'::text not null,
  remarks text,
  vendor_registration_id bigint,
  buyer_registration_id bigint,
  entered_by bigint,
  irn text,
  counts_no bigint default nextval('invoice_counts'::regclass) not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  counts_since timestamp with time zone,
  credited numeric(14,2) default 0 not null,
  deducted numeric(14,2) default 0 not null,
  raised numeric(14,2) default 0 not null,
  held numeric(14,2) default 0 not null,
  settled numeric(14,2) generated always as ((paid + credited) + deducted) stored not null,
  balance numeric(14,2) generated always as ((((value + raised) - paid) - credited) - deducted) stored not null,
  is_open boolean generated always as (((paid + credited) + deducted) < (value + raised)) stored not null,
  agreed_due date,
  constraint invoices_pkey PRIMARY KEY (id),
  constraint invoices_id_number UNIQUE (id, number),
  constraint invoices_buyer_registration_id_fkey FOREIGN KEY (buyer_registration_id) REFERENCES registrations(id),
  constraint invoices_entered_by_fkey FOREIGN KEY (entered_by) REFERENCES users(id),
  constraint invoices_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id),
  constraint invoices_vendor_registration_id_fkey FOREIGN KEY (vendor_registration_id) REFERENCES registrations(id),
  constraint invoices_cgst_check CHECK ((cgst >= (0)::numeric)),
  constraint invoices_igst_check CHECK ((igst >= (0)::numeric)),
  constraint invoices_irn_check CHECK ((irn ~ '^[0-9a-fA-F]{64}$'::text)),
  constraint invoices_match_state_check CHECK ((match_state = ANY (ARRAY['unmatched'::text, 'matched'::text, 'exception'::text, 'released'::text, 'returned'::text, 'approved'::text]))),
  constraint invoices_number_check CHECK ((number ~ '^(\d{1,64}|[A-Za-z0-9][A-Za-z0-9/-]{0,15})$'::text)),
  constraint invoices_paid CHECK (((paid >= (0)::numeric) AND (credited >= (0)::numeric) AND (deducted >= (0)::numeric) AND (((paid + credited) + deducted) <= (value + raised)))),
  constraint invoices_po_number_check CHECK (((length(po_number) >= 1) AND (length(po_number) <= 64))),
  constraint invoices_remarks_check CHECK ((length(remarks) <= 200)),
  constraint invoices_sgst_check CHECK ((sgst >= (0)::numeric)),
  constraint invoices_value_check CHECK ((value > (0)::numeric))
) with (fillfactor=85);
CREATE INDEX invoices_by_balance ON invoices USING btree (balance, id) INCLUDE (vendor_id);
CREATE INDEX invoices_by_cgst ON invoices USING btree (cgst, id) INCLUDE (vendor_id);
CREATE INDEX invoices_by_igst ON invoices USING btree (igst, id) INCLUDE (vendor_id);
CREATE INDEX invoices_by_number ON invoices USING btree (code_key(number), id);
CREATE INDEX invoices_by_order ON invoices USING btree (number_order(number), id) INCLUDE (vendor_id, number);
CREATE INDEX invoices_by_paid ON invoices USING btree (paid, id) INCLUDE (vendor_id);
CREATE INDEX invoices_by_po_date ON invoices USING btree (po_date, id) INCLUDE (vendor_id);
CREATE INDEX invoices_by_po_number ON invoices USING btree (number_order(po_number), id) INCLUDE (vendor_id, po_number);
CREATE INDEX invoices_by_sgst ON invoices USING btree (sgst, id) INCLUDE (vendor_id);
CREATE INDEX invoices_by_value ON invoices USING btree (value, id) INCLUDE (vendor_id);
CREATE INDEX invoices_date ON invoices USING btree (invoice_date, id);
CREATE INDEX invoices_exceptions ON invoices USING btree (id) WHERE (match_state = 'exception'::text);
CREATE UNIQUE INDEX invoices_number ON invoices USING btree (vendor_id, code_key(number), financial_year(invoice_date), COALESCE(vendor_registration_id, (0)::bigint));
CREATE INDEX invoices_open ON invoices USING btree (vendor_id, id) WHERE is_open;
CREATE INDEX invoices_order ON invoices USING btree (vendor_id, code_key(po_number)) WHERE (po_number IS NOT NULL);
CREATE INDEX invoices_search ON invoices USING gin (code_key(number) gin_trgm_ops);
CREATE INDEX invoices_vendor ON invoices USING btree (vendor_id, id);
CREATE INDEX invoices_vendor_cgst ON invoices USING btree (vendor_id, cgst, id);
CREATE INDEX invoices_vendor_date ON invoices USING btree (vendor_id, invoice_date, id);
CREATE INDEX invoices_vendor_igst ON invoices USING btree (vendor_id, igst, id);
CREATE INDEX invoices_vendor_sgst ON invoices USING btree (vendor_id, sgst, id);
CREATE TRIGGER invoices_agreed_due BEFORE INSERT OR UPDATE OF vendor_id, po_number, line_count, invoice_date ON invoices FOR EACH ROW EXECUTE FUNCTION keep_agreed_due();
CREATE TRIGGER invoices_balance_added AFTER INSERT ON invoices REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION keep_balances();
CREATE TRIGGER invoices_balance_changed AFTER UPDATE ON invoices REFERENCING OLD TABLE AS older NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION keep_balances();
CREATE TRIGGER invoices_balance_removed AFTER DELETE ON invoices REFERENCING OLD TABLE AS older FOR EACH STATEMENT EXECUTE FUNCTION keep_balances();
CREATE TRIGGER invoices_billed_counted AFTER INSERT ON invoices REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION count_days('''billed''', 'invoice_date', 'value');
CREATE TRIGGER invoices_billed_recounted AFTER UPDATE ON invoices REFERENCING OLD TABLE AS older NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION count_days('''billed''', 'invoice_date', 'value');
CREATE TRIGGER invoices_billed_uncounted AFTER DELETE ON invoices REFERENCING OLD TABLE AS older FOR EACH STATEMENT EXECUTE FUNCTION count_days('''billed''', 'invoice_date', 'value');
CREATE TRIGGER invoices_counted AFTER INSERT ON invoices REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION count_days('''invoices''', '(created_at at time zone ''Asia/Kolkata'')::date', 'value');
CREATE TRIGGER invoices_entry_changed AFTER UPDATE ON invoices REFERENCING OLD TABLE AS older NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION record_invoice_entries();
CREATE TRIGGER invoices_entry_gone AFTER DELETE ON invoices REFERENCING OLD TABLE AS older FOR EACH STATEMENT EXECUTE FUNCTION record_changes('''accountEntry''', 'wrote.id * 8', 'wrote.vendor_id', '');
CREATE TRIGGER invoices_entry_new AFTER INSERT ON invoices REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION record_changes('''accountEntry''', 'wrote.id * 8', 'wrote.vendor_id', '');
CREATE TRIGGER invoices_left AFTER UPDATE OF po_number ON invoices FOR EACH ROW WHEN ((old.po_number IS DISTINCT FROM new.po_number)) EXECUTE FUNCTION record_left_order();
CREATE TRIGGER invoices_own_changed AFTER UPDATE ON invoices REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION record_changes('''invoice''', 'wrote.id', 'wrote.vendor_id', '');
CREATE TRIGGER invoices_own_gone AFTER DELETE ON invoices REFERENCING OLD TABLE AS older FOR EACH STATEMENT EXECUTE FUNCTION record_changes('''invoice''', 'wrote.id', 'wrote.vendor_id', '');
CREATE TRIGGER invoices_own_new AFTER INSERT ON invoices REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION record_changes('''invoice''', 'wrote.id', 'wrote.vendor_id', '');
CREATE TRIGGER invoices_recounted AFTER UPDATE ON invoices REFERENCING OLD TABLE AS older NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION count_days('''invoices''', '(created_at at time zone ''Asia/Kolkata'')::date', 'value');
CREATE TRIGGER invoices_settled_changed AFTER UPDATE ON invoices REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION record_changes('''order''', 'head.id', 'head.vendor_id', 'join purchase_orders head on head.vendor_id = wrote.vendor_id and code_key(head.number) = code_key(wrote.po_number)');
CREATE TRIGGER invoices_settled_gone AFTER DELETE ON invoices REFERENCING OLD TABLE AS older FOR EACH STATEMENT EXECUTE FUNCTION record_changes('''order''', 'head.id', 'head.vendor_id', 'join purchase_orders head on head.vendor_id = wrote.vendor_id and code_key(head.number) = code_key(wrote.po_number)');
CREATE TRIGGER invoices_settled_new AFTER INSERT ON invoices REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION record_changes('''order''', 'head.id', 'head.vendor_id', 'join purchase_orders head on head.vendor_id = wrote.vendor_id and code_key(head.number) = code_key(wrote.po_number)');
CREATE TRIGGER invoices_uncounted AFTER DELETE ON invoices REFERENCING OLD TABLE AS older FOR EACH STATEMENT EXECUTE FUNCTION count_days('''invoices''', '(created_at at time zone ''Asia/Kolkata'')::date', 'value');

create table item_proposals (
  id bigint generated always as identity,
  vendor_id bigint not null,
  ean text not null,
  name text not null,
  brand_name text,
  hsn_code text not null,
  mrp numeric(14,2) not null,
  pack text not null,
  fssai text,
  picture_id uuid,
  state text default 'waiting'::text not null,
  reason text,
  item_id bigint,
  created_at timestamp with time zone default clock_timestamp() not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  constraint item_proposals_pkey PRIMARY KEY (id),
  constraint item_proposals_item_id_fkey FOREIGN KEY (item_id) REFERENCES items(id) ON DELETE SET NULL,
  constraint item_proposals_picture_id_fkey FOREIGN KEY (picture_id) REFERENCES files(id),
  constraint item_proposals_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id),
  constraint item_proposals_check CHECK (((state = 'declined'::text) = (reason IS NOT NULL))),
  constraint item_proposals_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'accepted'::text, 'declined'::text])))
);
CREATE INDEX item_proposals_gtin ON item_proposals USING btree (gtin_key(ean)) WHERE (state = 'waiting'::text);
CREATE INDEX item_proposals_item ON item_proposals USING btree (item_id) WHERE (item_id IS NOT NULL);
CREATE INDEX item_proposals_vendor ON item_proposals USING btree (vendor_id, id);
CREATE UNIQUE INDEX item_proposals_waiting ON item_proposals USING btree (vendor_id, gtin_key(ean)) WHERE (state = 'waiting'::text);

create table items (
  id bigint generated always as identity,
  source text default 'embedded'::text not null,
  item_code text not null,
  ean text not null,
  item_name text not null,
  brand_name text,
  category_name text,
  hsn_code text,
  sku_code text,
  uom_code text,
  uom_description text,
  uom_conversion numeric(12,3) default 1 not null,
  mrp numeric(14,2),
  twin integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint items_pkey PRIMARY KEY (id),
  constraint items_source_item_code_key UNIQUE (source, item_code)
);
CREATE INDEX items_by_code ON items USING btree (code_key(item_code));
CREATE UNIQUE INDEX items_code ON items USING btree (code_key(item_code), twin) WHERE (source = 'embedded'::text);
CREATE INDEX items_ean ON items USING btree (ean text_pattern_ops);
CREATE INDEX items_gtin ON items USING btree (gtin_key(ean) text_pattern_ops);
CREATE INDEX items_search ON items USING gin (lower(item_name) gin_trgm_ops, ean gin_trgm_ops, code_key(COALESCE(sku_code, item_code)) gin_trgm_ops);

create table job_runs (
  job text not null,
  ran_at timestamp with time zone not null,
  succeeded_at timestamp with time zone,
  failures bigint default 0 not null,
  constraint job_runs_pkey PRIMARY KEY (job)
);

create table leases (
  name text not null,
  holder text not null,
  expires_at timestamp with time zone not null,
  constraint leases_pkey PRIMARY KEY (name)
);

create table list_preferences (
  user_id bigint not null,
  list text not null,
  columns text[],
  page_size smallint,
  constraint list_preferences_pkey PRIMARY KEY (user_id, list),
  constraint list_preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table list_views (
  id bigint generated always as identity,
  user_id bigint not null,
  list text not null,
  name text not null,
  shared boolean not null,
  columns text[],
  query text not null,
  constraint list_views_pkey PRIMARY KEY (id),
  constraint list_views_user_id_list_name_key UNIQUE (user_id, list, name),
  constraint list_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX list_views_shared ON list_views USING btree (id) WHERE shared;

create table mails (
  id bigint generated always as identity,
  message_id uuid default gen_random_uuid() not null,
  kind text not null,
  user_id bigint,
  recipient text,
  content jsonb,
  state text default 'waiting'::text not null,
  tries smallint default 0 not null,
  due_at timestamp with time zone default clock_timestamp() not null,
  expires_at timestamp with time zone,
  tried_at timestamp with time zone,
  error text,
  member_id bigint,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint mails_pkey PRIMARY KEY (id),
  constraint mails_message_id_key UNIQUE (message_id),
  constraint mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint mails_check CHECK (((content IS NOT NULL) = (state = ANY (ARRAY['waiting'::text, 'sending'::text])))),
  constraint mails_check1 CHECK (((user_id IS NOT NULL) OR (recipient IS NOT NULL))),
  constraint mails_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'unknown'::text, 'expired'::text, 'unwanted'::text, 'merged'::text])))
);
CREATE INDEX mails_age ON mails USING btree (created_at);
CREATE INDEX mails_due ON mails USING btree (due_at, id) WHERE (state = 'waiting'::text);
CREATE INDEX mails_gathered ON mails USING btree (user_id, kind, created_at) WHERE (state = 'waiting'::text);
CREATE INDEX mails_open ON mails USING btree (state, tried_at) WHERE (state = ANY (ARRAY['waiting'::text, 'sending'::text, 'failed'::text, 'unknown'::text]));
CREATE INDEX mails_outside ON mails USING btree (recipient, kind, created_at) WHERE ((state = 'waiting'::text) AND (user_id IS NULL));

create table mails_off (
  user_id bigint not null,
  kind text not null,
  constraint mails_off_pkey PRIMARY KEY (user_id, kind),
  constraint mails_off_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create unlogged table mass_reads (
  user_id bigint not null,
  vendor_id bigint,
  list text not null,
  day date not null,
  rows bigint not null,
  constraint mass_reads_user_id_vendor_id_list_key UNIQUE NULLS NOT DISTINCT (user_id, vendor_id, list),
  constraint mass_reads_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint mass_reads_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE
) with (fillfactor=70);

create table match_decisions (
  id bigint generated always as identity,
  invoice_id bigint not null,
  run_id bigint,
  kind text not null,
  decided_by bigint not null,
  decided_at timestamp with time zone default clock_timestamp() not null,
  reason text,
  lines jsonb default '[]'::jsonb not null,
  faults jsonb default '[]'::jsonb not null,
  constraint match_decisions_pkey PRIMARY KEY (id),
  constraint match_decisions_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint match_decisions_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id) ON DELETE CASCADE,
  constraint match_decisions_run_id_fkey FOREIGN KEY (run_id) REFERENCES match_runs(id) ON DELETE SET NULL,
  constraint match_decisions_kind_check CHECK ((kind = ANY (ARRAY['release'::text, 'return'::text, 'approve'::text]))),
  constraint match_decisions_reason CHECK (((kind = 'approve'::text) OR (reason IS NOT NULL)))
);
CREATE INDEX match_decisions_invoice ON match_decisions USING btree (invoice_id, id);

create table match_results (
  run_id bigint not null,
  no integer not null,
  rule text not null,
  line integer,
  outcome text not null,
  expected text not null,
  found text not null,
  tolerance text,
  document text,
  message text not null,
  way_out text,
  code text,
  buyer_way_out text,
  texts jsonb,
  constraint match_results_pkey PRIMARY KEY (run_id, no),
  constraint match_results_run_id_fkey FOREIGN KEY (run_id) REFERENCES match_runs(id) ON DELETE CASCADE,
  constraint match_results_outcome_check CHECK ((outcome = ANY (ARRAY['fault'::text, 'remark'::text])))
);

create table match_runs (
  id bigint generated always as identity,
  invoice_id bigint not null,
  ran_at timestamp with time zone default clock_timestamp() not null,
  state text not null,
  constraint match_runs_pkey PRIMARY KEY (id),
  constraint match_runs_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id) ON DELETE CASCADE
);
CREATE INDEX match_runs_invoice ON match_runs USING btree (invoice_id, id);

create table match_tolerances (
  id bigint generated always as identity,
  vendor_id bigint,
  category text,
  quantity numeric(6,3),
  price numeric(6,3),
  price_amount numeric(14,2),
  valid_from date,
  constraint match_tolerances_pkey PRIMARY KEY (id),
  constraint match_tolerances_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id),
  constraint match_tolerances_price_amount_check CHECK ((price_amount >= (0)::numeric)),
  constraint match_tolerances_price_check CHECK (((price >= (0)::numeric) AND (price <= (100)::numeric))),
  constraint match_tolerances_quantity_check CHECK (((quantity >= (0)::numeric) AND (quantity <= (100)::numeric))),
  constraint match_tolerances_whole CHECK (((num_nulls(quantity, price, price_amount) = 0) OR ((num_nulls(quantity, price, price_amount) = 3) AND (valid_from IS NOT NULL) AND (num_nonnulls(vendor_id, category) > 0))))
);
CREATE UNIQUE INDEX match_tolerances_for ON match_tolerances USING btree (COALESCE(vendor_id, (0)::bigint), lower(COALESCE(category, ''::text)), COALESCE(valid_from, '-infinity'::date));

create table memberships (
  id bigint generated always as identity,
  user_id bigint not null,
  vendor_id bigint,
  role text not null,
  limit_amount numeric(14,2),
  site_ids bigint[],
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint memberships_pkey PRIMARY KEY (id),
  constraint memberships_person UNIQUE NULLS NOT DISTINCT (user_id, vendor_id),
  constraint memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint memberships_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE,
  constraint memberships_check CHECK (
CASE
    WHEN (vendor_id IS NULL) THEN (role = ANY (ARRAY['administrator'::text, 'buyer'::text, 'receiver'::text, 'accounts'::text, 'approver'::text, 'auditor'::text]))
    ELSE (role = ANY (ARRAY['owner'::text, 'orders'::text, 'dispatch'::text, 'billing'::text, 'reader'::text]))
END),
  constraint memberships_limit CHECK (((limit_amount IS NULL) OR (role = ANY (ARRAY['approver'::text, 'accounts'::text])))),
  constraint memberships_limit_amount_check CHECK ((limit_amount > (0)::numeric)),
  constraint memberships_sites CHECK (((site_ids IS NULL) OR ((role = ANY (ARRAY['buyer'::text, 'receiver'::text])) AND (cardinality(site_ids) > 0))))
);
CREATE INDEX memberships_vendor ON memberships USING btree (vendor_id, role);
CREATE TRIGGER memberships_end_invitations AFTER DELETE OR UPDATE OF role, vendor_id, user_id ON memberships FOR EACH ROW EXECUTE FUNCTION end_invitations();
CREATE TRIGGER memberships_ended AFTER DELETE OR UPDATE OF role, vendor_id, user_id ON memberships FOR EACH ROW WHEN ((old.vendor_id IS NULL)) EXECUTE FUNCTION keep_ended_roles();
CREATE TRIGGER memberships_join AFTER INSERT OR UPDATE OF vendor_id, user_id ON memberships FOR EACH ROW EXECUTE FUNCTION join_company();

create table memo_lines (
  memo_id bigint not null,
  no integer not null,
  quantity numeric(12,3),
  taxable numeric(14,2) default 0 not null,
  cgst numeric(14,2) default 0 not null,
  sgst numeric(14,2) default 0 not null,
  igst numeric(14,2) default 0 not null,
  cess numeric(14,2) default 0 not null,
  constraint memo_lines_pkey PRIMARY KEY (memo_id, no),
  constraint memo_lines_memo_id_fkey FOREIGN KEY (memo_id) REFERENCES memos(id) ON DELETE CASCADE,
  constraint memo_lines_no_check CHECK ((no > 0)),
  constraint memo_lines_quantity_check CHECK ((quantity > (0)::numeric))
);

create table memos (
  id bigint generated always as identity,
  kind text not null,
  vendor_id bigint not null,
  product_name text,
  vendor_invoice_ref text,
  vendor_invoice_date date,
  buyer_po_ref text,
  buyer_po_date date,
  description text,
  item_quantity numeric(12,3),
  hsn_code text,
  unit_price numeric(14,2),
  price_difference numeric(14,2),
  tax_rate numeric(6,3),
  cgst numeric(14,2),
  sgst numeric(14,2),
  igst numeric(14,2),
  amount numeric(14,2),
  vendor_registration_id bigint,
  buyer_registration_id bigint,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  invoice_id bigint,
  number text,
  memo_date date,
  issuer text default 'vendor'::text not null,
  gst_kind text default 'gst'::text not null,
  status text default 'open'::text not null,
  claim_id bigint,
  return_id bigint,
  answered numeric(14,2) default 0 not null,
  counted_on date,
  entered_by bigint,
  accepted_by bigint,
  accepted_at timestamp with time zone,
  reversed_by bigint,
  reversed_on date,
  reverse_reason text,
  lowers boolean generated always as ((kind = 'credit'::text) = (issuer = 'vendor'::text)) stored not null,
  counts numeric(14,2) generated always as 
CASE
    WHEN ((status = 'accepted'::text) AND ((invoice_id IS NOT NULL) OR ((kind = 'credit'::text) AND (issuer = 'vendor'::text)))) THEN (COALESCE(amount, (0)::numeric) - answered)
    ELSE (0)::numeric
END stored not null,
  holds numeric(14,2) generated always as 
CASE
    WHEN ((status = 'open'::text) AND (kind = 'debit'::text) AND (issuer = 'buyer'::text) AND (invoice_id IS NOT NULL)) THEN (COALESCE(amount, (0)::numeric) - answered)
    ELSE (0)::numeric
END stored not null,
  taken_by bigint,
  constraint memos_pkey PRIMARY KEY (id),
  constraint memos_return_id_key UNIQUE (return_id),
  constraint memos_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES users(id),
  constraint memos_buyer_registration_id_fkey FOREIGN KEY (buyer_registration_id) REFERENCES registrations(id),
  constraint memos_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES memos(id),
  constraint memos_entered_by_fkey FOREIGN KEY (entered_by) REFERENCES users(id),
  constraint memos_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id) ON DELETE SET NULL,
  constraint memos_return_id_fkey FOREIGN KEY (return_id) REFERENCES purchase_returns(id) ON DELETE SET NULL,
  constraint memos_reversed_by_fkey FOREIGN KEY (reversed_by) REFERENCES users(id),
  constraint memos_taken_by_fkey FOREIGN KEY (taken_by) REFERENCES payments(id) ON DELETE SET NULL,
  constraint memos_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id),
  constraint memos_vendor_registration_id_fkey FOREIGN KEY (vendor_registration_id) REFERENCES registrations(id),
  constraint memos_answered CHECK (((answered >= (0)::numeric) AND (answered <= COALESCE(amount, (0)::numeric)))),
  constraint memos_check CHECK (((kind = 'credit'::text) OR (price_difference IS NULL))),
  constraint memos_gst_kind_check CHECK ((gst_kind = ANY (ARRAY['gst'::text, 'commercial'::text]))),
  constraint memos_issuer_check CHECK ((issuer = ANY (ARRAY['vendor'::text, 'buyer'::text]))),
  constraint memos_kind_check CHECK ((kind = ANY (ARRAY['debit'::text, 'credit'::text]))),
  constraint memos_number_check CHECK (((length(number) >= 1) AND (length(number) <= 40))),
  constraint memos_status_check CHECK ((status = ANY (ARRAY['open'::text, 'accepted'::text, 'answered'::text, 'reversed'::text])))
);
CREATE INDEX memos_claim ON memos USING btree (claim_id) WHERE (claim_id IS NOT NULL);
CREATE INDEX memos_created ON memos USING btree (kind, created_at, id);
CREATE INDEX memos_invoice ON memos USING btree (invoice_id) WHERE (invoice_id IS NOT NULL);
CREATE INDEX memos_kind ON memos USING btree (kind, id);
CREATE INDEX memos_number ON memos USING btree (vendor_id, issuer, code_key(number)) WHERE (number IS NOT NULL);
CREATE INDEX memos_open ON memos USING btree (vendor_id, id) WHERE (status = 'open'::text);
CREATE INDEX memos_search ON memos USING gin (code_key(vendor_invoice_ref) gin_trgm_ops);
CREATE INDEX memos_taken ON memos USING btree (taken_by) WHERE (taken_by IS NOT NULL);
CREATE INDEX memos_vendor ON memos USING btree (kind, vendor_id, id);
CREATE TRIGGER memos_booked_added AFTER INSERT ON memos REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION keep_account('notes, deductions, held', 'coalesce(sum(sign * counts) filter (where lowers and issuer = ''vendor''), 0), coalesce(sum(sign * counts) filter (where lowers and issuer = ''buyer''), 0), sum(sign * holds)', '0, 0, 0', 'known.notes + excluded.notes, known.deductions + excluded.deductions, known.held + excluded.held');
CREATE TRIGGER memos_booked_changed AFTER UPDATE ON memos REFERENCING OLD TABLE AS older NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION keep_account('notes, deductions, held', 'coalesce(sum(sign * counts) filter (where lowers and issuer = ''vendor''), 0), coalesce(sum(sign * counts) filter (where lowers and issuer = ''buyer''), 0), sum(sign * holds)', '0, 0, 0', 'known.notes + excluded.notes, known.deductions + excluded.deductions, known.held + excluded.held');
CREATE TRIGGER memos_booked_removed AFTER DELETE ON memos REFERENCING OLD TABLE AS older FOR EACH STATEMENT EXECUTE FUNCTION keep_account('notes, deductions, held', 'coalesce(sum(sign * counts) filter (where lowers and issuer = ''vendor''), 0), coalesce(sum(sign * counts) filter (where lowers and issuer = ''buyer''), 0), sum(sign * holds)', '0, 0, 0', 'known.notes + excluded.notes, known.deductions + excluded.deductions, known.held + excluded.held');
CREATE TRIGGER memos_counted AFTER INSERT ON memos REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION count_days('kind || '' memos''', '(created_at at time zone ''Asia/Kolkata'')::date', '0');
CREATE TRIGGER memos_entry_changed AFTER UPDATE ON memos REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION record_changes('''accountEntry''', 'wrote.id * 8 + part', 'wrote.vendor_id', 'join generate_series(1, 2) part on counted_on is not null and (part = 1 or wrote.status = ''reversed'')');
CREATE TRIGGER memos_entry_gone AFTER DELETE ON memos REFERENCING OLD TABLE AS older FOR EACH STATEMENT EXECUTE FUNCTION record_changes('''accountEntry''', 'wrote.id * 8 + part', 'wrote.vendor_id', 'join generate_series(1, 2) part on counted_on is not null and (part = 1 or wrote.status = ''reversed'')');
CREATE TRIGGER memos_entry_new AFTER INSERT ON memos REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION record_changes('''accountEntry''', 'wrote.id * 8 + part', 'wrote.vendor_id', 'join generate_series(1, 2) part on counted_on is not null and (part = 1 or wrote.status = ''reversed'')');
CREATE TRIGGER memos_own_changed AFTER UPDATE ON memos REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION record_changes('wrote.kind || ''Memo''', 'wrote.id', 'wrote.vendor_id', '');
CREATE TRIGGER memos_own_gone AFTER DELETE ON memos REFERENCING OLD TABLE AS older FOR EACH STATEMENT EXECUTE FUNCTION record_changes('wrote.kind || ''Memo''', 'wrote.id', 'wrote.vendor_id', '');
CREATE TRIGGER memos_own_new AFTER INSERT ON memos REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION record_changes('wrote.kind || ''Memo''', 'wrote.id', 'wrote.vendor_id', '');
CREATE TRIGGER memos_placed_added AFTER INSERT ON memos REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION allocate_memos();
CREATE TRIGGER memos_placed_changed AFTER UPDATE ON memos REFERENCING OLD TABLE AS older NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION allocate_memos();
CREATE TRIGGER memos_placed_removed AFTER DELETE ON memos REFERENCING OLD TABLE AS older FOR EACH STATEMENT EXECUTE FUNCTION allocate_memos();
CREATE TRIGGER memos_recounted AFTER UPDATE ON memos REFERENCING OLD TABLE AS older NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION count_days('kind || '' memos''', '(created_at at time zone ''Asia/Kolkata'')::date', '0');
CREATE TRIGGER memos_uncounted AFTER DELETE ON memos REFERENCING OLD TABLE AS older FOR EACH STATEMENT EXECUTE FUNCTION count_days('kind || '' memos''', '(created_at at time zone ''Asia/Kolkata'')::date', '0');

create table notices (
  id bigint generated always as identity,
  member_id bigint not null,
  kind text not null,
  content jsonb not null,
  read_at timestamp with time zone,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint notices_pkey PRIMARY KEY (id),
  constraint notices_member_id_fkey FOREIGN KEY (member_id) REFERENCES memberships(id) ON DELETE CASCADE
);
CREATE INDEX notices_age ON notices USING btree (created_at);
CREATE INDEX notices_member ON notices USING btree (member_id, id);

create table notices_off (
  user_id bigint not null,
  kind text not null,
  constraint notices_off_pkey PRIMARY KEY (user_id, kind),
  constraint notices_off_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table opening_balances (
  id bigint generated always as identity,
  vendor_id bigint not null,
  amount numeric(14,2) not null,
  day date not null,
  reason text not null,
  status text not null,
  counted_on date,
  entered_by bigint,
  accepted_by bigint,
  accepted_at timestamp with time zone,
  reversed_by bigint,
  reversed_on date,
  reverse_reason text,
  created_at timestamp with time zone default clock_timestamp() not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  sheet_id bigint,
  kind text default 'balance'::text not null,
  number text,
  due_day date,
  vendor_registration_id bigint,
  invoice_id bigint,
  billed boolean generated always as ((kind <> 'balance'::text) AND (amount > (0)::numeric)) stored not null,
  counts numeric(14,2) generated always as 
CASE
    WHEN ((kind <> 'balance'::text) AND (amount > (0)::numeric)) THEN
    CASE
        WHEN ((status = 'reversed'::text) AND (counted_on IS NOT NULL)) THEN (- amount)
        ELSE (0)::numeric
    END
    WHEN (status = 'accepted'::text) THEN amount
    ELSE (0)::numeric
END stored not null,
  constraint opening_balances_pkey PRIMARY KEY (id),
  constraint opening_balances_invoice_id_key UNIQUE (invoice_id),
  constraint opening_balances_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES users(id),
  constraint opening_balances_entered_by_fkey FOREIGN KEY (entered_by) REFERENCES users(id),
  constraint opening_balances_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  constraint opening_balances_reversed_by_fkey FOREIGN KEY (reversed_by) REFERENCES users(id),
  constraint opening_balances_sheet_id_fkey FOREIGN KEY (sheet_id) REFERENCES opening_sheets(id),
  constraint opening_balances_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE,
  constraint opening_balances_vendor_registration_id_fkey FOREIGN KEY (vendor_registration_id) REFERENCES registrations(id),
  constraint opening_balances_amount_check CHECK ((amount <> (0)::numeric)),
  constraint opening_balances_billed CHECK (((invoice_id IS NOT NULL) = ((kind <> 'balance'::text) AND (amount > (0)::numeric) AND (counted_on IS NOT NULL)))),
  constraint opening_balances_check CHECK (((status = 'reversed'::text) = (reversed_on IS NOT NULL))),
  constraint opening_balances_check1 CHECK (((status <> 'accepted'::text) OR (counted_on IS NOT NULL))),
  constraint opening_balances_kind_check CHECK ((kind = ANY (ARRAY['balance'::text, 'invoice'::text, 'debit'::text, 'credit'::text, 'payment'::text]))),
  constraint opening_balances_number_check CHECK (((length(number) >= 1) AND (length(number) <= 64))),
  constraint opening_balances_number_kind CHECK (((number IS NULL) = (kind = 'balance'::text))),
  constraint opening_balances_reason_check CHECK (((length(reason) <= 500) AND ((reason <> ''::text) OR (kind <> 'balance'::text)))),
  constraint opening_balances_sign CHECK (
CASE kind
    WHEN 'invoice'::text THEN (amount > (0)::numeric)
    WHEN 'credit'::text THEN (amount < (0)::numeric)
    WHEN 'payment'::text THEN (amount < (0)::numeric)
    ELSE true
END),
  constraint opening_balances_status_check CHECK ((status = ANY (ARRAY['open'::text, 'accepted'::text, 'reversed'::text])))
);
CREATE UNIQUE INDEX opening_balances_number ON opening_balances USING btree (vendor_id, (
CASE
    WHEN (amount > (0)::numeric) THEN 'invoice'::text
    ELSE kind
END), code_key(number), financial_year(day), COALESCE(vendor_registration_id, (0)::bigint)) WHERE ((status <> 'reversed'::text) AND (number IS NOT NULL));
CREATE UNIQUE INDEX opening_balances_one ON opening_balances USING btree (vendor_id) WHERE ((status <> 'reversed'::text) AND (kind = 'balance'::text));
CREATE INDEX opening_balances_sheet ON opening_balances USING btree (sheet_id, id) WHERE (sheet_id IS NOT NULL);
CREATE INDEX opening_balances_vendor ON opening_balances USING btree (vendor_id, id);
CREATE TRIGGER opening_balances_booked_added AFTER INSERT ON opening_balances REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION keep_account('opening', 'sum(sign * counts)', '0', 'known.opening + excluded.opening');
CREATE TRIGGER opening_balances_booked_changed AFTER UPDATE ON opening_balances REFERENCING OLD TABLE AS older NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION keep_account('opening', 'sum(sign * counts)', '0', 'known.opening + excluded.opening');
CREATE TRIGGER opening_balances_booked_removed AFTER DELETE ON opening_balances REFERENCING OLD TABLE AS older FOR EACH STATEMENT EXECUTE FUNCTION keep_account('opening', 'sum(sign * counts)', '0', 'known.opening + excluded.opening');
CREATE TRIGGER opening_balances_entry_changed AFTER UPDATE ON opening_balances REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION record_changes('''accountEntry''', 'wrote.id * 8 + part', 'wrote.vendor_id', 'join generate_series(4, 5) part on counted_on is not null and (part = 4 and not wrote.billed or part = 5 and wrote.status = ''reversed'')');
CREATE TRIGGER opening_balances_entry_gone AFTER DELETE ON opening_balances REFERENCING OLD TABLE AS older FOR EACH STATEMENT EXECUTE FUNCTION record_changes('''accountEntry''', 'wrote.id * 8 + part', 'wrote.vendor_id', 'join generate_series(4, 5) part on counted_on is not null and (part = 4 and not wrote.billed or part = 5 and wrote.status = ''reversed'')');
CREATE TRIGGER opening_balances_entry_new AFTER INSERT ON opening_balances REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION record_changes('''accountEntry''', 'wrote.id * 8 + part', 'wrote.vendor_id', 'join generate_series(4, 5) part on counted_on is not null and (part = 4 and not wrote.billed or part = 5 and wrote.status = ''reversed'')');
CREATE TRIGGER opening_balances_placed_added AFTER INSERT ON opening_balances REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION place_opening();
CREATE TRIGGER opening_balances_placed_changed AFTER UPDATE ON opening_balances REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION place_opening();

create table opening_sheets (
  id bigint generated always as identity,
  cut_off date not null,
  status text not null,
  entered_by bigint,
  decided_by bigint,
  decided_at timestamp with time zone,
  reject_reason text,
  created_at timestamp with time zone default clock_timestamp() not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  late boolean default false not null,
  constraint opening_sheets_pkey PRIMARY KEY (id),
  constraint opening_sheets_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint opening_sheets_entered_by_fkey FOREIGN KEY (entered_by) REFERENCES users(id),
  constraint opening_sheets_check CHECK (((status = 'open'::text) = (decided_at IS NULL))),
  constraint opening_sheets_check1 CHECK (((status = 'rejected'::text) = (reject_reason IS NOT NULL))),
  constraint opening_sheets_reject_reason_check CHECK (((length(reject_reason) >= 1) AND (length(reject_reason) <= 500))),
  constraint opening_sheets_status_check CHECK ((status = ANY (ARRAY['open'::text, 'accepted'::text, 'rejected'::text])))
);
CREATE UNIQUE INDEX opening_sheets_one ON opening_sheets USING btree (status) WHERE ((status = 'accepted'::text) AND (NOT late));

create table order_answers (
  id bigint generated always as identity,
  order_id bigint not null,
  line integer not null,
  is_current boolean default true not null,
  decision text not null,
  state text not null,
  promises jsonb not null,
  rejected numeric(12,3) default 0 not null,
  unit_price numeric(14,4),
  substitute_ean text,
  reason text,
  remark text,
  counter jsonb,
  buyer_remark text,
  terms jsonb not null,
  item_name text not null,
  entered_by bigint,
  sent_at timestamp with time zone default clock_timestamp() not null,
  decided_by bigint,
  decided_at timestamp with time zone,
  told_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint order_answers_pkey PRIMARY KEY (id),
  constraint order_answers_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint order_answers_entered_by_fkey FOREIGN KEY (entered_by) REFERENCES users(id),
  constraint order_answers_order_id_fkey FOREIGN KEY (order_id) REFERENCES purchase_orders(id) ON DELETE CASCADE,
  constraint order_answers_decision_check CHECK ((decision = ANY (ARRAY['accept'::text, 'change'::text, 'reject'::text]))),
  constraint order_answers_rejected_check CHECK ((rejected >= (0)::numeric)),
  constraint order_answers_state_check CHECK ((state = ANY (ARRAY['accepted'::text, 'rejected'::text, 'proposed'::text, 'countered'::text, 'agreed'::text, 'declined'::text, 'withdrawn'::text, 'replaced'::text, 'outdated'::text]))),
  constraint order_answers_unit_price_check CHECK ((unit_price >= (0)::numeric))
);
CREATE INDEX order_answers_ended ON order_answers USING btree (order_id) WHERE (ended_at IS NOT NULL);
CREATE INDEX order_answers_order ON order_answers USING btree (order_id, line);
CREATE INDEX order_answers_untold ON order_answers USING btree (order_id) WHERE (is_current AND (told_at IS NULL) AND (state = ANY (ARRAY['accepted'::text, 'agreed'::text, 'rejected'::text])));
CREATE INDEX order_answers_waiting ON order_answers USING btree (order_id) WHERE (is_current AND (state = 'proposed'::text));

create table outbox (
  id bigint generated always as identity,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  at timestamp with time zone default now() not null,
  constraint outbox_pkey PRIMARY KEY (id)
);

create table password_resets (
  secret_hash bytea not null,
  user_id bigint not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint password_resets_pkey PRIMARY KEY (secret_hash),
  constraint password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX password_resets_user ON password_resets USING btree (user_id);

create table payments (
  id bigint generated always as identity,
  vendor_id bigint not null,
  invoice_id bigint,
  amount numeric(14,2) not null,
  mode text not null,
  remarks text,
  paid_on date not null,
  source text default 'portal'::text not null,
  external_id text,
  version text,
  part_of text,
  raw jsonb,
  invoice_number text collate "C",
  by_vendor boolean default false not null,
  created_at timestamp with time zone default now() not null,
  online_kind text,
  reference text,
  account_last4 text,
  reversal_of bigint,
  reverse_reason text,
  is_reversed boolean default false not null,
  entered_by bigint,
  order_id bigint,
  parts jsonb,
  constraint payments_pkey PRIMARY KEY (id),
  constraint payments_reversal_of_key UNIQUE (reversal_of),
  constraint payments_entered_by_fkey FOREIGN KEY (entered_by) REFERENCES users(id),
  constraint payments_invoice FOREIGN KEY (invoice_id, invoice_number) REFERENCES invoices(id, number) ON UPDATE CASCADE,
  constraint payments_order_id_fkey FOREIGN KEY (order_id) REFERENCES purchase_orders(id) ON DELETE SET NULL,
  constraint payments_reversal_of_fkey FOREIGN KEY (reversal_of) REFERENCES payments(id),
  constraint payments_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id),
  constraint payments_account_last4_check CHECK ((account_last4 ~ '^\d{4}$'::text)),
  constraint payments_advance CHECK (((order_id IS NULL) OR (invoice_id IS NULL))),
  constraint payments_amount CHECK (
CASE
    WHEN (reversal_of IS NULL) THEN (amount > (0)::numeric)
    ELSE (amount < (0)::numeric)
END),
  constraint payments_invoice_number CHECK (((invoice_id IS NULL) = (invoice_number IS NULL))),
  constraint payments_mode_check CHECK ((mode = ANY (ARRAY['online'::text, 'cheque'::text]))),
  constraint payments_online CHECK (((online_kind IS NULL) OR (mode = 'online'::text))),
  constraint payments_online_kind_check CHECK ((online_kind = ANY (ARRAY['neft'::text, 'rtgs'::text, 'imps'::text, 'upi'::text]))),
  constraint payments_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 100))),
  constraint payments_reversal CHECK (((reversal_of IS NULL) = (reverse_reason IS NULL)))
);
CREATE INDEX payments_by_amount ON payments USING btree (amount, id) INCLUDE (vendor_id);
CREATE INDEX payments_by_invoice ON payments USING btree (number_order(invoice_number), id) INCLUDE (vendor_id, invoice_number);
CREATE INDEX payments_day ON payments USING btree (paid_on, id);
CREATE INDEX payments_invoice ON payments USING btree (invoice_id);
CREATE INDEX payments_on_account ON payments USING btree (vendor_id, paid_on) INCLUDE (amount) WHERE (invoice_id IS NULL);
CREATE INDEX payments_order ON payments USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX payments_part_of ON payments USING btree (source, part_of) WHERE (part_of IS NOT NULL);
CREATE INDEX payments_parts ON payments USING gin (parts jsonb_path_ops) WHERE (parts IS NOT NULL);
CREATE UNIQUE INDEX payments_reference ON payments USING btree (vendor_id, code_key(reference)) WHERE ((reference IS NOT NULL) AND (reversal_of IS NULL) AND (NOT is_reversed) AND (external_id IS NULL) AND (source = ANY (ARRAY['portal'::text, 'embedded'::text])));
CREATE INDEX payments_reference_search ON payments USING gin (code_key(reference) gin_trgm_ops) WHERE (reference IS NOT NULL);
CREATE INDEX payments_search ON payments USING gin (code_key(remarks) gin_trgm_ops, code_key(invoice_number) gin_trgm_ops);
CREATE UNIQUE INDEX payments_source ON payments USING btree (source, external_id) WHERE ((external_id IS NOT NULL) AND (NOT is_reversed));
CREATE INDEX payments_vendor ON payments USING btree (vendor_id, id);
CREATE INDEX payments_vendor_day ON payments USING btree (vendor_id, paid_on, id);
CREATE TRIGGER payments_booked_added AFTER INSERT ON payments REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION keep_account('paid', 'sum(sign * amount)', '0', 'known.paid + excluded.paid');
CREATE TRIGGER payments_booked_changed AFTER UPDATE ON payments REFERENCING OLD TABLE AS older NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION keep_account('paid', 'sum(sign * amount)', '0', 'known.paid + excluded.paid');
CREATE TRIGGER payments_booked_removed AFTER DELETE ON payments REFERENCING OLD TABLE AS older FOR EACH STATEMENT EXECUTE FUNCTION keep_account('paid', 'sum(sign * amount)', '0', 'known.paid + excluded.paid');
CREATE TRIGGER payments_counted AFTER INSERT ON payments REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION count_days('''payments''', 'paid_on', 'amount');
CREATE TRIGGER payments_entry_changed AFTER UPDATE ON payments REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION record_changes('''accountEntry''', 'wrote.id * 8 + 3', 'wrote.vendor_id', '');
CREATE TRIGGER payments_entry_gone AFTER DELETE ON payments REFERENCING OLD TABLE AS older FOR EACH STATEMENT EXECUTE FUNCTION record_changes('''accountEntry''', 'wrote.id * 8 + 3', 'wrote.vendor_id', '');
CREATE TRIGGER payments_entry_new AFTER INSERT ON payments REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION record_changes('''accountEntry''', 'wrote.id * 8 + 3', 'wrote.vendor_id', '');
CREATE TRIGGER payments_own_changed AFTER UPDATE ON payments REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION record_changes('''payment''', 'wrote.id', 'wrote.vendor_id', '');
CREATE TRIGGER payments_own_gone AFTER DELETE ON payments REFERENCING OLD TABLE AS older FOR EACH STATEMENT EXECUTE FUNCTION record_changes('''payment''', 'wrote.id', 'wrote.vendor_id', '');
CREATE TRIGGER payments_own_new AFTER INSERT ON payments REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION record_changes('''payment''', 'wrote.id', 'wrote.vendor_id', '');
CREATE TRIGGER payments_placed_added AFTER INSERT ON payments REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION allocate_payments();
CREATE TRIGGER payments_placed_changed AFTER UPDATE ON payments REFERENCING OLD TABLE AS older NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION allocate_payments();
CREATE TRIGGER payments_recounted AFTER UPDATE ON payments REFERENCING OLD TABLE AS older NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION count_days('''payments''', 'paid_on', 'amount');
CREATE TRIGGER payments_uncounted AFTER DELETE ON payments REFERENCING OLD TABLE AS older FOR EACH STATEMENT EXECUTE FUNCTION count_days('''payments''', 'paid_on', 'amount');

create table pin_distances (
  vendor_id bigint not null,
  pin text not null,
  other_pin text not null,
  kilometres integer not null,
  constraint pin_distances_pkey PRIMARY KEY (vendor_id, pin, other_pin),
  constraint pin_distances_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id),
  constraint pin_distances_check CHECK ((pin < other_pin)),
  constraint pin_distances_kilometres_check CHECK (((kilometres >= 1) AND (kilometres <= 4000)))
);

create table portal_settings (
  is_only boolean default true not null,
  buyer_name text,
  invoice_numbers text default 'digits'::text not null,
  buyer_address text,
  sign_in_notice text,
  sign_in_notice_hindi text,
  sign_in_notice_from date,
  sign_in_notice_to date,
  dashboard_notice text,
  dashboard_notice_hindi text,
  dashboard_notice_from date,
  dashboard_notice_to date,
  logo bytea,
  logo_saved_at timestamp with time zone,
  order_reminder_days integer default 1 not null,
  order_escalation_days integer default 3 not null,
  holidays text,
  buyer_contact text,
  invoice_only_accepted boolean default false not null,
  pay_only_matched boolean default false not null,
  pay_only_approved boolean default false not null,
  updated_at timestamp with time zone default now() not null,
  over_delivery numeric(6,3) default 0 not null,
  allowed_charges text,
  preset text default 'entered'::text not null,
  duties boolean default false not null,
  bank_two_people boolean default false not null,
  bank_wait_hours integer default 24 not null,
  vendor_payments_reported boolean default false not null,
  limit_administrator numeric(14,2),
  limit_accounts numeric(14,2),
  limit_approver numeric(14,2),
  day_limit_administrator numeric(14,2),
  day_limit_accounts numeric(14,2),
  day_limit_approver numeric(14,2),
  controls_reviewed_at timestamp with time zone,
  waiting_controls jsonb,
  waiting_controls_by bigint[],
  waiting_controls_at timestamp with time zone,
  advance_percent numeric(6,3),
  reverse_charge text,
  constraint portal_settings_pkey PRIMARY KEY (is_only),
  constraint portal_settings_advance_percent_check CHECK (((advance_percent >= (0)::numeric) AND (advance_percent <= (100)::numeric))),
  constraint portal_settings_bank_wait_hours_check CHECK (((bank_wait_hours >= 0) AND (bank_wait_hours <= 240))),
  constraint portal_settings_check CHECK (((logo IS NULL) = (logo_saved_at IS NULL))),
  constraint portal_settings_check1 CHECK ((num_nulls(waiting_controls, waiting_controls_by, waiting_controls_at) = ANY (ARRAY[0, 3]))),
  constraint portal_settings_day_limit_accounts_check CHECK ((day_limit_accounts > (0)::numeric)),
  constraint portal_settings_day_limit_administrator_check CHECK ((day_limit_administrator > (0)::numeric)),
  constraint portal_settings_day_limit_approver_check CHECK ((day_limit_approver > (0)::numeric)),
  constraint portal_settings_invoice_numbers_check CHECK ((invoice_numbers = ANY (ARRAY['digits'::text, 'rule46'::text]))),
  constraint portal_settings_is_only_check CHECK (is_only),
  constraint portal_settings_limit_accounts_check CHECK ((limit_accounts > (0)::numeric)),
  constraint portal_settings_limit_administrator_check CHECK ((limit_administrator > (0)::numeric)),
  constraint portal_settings_limit_approver_check CHECK ((limit_approver > (0)::numeric)),
  constraint portal_settings_order_escalation_days_check CHECK (((order_escalation_days >= 0) AND (order_escalation_days <= 60))),
  constraint portal_settings_order_reminder_days_check CHECK (((order_reminder_days >= 0) AND (order_reminder_days <= 60))),
  constraint portal_settings_over_delivery_check CHECK (((over_delivery >= (0)::numeric) AND (over_delivery <= (100)::numeric))),
  constraint portal_settings_preset_check CHECK ((preset = ANY (ARRAY['entered'::text, 'matched'::text, 'strict'::text])))
);
CREATE TRIGGER portal_settings_entries AFTER UPDATE OF pay_only_matched, pay_only_approved ON portal_settings FOR EACH ROW WHEN (((old.pay_only_matched IS DISTINCT FROM new.pay_only_matched) OR (old.pay_only_approved IS DISTINCT FROM new.pay_only_approved))) EXECUTE FUNCTION record_agreed_entries();

create table price_decisions (
  product_id bigint not null,
  approved_mrp numeric(14,2),
  approved_margin numeric(14,2),
  approved_price numeric(14,2),
  refused_version timestamp with time zone,
  refused_reason text,
  refused_at timestamp with time zone,
  refused_cause text,
  acceptable_price numeric(14,2),
  decision uuid,
  decided_by bigint,
  decided_at timestamp with time zone,
  decided_version timestamp with time zone,
  before jsonb,
  constraint price_decisions_pkey PRIMARY KEY (product_id),
  constraint price_decisions_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint price_decisions_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE,
  constraint price_decisions_acceptable_price_check CHECK ((acceptable_price >= (0)::numeric)),
  constraint price_decisions_refused_cause_check CHECK ((refused_cause = ANY (ARRAY['margin'::text, 'lower'::text, 'mrp'::text, 'notice'::text, 'other'::text])))
);
CREATE INDEX price_decisions_decision ON price_decisions USING btree (decision) WHERE (decision IS NOT NULL);
CREATE TRIGGER price_decisions_decided_changed AFTER UPDATE ON price_decisions REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION record_changes('''product''', 'head.id', 'head.vendor_id', 'join products head on head.id = wrote.product_id');
CREATE TRIGGER price_decisions_decided_gone AFTER DELETE ON price_decisions REFERENCING OLD TABLE AS older FOR EACH STATEMENT EXECUTE FUNCTION record_changes('''product''', 'head.id', 'head.vendor_id', 'join products head on head.id = wrote.product_id');
CREATE TRIGGER price_decisions_decided_new AFTER INSERT ON price_decisions REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION record_changes('''product''', 'head.id', 'head.vendor_id', 'join products head on head.id = wrote.product_id');

create table products (
  id bigint generated always as identity,
  vendor_id bigint not null,
  item_id bigint,
  ean text not null,
  hsn_code text,
  brand_name text,
  category text,
  name text not null,
  sku_code text,
  uom text,
  uom_conversion numeric(12,3) default 1 not null,
  quantity numeric(12,3) not null,
  shelf_life_days integer not null,
  available_on date,
  mrp numeric(14,2) not null,
  percentage numeric(15,12) not null,
  margin numeric(14,2) not null,
  transfer_price numeric(14,2) not null,
  net_ptr numeric(14,2) not null,
  scheme_id bigint,
  remarks text,
  price_approved boolean default false not null,
  twin integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint products_pkey PRIMARY KEY (id),
  constraint products_item_id_fkey FOREIGN KEY (item_id) REFERENCES items(id),
  constraint products_scheme_id_fkey FOREIGN KEY (scheme_id) REFERENCES schemes(id),
  constraint products_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id)
);
CREATE INDEX products_approved ON products USING btree (id) INCLUDE (vendor_id) WHERE price_approved;
CREATE INDEX products_by_available ON products USING btree (available_on, id) INCLUDE (vendor_id);
CREATE INDEX products_by_ean ON products USING btree (ean, id) INCLUDE (vendor_id);
CREATE INDEX products_by_margin ON products USING btree (margin, id) INCLUDE (vendor_id);
CREATE INDEX products_by_mrp ON products USING btree (mrp, id) INCLUDE (vendor_id);
CREATE INDEX products_by_name ON products USING btree (lower("left"(name, 100)), id) INCLUDE (vendor_id, name);
CREATE INDEX products_by_net_ptr ON products USING btree (net_ptr, id) INCLUDE (vendor_id);
CREATE INDEX products_by_updated ON products USING btree (updated_at, id) INCLUDE (vendor_id);
CREATE INDEX products_created ON products USING btree (created_at, id);
CREATE UNIQUE INDEX products_ean ON products USING btree (vendor_id, gtin_key(ean), twin);
CREATE INDEX products_item_vendor ON products USING btree (item_id, vendor_id);
CREATE INDEX products_scheme ON products USING btree (scheme_id) WHERE (scheme_id IS NOT NULL);
CREATE INDEX products_vendor ON products USING btree (vendor_id, id);
CREATE INDEX products_vendor_created ON products USING btree (vendor_id, created_at, id);
CREATE INDEX products_waiting ON products USING btree (vendor_id, id) INCLUDE (updated_at, ean, name, mrp, transfer_price, percentage) WHERE (NOT price_approved);
CREATE TRIGGER products_counted AFTER INSERT ON products REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION count_days('''products''', '(created_at at time zone ''Asia/Kolkata'')::date', '0');
CREATE TRIGGER products_own_changed AFTER UPDATE ON products REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION record_changes('''product''', 'wrote.id', 'wrote.vendor_id', '');
CREATE TRIGGER products_own_gone AFTER DELETE ON products REFERENCING OLD TABLE AS older FOR EACH STATEMENT EXECUTE FUNCTION record_changes('''product''', 'wrote.id', 'wrote.vendor_id', '');
CREATE TRIGGER products_own_new AFTER INSERT ON products REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION record_changes('''product''', 'wrote.id', 'wrote.vendor_id', '');
CREATE TRIGGER products_recounted AFTER UPDATE ON products REFERENCING OLD TABLE AS older NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION count_days('''products''', '(created_at at time zone ''Asia/Kolkata'')::date', '0');
CREATE TRIGGER products_twin BEFORE UPDATE OF ean ON products FOR EACH ROW WHEN (((old.twin > 0) AND (gtin_key(old.ean) IS DISTINCT FROM gtin_key(new.ean)))) EXECUTE FUNCTION untwin();
CREATE TRIGGER products_uncounted AFTER DELETE ON products REFERENCING OLD TABLE AS older FOR EACH STATEMENT EXECUTE FUNCTION count_days('''products''', '(created_at at time zone ''Asia/Kolkata'')::date', '0');

create table purchase_order_lines (
  order_id bigint not null,
  line integer not null,
  external_id text,
  item_code text not null,
  item_name text not null,
  ean text,
  second_ean text,
  hsn_code text,
  sku_code text,
  uom text,
  quantity numeric(12,3) not null,
  case_quantity numeric(12,3),
  received_quantity numeric(12,3) default 0 not null,
  rejected_quantity numeric(12,3) default 0 not null,
  mrp numeric(14,2),
  unit_price numeric(14,4) not null,
  discount_rate numeric(6,3) default 0 not null,
  discount numeric(14,2) default 0 not null,
  taxable numeric(14,2) not null,
  cgst_rate numeric(6,3),
  sgst_rate numeric(6,3),
  igst_rate numeric(6,3),
  cess_rate numeric(6,3),
  cgst numeric(14,2) default 0 not null,
  sgst numeric(14,2) default 0 not null,
  igst numeric(14,2) default 0 not null,
  cess numeric(14,2) default 0 not null,
  total numeric(14,2) not null,
  stated_price numeric(14,4),
  earlier_prices jsonb default '[]'::jsonb not null,
  acceptance text default 'receipt'::text not null,
  confirmed_quantity numeric(12,3),
  constraint purchase_order_lines_pkey PRIMARY KEY (order_id, line),
  constraint purchase_order_lines_order_id_fkey FOREIGN KEY (order_id) REFERENCES purchase_orders(id) ON DELETE CASCADE,
  constraint purchase_order_lines_acceptance_check CHECK ((acceptance = ANY (ARRAY['receipt'::text, 'order'::text, 'sale'::text]))),
  constraint purchase_order_lines_case_quantity_check CHECK ((case_quantity > (0)::numeric)),
  constraint purchase_order_lines_confirmed_quantity_check CHECK ((confirmed_quantity >= (0)::numeric)),
  constraint purchase_order_lines_quantity_check CHECK ((quantity > (0)::numeric)),
  constraint purchase_order_lines_received_quantity_check CHECK ((received_quantity >= (0)::numeric)),
  constraint purchase_order_lines_stated_price_check CHECK ((stated_price >= (0)::numeric)),
  constraint purchase_order_lines_unit_price_check CHECK ((unit_price >= (0)::numeric))
);
CREATE INDEX purchase_order_lines_gtin ON purchase_order_lines USING btree (gtin_key(ean), order_id) WHERE (ean IS NOT NULL);
CREATE TRIGGER purchase_order_lines_arrived_changed AFTER UPDATE ON purchase_order_lines REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION record_changes('''order''', 'head.id', 'head.vendor_id', 'join purchase_orders head on head.id = wrote.order_id');
CREATE TRIGGER purchase_order_lines_arrived_gone AFTER DELETE ON purchase_order_lines REFERENCING OLD TABLE AS older FOR EACH STATEMENT EXECUTE FUNCTION record_changes('''order''', 'head.id', 'head.vendor_id', 'join purchase_orders head on head.id = wrote.order_id');
CREATE TRIGGER purchase_order_lines_arrived_new AFTER INSERT ON purchase_order_lines REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION record_changes('''order''', 'head.id', 'head.vendor_id', 'join purchase_orders head on head.id = wrote.order_id');

create table purchase_orders (
  id bigint generated always as identity,
  source text default 'embedded'::text not null,
  external_id text not null,
  version text not null,
  vendor_id bigint not null,
  number text not null,
  ordered_on date not null,
  deliver_by date,
  status text not null,
  acknowledged_on date,
  acknowledgement_reference text,
  acknowledgement_told_at timestamp with time zone,
  paid numeric(14,2) default 0 not null,
  delivery_location text,
  vendor_address text,
  document_url text,
  line_count integer not null,
  value numeric(14,2) not null,
  raw jsonb,
  vendor_registration_id bigint,
  buyer_registration_id bigint,
  place_of_supply text,
  reminded_at timestamp with time zone,
  escalated_at timestamp with time zone,
  closed_reason text,
  site_id bigint,
  twin integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  payment_terms text,
  credit_days integer generated always as 
CASE
    WHEN (payment_terms IS NOT NULL) THEN COALESCE(credit_days(payment_terms), 30)
    ELSE NULL::integer
END stored,
  constraint purchase_orders_pkey PRIMARY KEY (id),
  constraint purchase_orders_source UNIQUE (source, external_id),
  constraint purchase_orders_buyer_registration_id_fkey FOREIGN KEY (buyer_registration_id) REFERENCES registrations(id),
  constraint purchase_orders_site_id_fkey FOREIGN KEY (site_id) REFERENCES buyer_sites(id) ON DELETE SET NULL,
  constraint purchase_orders_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id),
  constraint purchase_orders_vendor_registration_id_fkey FOREIGN KEY (vendor_registration_id) REFERENCES registrations(id),
  constraint purchase_orders_paid_check CHECK ((paid >= (0)::numeric)),
  constraint purchase_orders_payment_terms_check CHECK (((length(payment_terms) >= 1) AND (length(payment_terms) <= 500))),
  constraint purchase_orders_place_of_supply_check CHECK ((place_of_supply ~ '^\d{2}$'::text)),
  constraint purchase_orders_status_check CHECK ((status = ANY (ARRAY['Open'::text, 'Closed'::text, 'Cancelled'::text])))
) with (fillfactor=90);
CREATE INDEX purchase_orders_day ON purchase_orders USING btree (ordered_on, id);
CREATE UNIQUE INDEX purchase_orders_number ON purchase_orders USING btree (code_key(number), vendor_id, twin);
CREATE INDEX purchase_orders_open ON purchase_orders USING btree (vendor_id, deliver_by) WHERE (status = 'Open'::text);
CREATE INDEX purchase_orders_search ON purchase_orders USING gin (code_key(number) gin_trgm_ops);
CREATE INDEX purchase_orders_site ON purchase_orders USING btree (site_id) WHERE (site_id IS NOT NULL);
CREATE INDEX purchase_orders_untold ON purchase_orders USING btree (id) WHERE ((acknowledged_on IS NOT NULL) AND (acknowledgement_told_at IS NULL));
CREATE INDEX purchase_orders_vendor ON purchase_orders USING btree (vendor_id, id);
CREATE INDEX purchase_orders_vendor_day ON purchase_orders USING btree (vendor_id, ordered_on, id);
CREATE INDEX purchase_orders_vendor_value ON purchase_orders USING btree (vendor_id, value);
CREATE TRIGGER purchase_orders_agreed_due_in AFTER INSERT ON purchase_orders REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION orders_agreed_due();
CREATE TRIGGER purchase_orders_agreed_due_on AFTER UPDATE ON purchase_orders REFERENCING OLD TABLE AS known NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION orders_agreed_due();
CREATE TRIGGER purchase_orders_counted AFTER INSERT ON purchase_orders REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION count_days('''orders''', 'ordered_on', '0');
CREATE TRIGGER purchase_orders_own_changed AFTER UPDATE ON purchase_orders REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION record_changes('''order''', 'wrote.id', 'wrote.vendor_id', '');
CREATE TRIGGER purchase_orders_own_gone AFTER DELETE ON purchase_orders REFERENCING OLD TABLE AS older FOR EACH STATEMENT EXECUTE FUNCTION record_changes('''order''', 'wrote.id', 'wrote.vendor_id', '');
CREATE TRIGGER purchase_orders_own_new AFTER INSERT ON purchase_orders REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION record_changes('''order''', 'wrote.id', 'wrote.vendor_id', '');
CREATE TRIGGER purchase_orders_recounted AFTER UPDATE ON purchase_orders REFERENCING OLD TABLE AS older NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION count_days('''orders''', 'ordered_on', '0');
CREATE TRIGGER purchase_orders_twin BEFORE UPDATE OF number ON purchase_orders FOR EACH ROW WHEN (((old.twin > 0) AND (code_key(old.number) IS DISTINCT FROM code_key(new.number)))) EXECUTE FUNCTION untwin();
CREATE TRIGGER purchase_orders_uncounted AFTER DELETE ON purchase_orders REFERENCING OLD TABLE AS older FOR EACH STATEMENT EXECUTE FUNCTION count_days('''orders''', 'ordered_on', '0');

create table purchase_returns (
  id bigint generated always as identity,
  source text default 'embedded'::text not null,
  external_id text not null,
  version text,
  vendor_id bigint not null,
  po_number text,
  po_date date,
  invoice_number text,
  invoice_date date,
  item_name text not null,
  received_quantity numeric(12,3) not null,
  returned_quantity numeric(12,3) not null,
  remarks text,
  raw jsonb,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint purchase_returns_pkey PRIMARY KEY (id),
  constraint purchase_returns_source_external_id_key UNIQUE (source, external_id),
  constraint purchase_returns_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id),
  constraint purchase_returns_received_quantity_check CHECK ((received_quantity >= (0)::numeric)),
  constraint purchase_returns_returned_quantity_check CHECK ((returned_quantity >= (0)::numeric))
);
CREATE INDEX purchase_returns_date ON purchase_returns USING btree (invoice_date, id);
CREATE INDEX purchase_returns_named ON purchase_returns USING btree (vendor_id, code_key(po_number)) WHERE (source <> 'receipt'::text);
CREATE INDEX purchase_returns_order ON purchase_returns USING btree (vendor_id, code_key(po_number)) WHERE (po_number IS NOT NULL);
CREATE INDEX purchase_returns_vendor ON purchase_returns USING btree (vendor_id, id);

create unlogged table rate_limits (
  key text not null,
  count integer not null,
  resets_at timestamp with time zone not null,
  constraint rate_limits_pkey PRIMARY KEY (key)
);

create table receipt_lines (
  id bigint generated always as identity,
  source text default 'embedded'::text not null,
  external_id text not null,
  vendor_id bigint not null,
  order_id bigint not null,
  line integer not null,
  number text default ''::text not null,
  received_on date not null,
  quantity numeric(12,3) not null,
  rejected numeric(12,3) default 0 not null,
  reason text,
  remark text,
  batch text,
  receipt_id bigint,
  created_at timestamp with time zone default now() not null,
  constraint receipt_lines_pkey PRIMARY KEY (id),
  constraint receipt_lines_source UNIQUE (source, external_id),
  constraint receipt_lines_order_id_fkey FOREIGN KEY (order_id) REFERENCES purchase_orders(id) ON DELETE CASCADE,
  constraint receipt_lines_receipt_id_fkey FOREIGN KEY (receipt_id) REFERENCES receipts(id),
  constraint receipt_lines_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id),
  constraint receipt_lines_quantity_check CHECK ((quantity >= (0)::numeric)),
  constraint receipt_lines_reason_check CHECK ((reason = ANY (ARRAY['damaged'::text, 'short_life'::text, 'wrong_item'::text, 'quality'::text, 'excess'::text, 'other'::text]))),
  constraint receipt_lines_rejected CHECK (((rejected >= (0)::numeric) AND (rejected <= quantity)))
);
CREATE INDEX receipt_lines_line ON receipt_lines USING btree (order_id, line);
CREATE INDEX receipt_lines_number ON receipt_lines USING btree (vendor_id, code_key(number));
CREATE INDEX receipt_lines_receipt ON receipt_lines USING btree (receipt_id) WHERE (receipt_id IS NOT NULL);
CREATE INDEX receipt_lines_vendor ON receipt_lines USING btree (vendor_id, id);

create table receipt_photos (
  id bigint generated always as identity,
  receipt_id bigint not null,
  file_id uuid not null,
  added_by bigint,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint receipt_photos_pkey PRIMARY KEY (id),
  constraint receipt_photos_added_by_fkey FOREIGN KEY (added_by) REFERENCES users(id),
  constraint receipt_photos_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id) ON DELETE CASCADE,
  constraint receipt_photos_receipt_id_fkey FOREIGN KEY (receipt_id) REFERENCES receipts(id)
);
CREATE INDEX receipt_photos_file ON receipt_photos USING btree (file_id);
CREATE INDEX receipt_photos_receipt ON receipt_photos USING btree (receipt_id);

create table receipts (
  id bigint generated always as identity,
  vendor_id bigint not null,
  number text not null,
  site_id bigint,
  note_id bigint,
  gate_entry_at timestamp with time zone,
  received_on date not null,
  remark text,
  entered_by bigint,
  cancelled_at timestamp with time zone,
  cancel_reason text,
  twin integer default 0 not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  constraint receipts_pkey PRIMARY KEY (id),
  constraint receipts_entered_by_fkey FOREIGN KEY (entered_by) REFERENCES users(id),
  constraint receipts_note_id_fkey FOREIGN KEY (note_id) REFERENCES dispatch_notes(id),
  constraint receipts_site_id_fkey FOREIGN KEY (site_id) REFERENCES buyer_sites(id) ON DELETE SET NULL,
  constraint receipts_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id),
  constraint receipts_number_check CHECK (((length(number) >= 1) AND (length(number) <= 40)))
);
CREATE UNIQUE INDEX receipts_note ON receipts USING btree (note_id) WHERE (cancelled_at IS NULL);
CREATE UNIQUE INDEX receipts_number ON receipts USING btree (vendor_id, code_key(number), twin) WHERE (cancelled_at IS NULL);
CREATE INDEX receipts_site ON receipts USING btree (site_id) WHERE (site_id IS NOT NULL);
CREATE INDEX receipts_vendor ON receipts USING btree (vendor_id, id);
CREATE TRIGGER receipts_own_changed AFTER UPDATE ON receipts REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION record_changes('''receipt''', 'wrote.id', 'wrote.vendor_id', '');
CREATE TRIGGER receipts_own_gone AFTER DELETE ON receipts REFERENCING OLD TABLE AS older FOR EACH STATEMENT EXECUTE FUNCTION record_changes('''receipt''', 'wrote.id', 'wrote.vendor_id', '');
CREATE TRIGGER receipts_own_new AFTER INSERT ON receipts REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION record_changes('''receipt''', 'wrote.id', 'wrote.vendor_id', '');

create table recovery_codes (
  user_id bigint not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES second_factors(user_id) ON DELETE CASCADE
);

create table refused_matches (
  source text not null,
  external_id text not null,
  vendor_id bigint not null,
  refused_by bigint not null,
  refused_at timestamp with time zone default clock_timestamp() not null,
  constraint refused_matches_pkey PRIMARY KEY (source, external_id, vendor_id),
  constraint refused_matches_refused_by_fkey FOREIGN KEY (refused_by) REFERENCES users(id),
  constraint refused_matches_source_external_id_fkey FOREIGN KEY (source, external_id) REFERENCES buyer_suppliers(source, external_id),
  constraint refused_matches_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE
);

create table registrations (
  id bigint generated always as identity,
  vendor_id bigint,
  is_main boolean default false not null,
  kind text not null,
  gstin text,
  code text generated always as COALESCE(gstin, 'URP'::text) stored not null,
  legal_name text not null,
  trade_name text,
  address text,
  postal_code text,
  state_code text,
  valid_from date,
  valid_to date,
  confirmed_at timestamp with time zone,
  created_by bigint,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint registrations_pkey PRIMARY KEY (id),
  constraint registrations_overlap EXCLUDE USING gist (COALESCE(vendor_id, (0)::bigint) WITH =, code WITH =, daterange(valid_from, valid_to, '[]'::text) WITH &&),
  constraint registrations_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint registrations_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE,
  constraint registrations_check CHECK ((valid_to >= valid_from)),
  constraint registrations_check1 CHECK (((gstin IS NULL) = (kind = 'unregistered'::text))),
  constraint registrations_kind_check CHECK ((kind = ANY (ARRAY['regular'::text, 'composition'::text, 'sez'::text, 'isd'::text, 'unregistered'::text, 'unBody'::text, 'nonResident'::text])))
);
CREATE INDEX registrations_gstin ON registrations USING btree (gstin) WHERE (gstin IS NOT NULL);
CREATE UNIQUE INDEX registrations_main ON registrations USING btree (vendor_id) WHERE is_main;
CREATE INDEX registrations_party ON registrations USING btree (COALESCE(vendor_id, (0)::bigint));
CREATE INDEX registrations_waiting ON registrations USING btree (id) WHERE ((confirmed_at IS NULL) AND (NOT is_main));

create table reported_payments (
  id bigint generated always as identity,
  vendor_id bigint not null,
  invoice_id bigint,
  amount numeric(14,2) not null,
  mode text not null,
  remarks text,
  reported_by bigint not null,
  status text default 'reported'::text not null,
  decided_by bigint,
  decided_at timestamp with time zone,
  reason text,
  created_at timestamp with time zone default clock_timestamp() not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  order_id bigint,
  paid_on date,
  online_kind text,
  reference text,
  account_last4 text,
  payment_id bigint,
  constraint reported_payments_pkey PRIMARY KEY (id),
  constraint reported_payments_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint reported_payments_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id) ON DELETE CASCADE,
  constraint reported_payments_order_id_fkey FOREIGN KEY (order_id) REFERENCES purchase_orders(id) ON DELETE CASCADE,
  constraint reported_payments_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id) ON DELETE SET NULL,
  constraint reported_payments_reported_by_fkey FOREIGN KEY (reported_by) REFERENCES users(id),
  constraint reported_payments_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE,
  constraint reported_payments_about CHECK ((num_nonnulls(invoice_id, order_id) = 1)),
  constraint reported_payments_account_last4_check CHECK ((account_last4 ~ '^\d{4}$'::text)),
  constraint reported_payments_amount_check CHECK ((amount > (0)::numeric)),
  constraint reported_payments_check CHECK (((status = 'reported'::text) = (decided_at IS NULL))),
  constraint reported_payments_mode_check CHECK ((mode = ANY (ARRAY['online'::text, 'cheque'::text]))),
  constraint reported_payments_online_kind_check CHECK ((online_kind = ANY (ARRAY['neft'::text, 'rtgs'::text, 'imps'::text, 'upi'::text]))),
  constraint reported_payments_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 100))),
  constraint reported_payments_status_check CHECK ((status = ANY (ARRAY['reported'::text, 'confirmed'::text, 'rejected'::text])))
);
CREATE INDEX reported_payments_invoice ON reported_payments USING btree (invoice_id);
CREATE INDEX reported_payments_open ON reported_payments USING btree (id) WHERE (status = 'reported'::text);
CREATE INDEX reported_payments_order ON reported_payments USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX reported_payments_payment ON reported_payments USING btree (payment_id) WHERE (payment_id IS NOT NULL);
CREATE INDEX reported_payments_vendor ON reported_payments USING btree (vendor_id, id);

create table schemes (
  id bigint generated always as identity,
  vendor_id bigint not null,
  number bigint not null,
  name text not null,
  date date not null,
  ean text not null,
  product_name text,
  quantity numeric(12,3),
  free_quantity numeric(12,3),
  net_ptr numeric(14,2),
  uom text,
  discount numeric(6,3),
  validity date,
  narration text,
  active boolean default true not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint schemes_pkey PRIMARY KEY (id),
  constraint schemes_number_key UNIQUE (number),
  constraint schemes_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id)
);
CREATE INDEX schemes_date ON schemes USING btree (date, id);
CREATE INDEX schemes_ean ON schemes USING btree (vendor_id, gtin_key(ean));
CREATE INDEX schemes_vendor ON schemes USING btree (vendor_id, id);
CREATE INDEX schemes_vendor_date ON schemes USING btree (vendor_id, date, id);
CREATE TRIGGER schemes_counted AFTER INSERT ON schemes REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION count_days('''schemes''', '(created_at at time zone ''Asia/Kolkata'')::date', '0');
CREATE TRIGGER schemes_recounted AFTER UPDATE ON schemes REFERENCING OLD TABLE AS older NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION count_days('''schemes''', '(created_at at time zone ''Asia/Kolkata'')::date', '0');
CREATE TRIGGER schemes_uncounted AFTER DELETE ON schemes REFERENCING OLD TABLE AS older FOR EACH STATEMENT EXECUTE FUNCTION count_days('''schemes''', '(created_at at time zone ''Asia/Kolkata'')::date', '0');

create table second_factors (
  user_id bigint not null,
  secret bytea,
  on_since timestamp with time zone,
  last_step bigint default 0 not null,
  pending_secret bytea,
  pending_since timestamp with time zone,
  recovery_salt bytea,
  by_provider boolean default false not null,
  constraint second_factors_pkey PRIMARY KEY (user_id),
  constraint second_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint second_factors_check CHECK (((secret IS NULL) = (on_since IS NULL))),
  constraint second_factors_check1 CHECK (((pending_secret IS NULL) = (pending_since IS NULL)))
);

create table self_invoice_lines (
  self_invoice_id bigint not null,
  no integer not null,
  order_id bigint not null,
  line integer not null,
  receipt_number text not null,
  item_name text not null,
  hsn_code text,
  uom text,
  quantity numeric(12,3) not null,
  unit_price numeric(16,4) not null,
  taxable numeric(14,2) not null,
  tax_rate numeric(6,3) not null,
  cess_rate numeric(6,3) not null,
  cgst numeric(14,2) not null,
  sgst numeric(14,2) not null,
  igst numeric(14,2) not null,
  cess numeric(14,2) not null,
  constraint self_invoice_lines_pkey PRIMARY KEY (self_invoice_id, no),
  constraint self_invoice_lines_self_invoice_id_fkey FOREIGN KEY (self_invoice_id) REFERENCES self_invoices(id) ON DELETE CASCADE,
  constraint self_invoice_lines_quantity_check CHECK ((quantity > (0)::numeric))
);
CREATE INDEX self_invoice_lines_goods ON self_invoice_lines USING btree (order_id, line);

create table self_invoices (
  id bigint generated always as identity,
  vendor_id bigint not null,
  number text not null,
  invoice_date date not null,
  vendor_registration_id bigint,
  buyer_registration_id bigint,
  order_id bigint not null,
  receipt_number text not null,
  received_on date not null,
  taxable numeric(14,2) not null,
  cgst numeric(14,2) not null,
  sgst numeric(14,2) not null,
  igst numeric(14,2) not null,
  cess numeric(14,2) not null,
  created_by bigint,
  created_at timestamp with time zone default clock_timestamp() not null,
  receipt_id bigint,
  cancelled_at timestamp with time zone,
  cancel_reason text,
  constraint self_invoices_pkey PRIMARY KEY (id),
  constraint self_invoices_buyer_registration_id_fkey FOREIGN KEY (buyer_registration_id) REFERENCES registrations(id),
  constraint self_invoices_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint self_invoices_order_id_fkey FOREIGN KEY (order_id) REFERENCES purchase_orders(id),
  constraint self_invoices_receipt_id_fkey FOREIGN KEY (receipt_id) REFERENCES receipts(id),
  constraint self_invoices_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id),
  constraint self_invoices_vendor_registration_id_fkey FOREIGN KEY (vendor_registration_id) REFERENCES registrations(id),
  constraint self_invoices_cancelled CHECK (((cancelled_at IS NULL) = (cancel_reason IS NULL))),
  constraint self_invoices_check CHECK ((invoice_date >= received_on))
);
CREATE UNIQUE INDEX self_invoices_number ON self_invoices USING btree (COALESCE(buyer_registration_id, (0)::bigint), code_key(number), financial_year(invoice_date));
CREATE INDEX self_invoices_receipt ON self_invoices USING btree (receipt_id) WHERE (receipt_id IS NOT NULL);
CREATE INDEX self_invoices_vendor ON self_invoices USING btree (vendor_id, id);
CREATE TRIGGER self_invoices_own_changed AFTER UPDATE ON self_invoices REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION record_changes('''selfInvoice''', 'wrote.id', 'wrote.vendor_id', '');
CREATE TRIGGER self_invoices_own_gone AFTER DELETE ON self_invoices REFERENCING OLD TABLE AS older FOR EACH STATEMENT EXECUTE FUNCTION record_changes('''selfInvoice''', 'wrote.id', 'wrote.vendor_id', '');
CREATE TRIGGER self_invoices_own_new AFTER INSERT ON self_invoices REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION record_changes('''selfInvoice''', 'wrote.id', 'wrote.vendor_id', '');

create table sessions (
  id bigint generated always as identity,
  token_hash bytea not null,
  user_id bigint not null,
  last_seen_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  user_agent text,
  address text,
  membership_id bigint not null,
  idp_id bigint,
  idp_mfa boolean default false not null,
  confirmed_at timestamp with time zone,
  proved_at timestamp with time zone not null,
  second_factor text,
  created_at timestamp with time zone default now() not null,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_hash_key UNIQUE (token_hash),
  constraint sessions_idp_id_fkey FOREIGN KEY (idp_id) REFERENCES idps(id) ON DELETE CASCADE,
  constraint sessions_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES memberships(id) ON DELETE CASCADE,
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint sessions_second_factor_check CHECK ((second_factor = ANY (ARRAY['code'::text, 'recovery code'::text])))
);
CREATE INDEX sessions_expiry ON sessions USING btree (expires_at);
CREATE INDEX sessions_idp ON sessions USING btree (idp_id) WHERE (idp_id IS NOT NULL);
CREATE INDEX sessions_membership ON sessions USING btree (membership_id);
CREATE INDEX sessions_user ON sessions USING btree (user_id, id);

create table settings (
  name text not null,
  value text not null,
  constraint settings_pkey PRIMARY KEY (name)
);

create table shelf_lives (
  id bigint generated always as identity,
  category text,
  days integer not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  constraint shelf_lives_pkey PRIMARY KEY (id),
  constraint shelf_lives_days_check CHECK (((days >= 0) AND (days <= 3650)))
);
CREATE UNIQUE INDEX shelf_lives_category ON shelf_lives USING btree (lower(category)) NULLS NOT DISTINCT;

create table sign_in_challenges (
  token_hash bytea not null,
  user_id bigint not null,
  sign_in_id bigint not null,
  expires_at timestamp with time zone not null,
  tries smallint default 0 not null,
  proved boolean default false not null,
  idp_id bigint,
  constraint sign_in_challenges_pkey PRIMARY KEY (token_hash),
  constraint sign_in_challenges_idp_id_fkey FOREIGN KEY (idp_id) REFERENCES idps(id) ON DELETE CASCADE,
  constraint sign_in_challenges_sign_in_id_fkey FOREIGN KEY (sign_in_id) REFERENCES sign_ins(id) ON DELETE CASCADE,
  constraint sign_in_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX sign_in_challenges_idp ON sign_in_challenges USING btree (idp_id) WHERE (idp_id IS NOT NULL);
CREATE INDEX sign_in_challenges_sign_in ON sign_in_challenges USING btree (sign_in_id);
CREATE INDEX sign_in_challenges_user ON sign_in_challenges USING btree (user_id);

create table sign_ins (
  id bigint generated always as identity,
  user_id bigint,
  at timestamp with time zone not null,
  address text,
  user_agent text,
  result text not null,
  second_factor text,
  constraint sign_ins_pkey PRIMARY KEY (id),
  constraint sign_ins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint sign_ins_result_check CHECK ((result = ANY (ARRAY['signed-in'::text, 'wrong-password'::text, 'code-asked'::text, 'wrong-code'::text]))),
  constraint sign_ins_second_factor_check CHECK ((second_factor = ANY (ARRAY['code'::text, 'recovery code'::text])))
);
CREATE INDEX sign_ins_at ON sign_ins USING btree (at);
CREATE INDEX sign_ins_user ON sign_ins USING btree (user_id, id);

create table statement_answers (
  id bigint generated always as identity,
  vendor_id bigint not null,
  month date not null,
  closing numeric(14,2) not null,
  answer text not null,
  remark text,
  answered_by bigint not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  constraint statement_answers_pkey PRIMARY KEY (id),
  constraint statement_answers_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES users(id),
  constraint statement_answers_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE,
  constraint statement_answers_answer_check CHECK ((answer = ANY (ARRAY['agreed'::text, 'differs'::text]))),
  constraint statement_answers_check CHECK (((answer = 'agreed'::text) OR (remark IS NOT NULL))),
  constraint statement_answers_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric))
);
CREATE INDEX statement_answers_vendor ON statement_answers USING btree (vendor_id, month, id);

create table suppliers (
  id bigint generated always as identity,
  email text,
  name text not null,
  created_at timestamp with time zone default now() not null,
  constraint suppliers_pkey PRIMARY KEY (id),
  constraint suppliers_email_key UNIQUE (email)
);

create table users (
  id bigint default nextval('account_ids'::regclass) not null,
  email text not null,
  mobile_number text not null,
  password_hash text,
  first_name text not null,
  middle_name text,
  last_name text not null,
  is_admin boolean default false not null,
  is_active boolean default false not null,
  avatar uuid,
  company_id bigint,
  vendor_id bigint generated always as 
CASE
    WHEN (is_admin OR (company_id IS NOT NULL)) THEN NULL::bigint
    ELSE id
END stored,
  language text default 'en'::text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  password_by_provider boolean default false not null,
  email_by_provider boolean default false not null,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_mobile_number_key UNIQUE (mobile_number),
  constraint users_avatar_fkey FOREIGN KEY (avatar) REFERENCES files(id),
  constraint users_company_id_fkey FOREIGN KEY (company_id) REFERENCES vendors(id),
  constraint users_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id),
  constraint users_language_check CHECK ((language = ANY (ARRAY['en'::text, 'hi'::text])))
);
CREATE INDEX users_active ON users USING btree (is_active, id);
CREATE UNIQUE INDEX users_email ON users USING btree (lower(email));
CREATE TRIGGER users_end_invitations AFTER UPDATE OF is_active ON users FOR EACH ROW WHEN ((old.is_active AND (NOT new.is_active))) EXECUTE FUNCTION end_invitations();
CREATE TRIGGER users_ended_roles AFTER UPDATE OF is_active ON users FOR EACH ROW WHEN ((old.is_active AND (NOT new.is_active))) EXECUTE FUNCTION keep_ended_roles();

create table vendor_accounts (
  vendor_id bigint not null,
  paid numeric(20,2) default 0 not null,
  tax numeric(20,2) default 0 not null,
  notes numeric(20,2) default 0 not null,
  deductions numeric(20,2) default 0 not null,
  held numeric(20,2) default 0 not null,
  opening numeric(20,2) default 0 not null,
  constraint vendor_accounts_pkey PRIMARY KEY (vendor_id),
  constraint vendor_accounts_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE
) with (fillfactor=50);

create table vendor_balances (
  vendor_id bigint not null,
  match_state text not null,
  value numeric(20,2) default 0 not null,
  raised numeric(20,2) default 0 not null,
  settled numeric(20,2) default 0 not null,
  constraint vendor_balances_pkey PRIMARY KEY (vendor_id, match_state),
  constraint vendor_balances_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE
) with (fillfactor=50);

create table vendors (
  id bigint default nextval('account_ids'::regclass) not null,
  code integer not null,
  legal_name text not null,
  type text,
  address_code text,
  address_line1 text not null,
  address_line2 text not null,
  postal_code text not null,
  country_id text not null,
  state text not null,
  city text not null,
  pan text,
  gstin text,
  bank_name text,
  account_number text,
  ifsc_code text,
  payment_terms text,
  shipping_terms text,
  identity_confirmed_at timestamp with time zone,
  supplier_id text,
  sent_back_at timestamp with time zone,
  sent_back_reason text,
  einvoice_since date,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  pan_document uuid,
  gst_document uuid,
  cancelled_cheque uuid,
  incorporation_certificate uuid,
  kind text default 'regular'::text not null,
  fssai_number text,
  fssai_valid_until date,
  fssai_reminded_days integer,
  fssai_reminded_of date,
  agreed_terms text,
  credit_days integer generated always as credit_days(agreed_terms) stored,
  constraint vendors_pkey PRIMARY KEY (id),
  constraint vendors_code UNIQUE (code),
  constraint vendors_cancelled_cheque_fkey FOREIGN KEY (cancelled_cheque) REFERENCES files(id),
  constraint vendors_gst_document_fkey FOREIGN KEY (gst_document) REFERENCES files(id),
  constraint vendors_incorporation_certificate_fkey FOREIGN KEY (incorporation_certificate) REFERENCES files(id),
  constraint vendors_pan_document_fkey FOREIGN KEY (pan_document) REFERENCES files(id),
  constraint vendors_fssai CHECK (((fssai_number IS NULL) = (fssai_valid_until IS NULL))),
  constraint vendors_kind_check CHECK ((kind = ANY (ARRAY['regular'::text, 'unregistered'::text]))),
  constraint vendors_sent_back CHECK (((sent_back_at IS NULL) = (sent_back_reason IS NULL))),
  constraint vendors_unregistered CHECK (((kind <> 'unregistered'::text) OR (gstin IS NULL)))
);
CREATE INDEX vendors_fssai_ends ON vendors USING btree (fssai_valid_until) WHERE (fssai_valid_until IS NOT NULL);
CREATE INDEX vendors_gstin ON vendors USING btree (gstin) WHERE (gstin IS NOT NULL);
CREATE UNIQUE INDEX vendors_supplier ON vendors USING btree (supplier_id) WHERE (supplier_id IS NOT NULL);
CREATE TRIGGER vendors_account AFTER INSERT ON vendors REFERENCING NEW TABLE AS newer FOR EACH STATEMENT EXECUTE FUNCTION account_of_vendor();
CREATE TRIGGER vendors_registration AFTER INSERT OR UPDATE OF kind, gstin, legal_name, address_line1, address_line2, city, postal_code, state, identity_confirmed_at ON vendors FOR EACH ROW EXECUTE FUNCTION follow_profile();

create table webhook_cursor (
  id boolean default true not null,
  transaction_id xid8 not null,
  change_id bigint not null,
  constraint webhook_cursor_pkey PRIMARY KEY (id),
  constraint webhook_cursor_id_check CHECK (id)
);

create table webhook_deliveries (
  id bigint generated always as identity,
  webhook_id bigint not null,
  message_id uuid default gen_random_uuid() not null,
  entity text not null,
  record_id bigint not null,
  vendor_id bigint not null,
  removed boolean not null,
  version bigint not null,
  at timestamp with time zone not null,
  state text default 'waiting'::text not null,
  tries integer default 0 not null,
  due_at timestamp with time zone default clock_timestamp() not null,
  tried_at timestamp with time zone,
  status integer,
  error text,
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE,
  constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text])))
);
CREATE INDEX webhook_deliveries_at ON webhook_deliveries USING brin (at) WITH (autosummarize='on');
CREATE INDEX webhook_deliveries_newest ON webhook_deliveries USING btree (webhook_id, id);
CREATE INDEX webhook_deliveries_next ON webhook_deliveries USING btree (webhook_id, id) WHERE (state = 'waiting'::text);
CREATE UNIQUE INDEX webhook_deliveries_waiting ON webhook_deliveries USING btree (webhook_id, entity, record_id) WHERE (state = 'waiting'::text);

create table webhooks (
  id bigint generated always as identity,
  vendor_id bigint,
  user_id bigint not null,
  url text not null,
  events text[] not null,
  secret bytea,
  old_secret bytea,
  old_secret_until timestamp with time zone,
  on_since timestamp with time zone,
  on_from pg_snapshot,
  off_reason text,
  failures integer default 0 not null,
  quiet_until timestamp with time zone,
  delivered_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint webhooks_pkey PRIMARY KEY (id),
  constraint webhooks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint webhooks_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE,
  constraint webhooks_check CHECK (((off_reason IS NULL) OR (on_since IS NULL))),
  constraint webhooks_events_check CHECK ((cardinality(events) > 0))
);
CREATE INDEX webhooks_vendor ON webhooks USING btree (vendor_id, id);

create table withdrawn_acknowledgements (
  order_id bigint not null,
  withdrawn_at timestamp with time zone default clock_timestamp() not null,
  acknowledged_on date not null,
  reference text,
  terms jsonb not null,
  constraint withdrawn_acknowledgements_pkey PRIMARY KEY (order_id, withdrawn_at),
  constraint withdrawn_acknowledgements_order_id_fkey FOREIGN KEY (order_id) REFERENCES purchase_orders(id) ON DELETE CASCADE
);

create view account_entries as
 SELECT vendor_id,
    vendor_registration_id,
    buyer_registration_id,
    invoice_date AS day,
    'invoice'::text AS kind,
    id AS document_id,
    number,
    NULL::text AS mode,
    NULL::text AS reference,
    value AS amount,
    created_at AS recorded_at,
    0 AS source,
    (id * 8) AS id
   FROM invoices
  WHERE is_agreed(match_state)
UNION ALL
 SELECT vendor_id,
    vendor_registration_id,
    buyer_registration_id,
    counted_on AS day,
        CASE
            WHEN (lowers AND (issuer = 'vendor'::text)) THEN 'credit'::text
            WHEN lowers THEN 'deduction'::text
            WHEN (issuer = 'vendor'::text) THEN 'debit'::text
            ELSE 'concession'::text
        END AS kind,
    id AS document_id,
    COALESCE(number, vendor_invoice_ref) AS number,
    NULL::text AS mode,
    NULL::text AS reference,
    ((COALESCE(amount, (0)::numeric) - answered) * (
        CASE
            WHEN lowers THEN '-1'::integer
            ELSE 1
        END)::numeric) AS amount,
    COALESCE(accepted_at, created_at) AS recorded_at,
    1 AS source,
    ((id * 8) + 1) AS id
   FROM (memos
     LEFT JOIN invoices ON ((id = invoice_id)))
  WHERE ((counted_on IS NOT NULL) AND (amount > answered) AND ((invoice_id IS NOT NULL) OR (lowers AND (issuer = 'vendor'::text))) AND (lowers OR is_agreed(match_state)))
UNION ALL
 SELECT vendor_id,
    vendor_registration_id,
    buyer_registration_id,
    reversed_on AS day,
    'reversal'::text AS kind,
    id AS document_id,
    COALESCE(number, vendor_invoice_ref) AS number,
    NULL::text AS mode,
    NULL::text AS reference,
    ((COALESCE(amount, (0)::numeric) - answered) * (
        CASE
            WHEN lowers THEN 1
            ELSE '-1'::integer
        END)::numeric) AS amount,
    updated_at AS recorded_at,
    2 AS source,
    ((id * 8) + 2) AS id
   FROM (memos
     LEFT JOIN invoices ON ((id = invoice_id)))
  WHERE ((status = 'reversed'::text) AND (counted_on IS NOT NULL) AND (amount > answered) AND ((invoice_id IS NOT NULL) OR (lowers AND (issuer = 'vendor'::text))) AND (lowers OR is_agreed(match_state)))
UNION ALL
 SELECT vendor_id,
    NULL::bigint AS vendor_registration_id,
    NULL::bigint AS buyer_registration_id,
    paid_on AS day,
        CASE
            WHEN (reversal_of IS NULL) THEN 'payment'::text
            ELSE 'reversal'::text
        END AS kind,
    id AS document_id,
    invoice_number AS number,
    mode,
    reference,
    (- amount) AS amount,
    created_at AS recorded_at,
    3 AS source,
    ((id * 8) + 3) AS id
   FROM payments
UNION ALL
 SELECT vendor_id,
    vendor_registration_id,
    NULL::bigint AS buyer_registration_id,
    counted_on AS day,
    'opening'::text AS kind,
    id AS document_id,
    number,
    NULL::text AS mode,
    NULL::text AS reference,
    amount,
    COALESCE(accepted_at, created_at) AS recorded_at,
    4 AS source,
    ((id * 8) + 4) AS id
   FROM opening_balances
  WHERE ((counted_on IS NOT NULL) AND (NOT billed))
UNION ALL
 SELECT vendor_id,
    vendor_registration_id,
    NULL::bigint AS buyer_registration_id,
    reversed_on AS day,
    'reversal'::text AS kind,
    id AS document_id,
    number,
    NULL::text AS mode,
    NULL::text AS reference,
    (- amount) AS amount,
    updated_at AS recorded_at,
    5 AS source,
    ((id * 8) + 5) AS id
   FROM opening_balances
  WHERE ((status = 'reversed'::text) AND (counted_on IS NOT NULL));

create view counted_records as
 SELECT 'products'::text AS list,
    ((created_at AT TIME ZONE 'Asia/Kolkata'::text))::date AS day,
    vendor_id,
    (0)::numeric AS amount
   FROM products
UNION ALL
 SELECT 'schemes'::text AS list,
    ((created_at AT TIME ZONE 'Asia/Kolkata'::text))::date AS day,
    vendor_id,
    (0)::numeric AS amount
   FROM schemes
UNION ALL
 SELECT 'invoices'::text AS list,
    ((created_at AT TIME ZONE 'Asia/Kolkata'::text))::date AS day,
    vendor_id,
    (value)::numeric AS amount
   FROM invoices
UNION ALL
 SELECT 'payments'::text AS list,
    paid_on AS day,
    vendor_id,
    (amount)::numeric AS amount
   FROM payments
UNION ALL
 SELECT (kind || ' memos'::text) AS list,
    ((created_at AT TIME ZONE 'Asia/Kolkata'::text))::date AS day,
    vendor_id,
    (0)::numeric AS amount
   FROM memos
UNION ALL
 SELECT 'orders'::text AS list,
    ordered_on AS day,
    vendor_id,
    (0)::numeric AS amount
   FROM purchase_orders
UNION ALL
 SELECT 'dispatch notes'::text AS list,
    ((created_at AT TIME ZONE 'Asia/Kolkata'::text))::date AS day,
    vendor_id,
    (0)::numeric AS amount
   FROM dispatch_notes
UNION ALL
 SELECT 'billed'::text AS list,
    invoice_date AS day,
    vendor_id,
    (value)::numeric AS amount
   FROM invoices;

create view vendor_books as
 SELECT vendor_id,
    invoice_total,
    raised,
    paid AS paid_total,
    (notes - raised) AS notes,
    (deductions + tax) AS deductions,
    held,
    (((((agreed + opening) - paid) - tax) - notes) - deductions) AS owed,
    ((invoice_total + raised) - agreed) AS not_agreed,
    (((((paid + tax) + notes) + deductions) - opening) - agreed_settled) AS on_account,
    ((((((invoice_total + raised) + opening) - paid) - tax) - notes) - deductions) AS balance,
    opening
   FROM (vendor_accounts
     CROSS JOIN LATERAL ( SELECT COALESCE(sum(value), (0)::numeric) AS invoice_total,
            COALESCE(sum(raised), (0)::numeric) AS raised,
            COALESCE(sum((value + raised)) FILTER (WHERE is_agreed(match_state)), (0)::numeric) AS agreed,
            COALESCE(sum(settled) FILTER (WHERE is_agreed(match_state)), (0)::numeric) AS agreed_settled
           FROM vendor_balances kept
          WHERE (vendor_id = vendor_id)) billed)
  WHERE (((invoice_total <> (0)::numeric) OR (paid <> (0)::numeric) OR (notes <> (0)::numeric) OR (deductions <> (0)::numeric) OR (held <> (0)::numeric) OR (opening <> (0)::numeric)) OR (EXISTS ( SELECT
           FROM daily_counts counted
          WHERE ((vendor_id = vendor_id) AND (list = ANY (ARRAY['invoices'::text, 'payments'::text])) AND (day = '-infinity'::date) AND (count > 0)))));

CREATE OR REPLACE FUNCTION account_of_vendor()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into vendor_accounts (vendor_id) select id from newer order by id on conflict do nothing;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION agreed_due(invoice bigint, owner bigint, po text, lines integer, day date)
 RETURNS date
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(
    (select due_day from opening_balances where invoice_id = invoice),
    (select max(greatest(day, ordered_on) + credit_days) from purchase_orders
      where id = any (array(
        select order_id from invoice_lines where invoice_id = invoice and order_id is not null
        union all
        select named.id from purchase_orders named where lines = 0 and code_key(named.number) = code_key(po) and named.vendor_id = owner))));
$function$
;

CREATE OR REPLACE FUNCTION allocate_memos()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  changed constant text := case tg_op
    when 'INSERT' then 'select 1 as sign, newer.* from newer'
    when 'DELETE' then 'select -1 as sign, older.* from older'
    else 'select 1 as sign, newer.* from newer union all select -1, older.* from older' end;
begin
  execute format($sql$
    update invoices set raised = raised + moved.raising, held = held + moved.holding
    from (
      select invoice_id, coalesce(sum(sign * counts) filter (where not lowers), 0) as raising, sum(sign * holds) as holding
      from (%s) changed where invoice_id is not null group by invoice_id) moved
    where invoices.id = moved.invoice_id and (raising, holding) <> (0, 0)
  $sql$, changed);
  if tg_op = 'DELETE' then return null; end if;
  if tg_op = 'UPDATE' then
    insert into allocations (vendor_id, invoice_id, kind, memo_id, amount, day)
    select back.vendor_id, back.invoice_id, back.kind, newer.id, -back.amount, newer.reversed_on
    from newer join older using (id) join (
      select vendor_id, invoice_id, kind, memo_id, sum(amount) as amount from allocations group by vendor_id, invoice_id, kind, memo_id) back
      on back.memo_id = newer.id
    where newer.status = 'reversed' and older.status <> 'reversed' and back.amount <> 0 order by newer.id, back.invoice_id;
    delete from allocations where memo_id in (
      select newer.id from newer join older using (id)
      where newer.status <> 'reversed'
        and (newer.vendor_id, newer.invoice_id, newer.counts, newer.lowers, newer.counted_on)
          is distinct from (older.vendor_id, older.invoice_id, older.counts, older.lowers, older.counted_on));
  end if;
  insert into allocations (vendor_id, invoice_id, kind, memo_id, amount, day)
  select part.vendor_id, part.invoice_id, case issuer when 'buyer' then 'deduction' else 'credit' end, part.id, part.amount, part.day
  from (
    select wrote.*, greatest(0, least(wrote.counts, balance - coalesce(
      sum(wrote.counts) over (partition by invoice_id order by wrote.id rows between unbounded preceding and 1 preceding), 0))) as fits
    from newer wrote left join (select id as invoice, balance from invoices) billed on billed.invoice = wrote.invoice_id
    where lowers and counts > 0 and not exists (select from allocations known where known.memo_id = wrote.id)) whole,
    lateral (values (whole.vendor_id, whole.invoice_id, whole.id, coalesce(fits, 0), counted_on, true),
      (whole.vendor_id, null, whole.id, whole.counts - coalesce(fits, 0), counted_on, false)) part (vendor_id, invoice_id, id, amount, day, settles)
  where part.amount > 0 order by part.id, settles desc;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION allocate_payments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' then
    delete from allocations where payment_id in (
      select id from newer join older using (id)
      where (newer.vendor_id, newer.invoice_id, newer.amount, newer.paid_on) is distinct from (older.vendor_id, older.invoice_id, older.amount, older.paid_on));
  end if;
  insert into allocations (vendor_id, invoice_id, kind, payment_id, amount, day)
  select part.vendor_id, part.invoice_id, 'payment', part.id, part.amount, part.day
  from (
    select wrote.*, greatest(0, least(wrote.amount, balance - coalesce(
      sum(wrote.amount) over (partition by invoice_id order by wrote.id rows between unbounded preceding and 1 preceding), 0))) as fits
    from newer wrote left join (select id as invoice, balance from invoices) billed on billed.invoice = wrote.invoice_id
    where reversal_of is null and not exists (select from allocations known where known.payment_id = wrote.id)) whole,
    lateral (values (whole.vendor_id, whole.invoice_id, whole.id, coalesce(fits, 0), paid_on, true),
      (whole.vendor_id, null, whole.id, whole.amount - coalesce(fits, 0), paid_on, false)) part (vendor_id, invoice_id, id, amount, day, settles)
  where part.amount > 0 order by part.id, settles desc;
  insert into allocations (vendor_id, invoice_id, kind, payment_id, amount, day)
  select back.vendor_id, back.invoice_id, back.kind, wrote.id, -back.amount, wrote.paid_on
  from newer wrote join (
    select vendor_id, invoice_id, kind, payment_id, sum(amount) as amount from allocations group by vendor_id, invoice_id, kind, payment_id) back
    on back.payment_id = wrote.reversal_of
  where back.amount <> 0 and not exists (select from allocations known where known.payment_id = wrote.id)
  order by wrote.id, back.invoice_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION code_key(code text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (code ~ '^[!-~]+( [!-~]+)*$'::text) THEN translate(code, 'abcdefghijklmnopqrstuvwxyz'::text, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'::text) ELSE translate(btrim(regexp_replace(regexp_replace(regexp_replace(NORMALIZE(regexp_replace(code, '[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff]'::text, ''::text, 'g'::text), NFKC), '[\u02d7\u058a\u05be\u1400\u1806\u2010-\u2015\u2043\u2212\u23af\u2500\u2501\u2796\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u301c\u3030\u30a0\u30fc]'::text, '-'::text, 'g'::text), '[\u2044\u2215]'::text, '/'::text, 'g'::text), '[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000]+'::text, ' '::text, 'g'::text), ' '::text), 'abcdefghijklmnopqrstuvwxyzàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿαβγδεζηθικλμνξοπρςστυφχψωабвгдежзийклмнопрстуфхцчшщъыьэюяѐёђѓєѕіїјљњћќѝўџ'::text, 'ABCDEFGHIJKLMNOPQRSTUVWXYZÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞŸΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΣΤΥΦΧΨΩАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЀЁЂЃЄЅІЇЈЉЊЋЌЍЎЏ'::text) END
;

CREATE OR REPLACE FUNCTION count_days()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  changed constant text := case tg_op
    when 'INSERT' then 'select 1 as sign, newer.* from newer'
    when 'DELETE' then 'select -1 as sign, older.* from older'
    else 'select 1 as sign, newer.* from newer union all select -1, older.* from older' end;
begin
  execute format($sql$
    insert into daily_counts as known (list, day, vendor_id, count, amount)
    select list, each_day, vendor_id, sum(sign), sum(sign * amount)
    from (select sign, vendor_id, %s as list, %s as day, %s as amount from (%s) changed) counted
      cross join lateral (values ('-infinity'::date), (day)) days (each_day)
    group by list, each_day, vendor_id having sum(sign) <> 0 or sum(sign * amount) <> 0
    order by list, each_day, vendor_id
    on conflict (list, day, vendor_id) do update set count = known.count + excluded.count, amount = known.amount + excluded.amount
  $sql$, tg_argv[0], tg_argv[1], tg_argv[2], changed);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION credit_days(terms text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(
    (regexp_match(terms, '\mnet\s*(\d{1,3})\M', 'i'))[1]::integer,
    (select max(found[1]::integer) from regexp_matches(terms, '\m(\d{1,3})\s*-?\s*days?\M', 'gi') found),
    case when terms ~* '\m(advance|immediate|immediately|cash on delivery|cod)\M' then 0 end)
$function$
;

CREATE OR REPLACE FUNCTION end_invitations()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_table_name = 'users' then
    delete from invitations where (invited_by = new.id or vendor_id = new.id) and not may_invite(invited_by, vendor_id);
  else
    delete from invitations where invited_by = old.user_id and not may_invite(invited_by, vendor_id);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION financial_year(day date)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((EXTRACT(year FROM day))::integer - ((EXTRACT(month FROM day) < (4)::numeric))::integer)
;

CREATE OR REPLACE FUNCTION follow_profile()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  main registrations;
  today constant date := (now() at time zone 'Asia/Kolkata')::date;
  starts date;
  located constant text := concat_ws(', ', new.address_line1, new.address_line2, new.city);
  state constant text := case when new.kind = 'unregistered' then state_gst_code(new.state) else substring(new.gstin from '^\d{2}') end;
  is_registered constant boolean := new.gstin is not null or new.kind = 'unregistered';
  crosses boolean;
begin
  select * into main from registrations where vendor_id = new.id and is_main for update;
  if main.code is distinct from (case when is_registered then coalesce(new.gstin, 'URP') end) then
    crosses := coalesce(main.kind = 'unregistered', false) <> (new.kind = 'unregistered');
    begin
      if crosses and main.confirmed_at is not null then
        raise foreign_key_violation;
      end if;
      delete from registrations where id = main.id;
    exception when foreign_key_violation then
      -- A registration that documents name ends the day before.
      update registrations set is_main = false, valid_to = greatest(valid_from, today - 1) where id = main.id;
      starts := today;
    end;
    -- A number that the vendor had before goes on; a time without one begins anew, unless it has not ended.
    update registrations set is_main = true, valid_to = null, confirmed_at = coalesce(confirmed_at, new.identity_confirmed_at)
    where id = (
      select id from registrations
      where vendor_id = new.id and code = coalesce(new.gstin, 'URP') and (gstin is not null or coalesce(valid_to, 'infinity') >= today)
      order by valid_from desc nulls last limit 1) and is_registered;
    if not found and is_registered then
      insert into registrations (vendor_id, is_main, kind, gstin, legal_name, valid_from)
      values (new.id, true, case when new.kind = 'unregistered' then new.kind else gstin_kind(new.gstin) end, new.gstin, new.legal_name,
        coalesce(starts, (select max(valid_to) + 1 from registrations where vendor_id = new.id and gstin is null and new.gstin is null)));
    end if;
  end if;
  update registrations
  set legal_name = new.legal_name, address = located, postal_code = new.postal_code, state_code = state,
    confirmed_at = new.identity_confirmed_at, updated_at = clock_timestamp()
  where vendor_id = new.id and is_main and (legal_name, address, postal_code, state_code, confirmed_at)
    is distinct from (new.legal_name, located, new.postal_code, state, new.identity_confirmed_at);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION forget_provider_word(person bigint)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  marked record;
  factors integer;
begin
  select password_by_provider as password, email_by_provider as email into marked from users where id = person for no key update;
  delete from second_factors where user_id = person and by_provider;
  get diagnostics factors = row_count;
  if marked.email then
    delete from email_changes where user_id = person and changed_at is null;
  end if;
  if marked.password then
    delete from sessions where user_id = person and idp_id is null;
  end if;
  if marked.password or marked.email then
    update users set password_by_provider = false, email_by_provider = false,
      password_hash = case when marked.password then null else password_hash end
    where id = person;
  end if;
  perform pg_notify('session_changed', person::text);
  return coalesce(marked.password, false) or factors > 0;
end $function$
;

CREATE OR REPLACE FUNCTION gstin_kind(gstin text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when gstin ~ '^\d{4}[A-Z]{3}\d{5}[UO]N.$' then 'unBody' when gstin ~ '^\d{4}[A-Z]{3}\d{5}NR.$' then 'nonResident' else 'regular' end
$function$
;

CREATE OR REPLACE FUNCTION gtin_key(code text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (code ~ '^[0-9]{8,14}$'::text) THEN COALESCE(NULLIF(ltrim(code, '0'::text), ''::text), '0'::text) WHEN (code_key(code) ~ '^[0-9]{8,14}$'::text) THEN COALESCE(NULLIF(ltrim(code_key(code), '0'::text), ''::text), '0'::text) ELSE code_key(code) END
;

CREATE OR REPLACE FUNCTION is_agreed(match_state text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  only_approved boolean;
  only_matched boolean;
begin
  select pay_only_approved, pay_only_matched into only_approved, only_matched from portal_settings;
  return case
    when match_state = 'returned' then false
    when only_approved then match_state = 'approved'
    when only_matched then match_state in ('matched', 'released', 'approved')
    else true end;
end $function$
;

CREATE OR REPLACE FUNCTION join_company()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform forget_provider_word(new.user_id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION keep_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  changed constant text := case tg_op
    when 'INSERT' then 'select 1 as sign, newer.* from newer'
    when 'DELETE' then 'select -1 as sign, older.* from older'
    else 'select 1 as sign, newer.* from newer union all select -1, older.* from older' end;
begin
  execute format($sql$
    insert into vendor_accounts as known (vendor_id, %1$s)
    select vendor_id, %2$s from (%3$s) changed group by vendor_id having (%2$s) is distinct from (%4$s) order by vendor_id
    on conflict (vendor_id) do update set (%1$s) = row(%5$s)
  $sql$, tg_argv[0], tg_argv[1], changed, tg_argv[2], tg_argv[3]);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION keep_agreed_due()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.agreed_due := agreed_due(new.id, new.vendor_id, new.po_number, new.line_count, new.invoice_date);
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION keep_balances()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  changed constant text := case tg_op
    when 'INSERT' then 'select 1 as sign, newer.* from newer'
    when 'DELETE' then 'select -1 as sign, older.* from older'
    else 'select 1 as sign, newer.* from newer union all select -1, older.* from older' end;
begin
  execute format($sql$
    insert into vendor_balances as known (vendor_id, match_state, value, raised, settled)
    select vendor_id, match_state, sum(sign * value), sum(sign * raised), sum(sign * settled) from (%s) changed
    group by vendor_id, match_state having (sum(sign * value), sum(sign * raised), sum(sign * settled)) <> (0, 0, 0)
    order by vendor_id, match_state
    on conflict (vendor_id, match_state) do update
      set value = known.value + excluded.value, raised = known.raised + excluded.raised, settled = known.settled + excluded.settled
  $sql$, changed);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION keep_ended_roles()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_table_name = 'users' then
    insert into ended_roles (user_id, role) select user_id, role from memberships where user_id = new.id and vendor_id is null;
  else
    insert into ended_roles (user_id, role) select old.user_id, old.role from users where id = old.user_id and is_active;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION keep_settled()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  changed constant text := case tg_op
    when 'INSERT' then 'select 1 as sign, newer.* from newer'
    when 'DELETE' then 'select -1 as sign, older.* from older'
    else 'select 1 as sign, newer.* from newer union all select -1, older.* from older' end;
begin
  execute format($sql$
    update invoices set paid = paid + moved.by_payment, credited = credited + moved.by_credit, deducted = deducted + moved.by_deduction,
      payment_count = payment_count + moved.payments
    from (
      select invoice_id, coalesce(sum(sign * amount) filter (where kind = 'payment'), 0) as by_payment,
        coalesce(sum(sign * amount) filter (where kind = 'credit'), 0) as by_credit,
        coalesce(sum(sign * amount) filter (where kind in ('deduction', 'tax')), 0) as by_deduction,
        coalesce(sum(sign) filter (where kind = 'payment'), 0) as payments
      from (%s) changed where invoice_id is not null group by invoice_id) moved
    where invoices.id = moved.invoice_id and (by_payment, by_credit, by_deduction, payments) <> (0, 0, 0, 0)
  $sql$, changed);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION lines_agreed_due()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform renew_agreed_due(array(select distinct invoice_id from changed));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION may_invite(inviter_id bigint, inviting_id bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
    select from memberships sender join users person on person.id = sender.user_id left join users first_user on first_user.id = sender.vendor_id
    where sender.user_id = inviter_id and person.is_active and coalesce(first_user.is_active, true)
      and case when sender.vendor_id is null then sender.role = 'administrator'
        else sender.role = 'owner' and sender.vendor_id = inviting_id end)
$function$
;

CREATE OR REPLACE FUNCTION number_key(number text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN regexp_replace(regexp_replace(code_key(number), '(^|[^0-9])0+(?=[0-9])'::text, '\1'::text, 'g'::text), '[/-]'::text, ''::text, 'g'::text)
;

CREATE OR REPLACE FUNCTION number_order(number text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (lpad((length(ltrim(number, '0'::text)))::text, 2, '0'::text) || ltrim(number, '0'::text))
;

CREATE OR REPLACE FUNCTION orders_agreed_due()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare moved bigint[];
begin
  if tg_op = 'INSERT' then
    moved := array(select id from changed where credit_days is not null);
  else
    moved := array(
      select changed.id from changed join known on known.id = changed.id
      where (changed.credit_days, changed.ordered_on, changed.number, changed.vendor_id)
        is distinct from (known.credit_days, known.ordered_on, known.number, known.vendor_id));
  end if;
  if cardinality(moved) > 0 then
    perform renew_agreed_due(array(
      select invoice_id from invoice_lines where order_id = any (moved)
      union
      select invoices.id from purchase_orders named join invoices on invoices.vendor_id = named.vendor_id and code_key(po_number) = code_key(named.number)
      where named.id = any (moved) and po_number is not null and invoices.line_count = 0));
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION place_credit(of_payment bigint, of_memo bigint, for_invoice bigint, part numeric, on_day date, of_opening bigint DEFAULT NULL::bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  source allocations;
begin
  select * into strict source from allocations
  where (payment_id = of_payment or memo_id = of_memo or opening_id = of_opening) and invoice_id is null order by id limit 1;
  insert into allocations (vendor_id, invoice_id, kind, payment_id, memo_id, opening_id, amount, day)
  select source.vendor_id, invoice, source.kind, of_payment, of_memo, of_opening, amount, on_day
  from (values (null::bigint, -part), (for_invoice, part)) moved (invoice, amount);
end $function$
;

CREATE OR REPLACE FUNCTION place_key(place text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select lower(regexp_replace(place, '[\s,]+', '', 'g'))
$function$
;

CREATE OR REPLACE FUNCTION place_opening()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into allocations (vendor_id, kind, opening_id, amount, day)
  select vendor_id, 'credit', id, -counts, case when billed then reversed_on else counted_on end from newer
  where counts <> 0 and not exists (select from allocations known where known.opening_id = newer.id) order by id;
  insert into allocations (vendor_id, kind, opening_id, amount, day)
  select vendor_id, 'credit', id, amount, reversed_on from newer
  where status = 'reversed' and not billed and (select sum(known.amount) from allocations known where known.opening_id = newer.id) = -amount order by id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION record_agreed_entries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into changes (entity, record_id, vendor_id)
  select 'accountEntry', entry, invoices.vendor_id
  from invoices cross join lateral (
    select case
      when match_state = 'returned' then false
      when old.pay_only_approved then match_state = 'approved'
      when old.pay_only_matched then match_state in ('matched', 'released', 'approved')
      else true end as before) old_controls
    cross join lateral (
      select invoices.id * 8 as entry
      union all select memos.id * 8 + part from memos cross join generate_series(1, 2) part
        where memos.invoice_id = invoices.id and not lowers and counted_on is not null and (part = 1 or status = 'reversed')) entries
  where before <> is_agreed(match_state) order by entry;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION record_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  several constant boolean := tg_argv[3] <> '';
begin
  execute format('insert into changes (entity, record_id, vendor_id) select %s %s, %s, %s from %I wrote %s %s',
    case when several then 'distinct' end, tg_argv[0], tg_argv[1], tg_argv[2], case tg_op when 'DELETE' then 'older' else 'newer' end, tg_argv[3],
    case when several then 'order by 1, 2' end);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION record_invoice_entries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into changes (entity, record_id, vendor_id)
  select 'accountEntry', entry, newer.vendor_id
  from newer join older using (id) cross join lateral (
    select newer.id * 8 as entry
    union all select memos.id * 8 + part from memos cross join generate_series(1, 2) part
      where memos.invoice_id = newer.id and not lowers and counted_on is not null and is_agreed(newer.match_state) <> is_agreed(older.match_state)
        and (part = 1 or status = 'reversed')) entries
  where (newer.value, newer.number, newer.invoice_date, is_agreed(newer.match_state)) is distinct from
    (older.value, older.number, older.invoice_date, is_agreed(older.match_state)) order by entry;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION record_left_order()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into changes (entity, record_id, vendor_id)
  select 'order', id, vendor_id from purchase_orders where vendor_id = old.vendor_id and code_key(number) = code_key(old.po_number);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the audit log is append-only';
end $function$
;

CREATE OR REPLACE FUNCTION registration_for(party bigint, day date, asked text)
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select case
    when asked is not null then coalesce(min(id) filter (where code = upper(asked)), 0)
    when count(*) filter (where kind <> 'isd') > 1 then 0
    else min(id) filter (where kind <> 'isd') end
  from registrations
  where coalesce(vendor_id, 0) = party and (is_main or confirmed_at is not null)
    and coalesce(valid_from, '-infinity') <= day and coalesce(valid_to, 'infinity') >= day
$function$
;

CREATE OR REPLACE FUNCTION renew_agreed_due(ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare changed bigint[];
begin
  changed := array(
    select id from invoices where id = any (ids)
      and agreed_due is distinct from agreed_due(id, vendor_id, po_number, line_count, invoice_date)
    order by id for no key update);
  update invoices set agreed_due = agreed_due(id, vendor_id, po_number, line_count, invoice_date) where id = any (changed);
end $function$
;

CREATE OR REPLACE FUNCTION site_at(place text)
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select case when count(*) filter (where is_name) = 1 then min(id) filter (where is_name) when count(*) = 1 then min(id) end
  from (
    select id, place_key(place) = any(places[1:2]) as is_name from buyer_sites where place_key(place) = any(places)) found
$function$
;

CREATE OR REPLACE FUNCTION state_gst_code(key text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select code from (values
    ('IN-AN', '35'), ('IN-AP', '37'), ('IN-AR', '12'), ('IN-AS', '18'), ('IN-BR', '10'), ('IN-CH', '04'), ('IN-CG', '22'), ('IN-DH', '26'),
    ('IN-DL', '07'), ('IN-GA', '30'), ('IN-GJ', '24'), ('IN-HR', '06'), ('IN-HP', '02'), ('IN-JK', '01'), ('IN-JH', '20'), ('IN-KA', '29'),
    ('IN-KL', '32'), ('IN-LA', '38'), ('IN-LD', '31'), ('IN-MP', '23'), ('IN-MH', '27'), ('IN-MN', '14'), ('IN-ML', '17'), ('IN-MZ', '15'),
    ('IN-NL', '13'), ('IN-OD', '21'), ('IN-PY', '34'), ('IN-PB', '03'), ('IN-RJ', '08'), ('IN-SK', '11'), ('IN-TN', '33'), ('IN-TS', '36'),
    ('IN-TR', '16'), ('IN-UP', '09'), ('IN-UK', '05'), ('IN-WB', '19')) states (iso, code) where iso = key
$function$
;

CREATE OR REPLACE FUNCTION untwin()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.twin := 0;
  return new;
end $function$
;

create sequence account_ids;

create sequence invoice_counts;

create sequence webhook_versions;
