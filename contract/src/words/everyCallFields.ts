/** The words for the fields of every call. */
export const everyCallFields = {
  // Every call
  _id: ['The id of the record.', '4711'],
  id: ['The id of the record.', '4711'],
  userID: ['The id of the vendor whose record it is.', '12'],
  'sent.userID': [
    'The vendor that the call is about, for the buyer’s people. Left out, lists show all vendors and records belong to the caller. Ignored from vendors.',
    '12',
  ],
  message: ['What happened, as a sentence for people.', 'Invoice added successfully'],
  data: 'The record as it is stored now.',
  'conflict.data': 'The newer record, or the records to choose from.',
  updatedAt: [
    'When it was changed last. Send it back with an edit, which is then refused if somebody else has changed the record since.',
    '2026-04-15T09:30:00.000Z',
  ],
  createdAt: ['When it was entered.', '2026-04-02T06:15:00.000Z'],
  reason: ['The reason, in words.', 'The price is above the agreed one.'],
  remarks: ['Remarks, in words.', 'Sent with the morning lorry.'],
  remark: ['A remark, in words.', 'Two cartons are wet.'],
  photos: 'Photos of what was wrong with the goods.',
  'photos.name': ['The name of the file.', 'wet bags.jpg'],
  photo: 'A PNG, JPEG or WebP of at most 5 MB.',
  page: ['The page, from 1. Without it, the first 1,000 rows come.', 1],
  pageSize: ['Rows on a page, at most 100.', 50],
  startAfter: [
    'The record after which the rows begin, newest first: the cursor of the Link header. It reads a long list in equal time a page.',
    '1042',
  ],
  sortBy: 'The field by which the rows are sorted.',
  sortOrder: 'Ascending or descending.',
  startDate: ['The first day (YYYY-MM-DD) of the rows.', '2026-04-01'],
  endDate: ['The last day (YYYY-MM-DD) of the rows.', '2026-04-30'],
  'Idempotency-Key': [
    'Of your choice. A repeat with the same key and body within 24 hours gets the first answer and writes nothing; with another body it is refused with 422.',
    '2f1c7a52-6f0e-4f53-9a57-3c1f0f6f7b1e',
  ],
  search: ['Text that the rows hold.', 'Sahyadri'],
  'invoice.numbers.search': ['What the numbers start with.', '700'],
  errors: [
    'A message for each field that is not right, by the name of the field.',
    { invoiceValue: 'Invoice value is required. It should be number.' },
  ],
  requestId: ['The id of the request in the log of the server, for those who run it.', 'req-1a2b'],
  'Problem.data': [
    'Of some conflicts: the newer record, or the records to choose from.',
    { _id: '4711', updatedAt: '2026-04-15T09:31:07.000Z' },
  ],
  'Problem.secondFactor': 'An administrator has to set up a second factor before anything else.',
  'Problem.code': [
    'Names the rule that refused, for programs: it stays when the message is reworded. After `password_required`, send the call again with `currentPassWord`.',
    'password_required',
  ],
  'Problem.provider': 'The caller has to sign in with the sign-in provider of the company before anything else.',
} as const;
