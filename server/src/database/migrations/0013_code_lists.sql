-- Lists of codes that administrators load as a whole; what is not in a list that has rows gets a remark.
create table code_lists (
  list text not null check (list in ('units', 'hsn', 'ifsc')),
  -- A unit in capital letters, as people write it; an HSN or IFSC code.
  code text collate "C" not null,
  -- A unit's code on GST documents; what an HSN code is for; the bank and branch of an IFSC code.
  meaning text,
  primary key (list, code)
);

create table code_list_loads (
  list text primary key,
  loaded_at timestamptz not null default now()
);

insert into code_lists (list, code, meaning)
select 'units', uqc, uqc from unnest(string_to_array(
  'BAG BAL BDL BKL BOU BOX BTL BUN CAN CBM CCM CMS CTN DOZ DRM GGK GMS GRS GYD KGS KLR KME LTR MLT MTR MTS NOS OTH PAC PCS PRS QTL ROL SET SQF SQM SQY TBS TGM THD TON TUB UGS UNT YDS',
  ' ')) uqc
union all
select 'units', code, uqc from (values
  ('KG', 'KGS'), ('G', 'GMS'), ('GM', 'GMS'), ('L', 'LTR'), ('LITRE', 'LTR'), ('ML', 'MLT'), ('PC', 'PCS'), ('PIECE', 'PCS'), ('PIECES', 'PCS'),
  ('NO', 'NOS'), ('DOZEN', 'DOZ'), ('CARTON', 'CTN'), ('PACK', 'PAC'), ('BOTTLE', 'BTL'), ('METRE', 'MTR')
) written (code, uqc);
