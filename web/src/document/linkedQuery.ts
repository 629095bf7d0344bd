import type { DocumentKind } from '@aapurti/contract/comments/comments';
import { linkedDocuments } from '@aapurti/contract/comments/linkedDocuments';
import { queryOptions } from '@tanstack/react-query';

import { callQuery } from '../ground/callQuery.ts';

/** A document's number and vendor, with the documents before and after it. */
export const linkedQuery = (documentKind: DocumentKind, documentId: string) =>
  queryOptions({
    ...callQuery(linkedDocuments.get, { query: { documentKind, documentId } }),
    // A receipt or an invoice entered a moment ago must appear.
    staleTime: 0,
  });
