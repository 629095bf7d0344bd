-- The usual spellings of units are a table of the program now. The list of the buyer has what was uploaded or chosen beyond them.
delete from code_lists where list = 'units' and not exists (select from code_list_loads where list = 'units');
