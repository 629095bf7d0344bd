import { messages } from '@aapurti/contract/vendors/accounts';

import { ApiError } from '../ground/api.ts';

/** A 201 of create or edit: the e-mail or mobile number is already in use; the server's message tells which. */
export function duplicate(message: string): ApiError {
  const field = message === messages.duplicateMobile ? 'mobileNumber' : 'email';
  return new ApiError(201, message, { errors: { [field]: message } });
}

/**
 * Section 8 gives all other failures of a form the same message (`words`). The user's possible next step is added, for example waiting.
 * Field errors and conflicts explain themselves, and so does a call without a response, for which `words` would claim an unknown reason.
 */
export function somethingWrong(error: unknown, words: string = messages.wrong): unknown {
  if (!(error instanceof ApiError) || error.status === 0 || error.status === 409 || Object.keys(error.errors).length > 0) return error;
  const more = error.status >= 500 || error.message === words ? '' : `. ${error.message}`;
  return new ApiError(error.status, words + more, { requestId: error.requestId });
}
