import * as z from 'zod';

import { named } from '../ground/fields.ts';
import { MATCH_RULES } from './matchFacts.ts';

const absent = z.string().nullable();

/** A finding in the API's form, worded for its reader. */
export const findingRecord = named('MatchFinding', {
  rule: z.enum(MATCH_RULES),
  /** The code for programs. */
  code: z.string(),
  line: z.number().nullable(),
  outcome: z.enum(['fault', 'remark']),
  expected: z.string(),
  found: z.string(),
  tolerance: absent,
  document: absent,
  message: z.string(),
  /** The reader's solution for an exception. */
  wayOut: absent,
});
