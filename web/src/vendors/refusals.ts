import { messages } from '@aapurti/contract/vendors/accounts';

import { ApiError } from '../ground/api.ts';

/** A 201 of create or edit: the e-mail or mobile number is somebody's, told apart by the server's words. */
export function duplicate(message: string): ApiError {
  const field = message === messages.duplicateMobile ? 'mobileNumber' : 'email';
  return new ApiError(201, message, { errors: { [field]: message } });
}

/**
 * Section 8 words every other failure of a form the same (`words`). What the user can do about it follows, such as waiting. Field errors and
 * conflicts speak for themselves; so does a call without an answer, of which `words` would tell a reason that nobody knows.
 */
export function somethingWrong(error: unknown, words: string = messages.wrong): unknown {
  if (!(error instanceof ApiError) || error.status === 0 || error.status === 409 || Object.keys(error.errors).length > 0) return error;
  const more = error.status >= 500 || error.message === words ? '' : `. ${error.message}`;
  return new ApiError(error.status, words + more, { requestId: error.requestId });
}
