import { comments, type DocumentKind } from '@aapurti/contract/comments/comments';
import { queryOptions } from '@tanstack/react-query';

import { callQuery } from '../ground/callQuery.ts';

/** The newest comments on a document, with the number of all that the reader may see. */
export const commentsQuery = (documentKind: DocumentKind, documentId: string) =>
  queryOptions({ ...callQuery(comments.list, { query: { documentKind, documentId } }), staleTime: 0 });
