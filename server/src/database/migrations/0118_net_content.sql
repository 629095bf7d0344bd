-- The net content of one retail pack, which the Legal Metrology rules want on packages: as the vendor writes it, such as 500 g or 1 L.
alter table dispatch_lines add column net_content text;
