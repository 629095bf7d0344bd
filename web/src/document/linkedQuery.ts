import type { DocumentKind } from '@aapurti/contract/comments/comments';
import { linkedDocuments } from '@aapurti/contract/comments/linkedDocuments';
import { queryOptions } from '@tanstack/react-query';

import { call } from '../ground/api.ts';

/** A document's number and vendor, with the documents before and after it. */
export const linkedQuery = (documentKind: DocumentKind, documentId: string) =>
  queryOptions({
    queryKey: [linkedDocuments.get.id, documentKind, documentId],
    queryFn: async ({ signal }) => (await call(linkedDocuments.get, { query: { documentKind, documentId }, signal })).data,
    // A receipt or an invoice of a moment ago must appear.
    staleTime: 0,
  });
