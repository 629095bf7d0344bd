/** The words for the fields of every call. */
export const everyCallFields = {
  // Every call
  _id: ['Record ID.', '4711'],
  id: ['Record ID.', '4711'],
  userID: ['ID of the vendor that owns the record.', '12'],
  'sent.userID': [
    'Vendor ID, for buyer users. If omitted, lists show all vendors and records belong to the caller. Ignored if a vendor sends it.',
    '12',
  ],
  message: ['Result as a sentence for users.', 'Invoice added successfully'],
  data: 'Record as saved.',
  'conflict.data': 'Newer version of the record, or the records to choose from.',
  updatedAt: [
    'Time of the last change. Send it with an edit: the edit is rejected if another user has changed the record since.',
    '2026-04-15T09:30:00.000Z',
  ],
  createdAt: ['Time of entry.', '2026-04-02T06:15:00.000Z'],
  reason: ['Reason as free text.', 'The price is above the agreed one.'],
  remarks: ['Remarks as free text.', 'Sent with the morning lorry.'],
  remark: ['Remark as free text.', 'Two cartons are wet.'],
  photos: 'Photos of the damaged or wrong goods.',
  'photos.name': ['File name.', 'wet bags.jpg'],
  photo: 'Photo: PNG, JPEG, WebP or HEIC, at most 5 MB.',
  page: ['Page number, starting at 1. If omitted, the first 1,000 rows are returned.', 1],
  pageSize: ['Rows per page, at most 100.', 50],
  startAfter: [
    'Cursor from the Link header: rows after this record, newest first. With it, the last pages of a long list load as fast as the first.',
    '1042',
  ],
  sortBy: 'Field that sorts the rows.',
  sortOrder: 'Sort order: ascending or descending.',
  startDate: ['First day of the rows (YYYY-MM-DD).', '2026-04-01'],
  endDate: ['Last day of the rows (YYYY-MM-DD).', '2026-04-30'],
  'Idempotency-Key': [
    'Key of your choice. A repeated call with the same key and body within 24 hours returns the first response and writes nothing. With another body it is rejected with 422.',
    '2f1c7a52-6f0e-4f53-9a57-3c1f0f6f7b1e',
  ],
  search: ['Text to find in the rows.', 'Sahyadri'],
  'invoice.numbers.search': ['First characters of the numbers.', '700'],
  errors: ['Error message for each invalid field, by field name.', { invoiceValue: 'Invoice value is required. It should be number.' }],
  requestId: ['Request ID in the server log, for operators.', 'req-1a2b'],
  'Problem.data': [
    'Newer version of the record, or the records to choose from, for some conflicts.',
    { _id: '4711', updatedAt: '2026-04-15T09:31:07.000Z' },
  ],
  'Problem.secondFactor': 'True if an administrator must set up two-step verification first.',
  'PullFault.code': [
    'Code of the rule, the same as in the form’s error; null for a record from before the portal stored codes.',
    'unknown_invoice',
  ],
  'Problem.code': [
    'Stable code of the rule that rejected the call. It does not change when the message does. After `password_required`, send the call again with `currentPassWord`.',
    'password_required',
  ],
  'Problem.provider': "True if the caller must first sign in with the company's single sign-on provider.",
} as const;
