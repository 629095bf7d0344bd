import { comments, type DocumentKind } from '@aapurti/contract/comments/comments';
import { queryOptions } from '@tanstack/react-query';

import { call } from '../ground/api.ts';

/** The newest comments on a document, with the number of all that the reader may see. */
export const commentsQuery = (documentKind: DocumentKind, documentId: string) =>
  queryOptions({
    queryKey: [comments.list.id, documentKind, documentId],
    queryFn: async ({ signal }) => (await call(comments.list, { query: { documentKind, documentId }, signal })).data,
    staleTime: 0,
  });
