import * as z from 'zod';

import { named } from '../ground/fields.ts';
import { operationsOf } from '../ground/operation.ts';
import { commentedDocument, documentQuery, KINDS } from './comments.ts';

/** The newest linked documents of each kind in one reply. */
export const LINKED_MAX = 100;

const linkedDocument = named('LinkedDocument', {
  documentKind: z.enum(KINDS),
  documentId: z.string(),
  number: z.string(),
  date: z.string().nullable(),
  /** Its status by the names of its kind, as in its own record; null if it has none. */
  state: z.string().nullable(),
  /** Rupees including tax, for a dispatch note without tax; null if its value is unknown. */
  value: z.number().nullable(),
});
export type LinkedDocument = z.infer<typeof linkedDocument>;

export const linkedDocuments = operationsOf('document', {
  get: {
    id: 'document.linked',
    summary: `List the documents that a document follows from and those that follow from it, from the order to the payments, the newest ${LINKED_MAX} of each kind; for a vendor or product, its newest documents`,
    route: 'GET /api/documents/linked',
    access: 'members',
    query: documentQuery,
    replies: { 200: z.object({ document: commentedDocument, linked: z.array(linkedDocument) }) },
  },
});
