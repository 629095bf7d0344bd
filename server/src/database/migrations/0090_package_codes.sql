-- The SSCCs of a vendor: none is on two of its notes, and the next one is proposed.

alter table dispatch_packages add column vendor_id bigint references vendors;
update dispatch_packages set vendor_id = goods.vendor_id from dispatch_goods goods where goods.note_id = dispatch_packages.note_id;
alter table dispatch_packages alter column vendor_id set not null;
create index dispatch_packages_sscc on dispatch_packages (vendor_id, sscc) where sscc is not null;
