-- Nothing agrees to a vendor's terms on the way: neither its confirmation nor a link to its supplier. An administrator agrees by name
-- (`agreesTerms`).
drop trigger vendors_agreed_in on vendors;
drop trigger vendors_agreed_on on vendors;
drop function agree_terms();
