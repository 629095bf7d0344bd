-- Where the goods of a dispatch line were made, for the labels of its packages.
alter table dispatch_lines add country_of_origin text;
