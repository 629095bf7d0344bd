import * as z from 'zod';

import { operationsOf } from '../ground/operation.ts';

/** The page sizes that a user may choose, in addition to the list's default. */
export const PAGE_SIZES = [5, 10, 25, 50];

export const messages = {
  saved: 'View saved.',
  removed: 'View deleted.',
  name: 'Enter a name.',
  sharing: 'Only administrators can share views.',
  tooMany: 'At most 200 lists and views can be saved. Delete a view first.',
} as const;

/** Names of the reasons for rejecting a view of a list, for programs. */
export const listCodes = { sharing: 'view_not_shareable', tooMany: 'views_are_full' } as const;

const listName = z.string().regex(/^[A-Za-z.]{1,60}$/, 'Must be the name of a list.');
const columns = z.array(z.string().min(1).max(60)).max(60).nullable();

/** Null means the default. Columns that a list no longer has are ignored. */
const preference = z.object({
  list: listName,
  columns,
  pageSize: z.union([z.null(), z.number().int().min(1).max(100)], 'Must be a number from 1 to 100.'),
});
export type ListPreference = z.infer<typeof preference>;

const viewForm = z.object({
  list: listName,
  name: z.string(messages.name).trim().min(1, messages.name).max(60, 'At most 60 characters.'),
  /** True if it is shared with all buyer users; only administrators can share. */
  shared: z.boolean(),
  columns,
  query: z.string().max(2000),
});
const view = viewForm.extend({ _id: z.string(), own: z.boolean() }).meta({ id: 'View' });
export type ListView = z.infer<typeof view>;

/** The columns, sizes and views that the caller has chosen for lists. */
export const lists = operationsOf('list', 'members', {
  preferences: {
    summary: "Get the caller's columns, page sizes and saved views",
    route: 'GET /api/lists',
    replies: { 200: z.object({ lists: z.array(preference), views: z.array(view) }) },
  },
  prefer: {
    summary: "Save the caller's columns and page size of a list",
    route: 'PUT /api/lists',
    body: preference,
    replies: { 200: preference },
  },
  saveView: {
    summary: 'Save filters, sort order and columns of a list as a view; a view of the caller with the same name is replaced',
    route: 'POST /api/lists/views',
    body: viewForm,
    replies: { 200: z.object({ message: z.string(), data: view }) },
  },
  removeView: {
    summary: "Delete one of the caller's views; administrators can also delete shared views",
    route: 'DELETE /api/lists/views/{id}',
  },
});
