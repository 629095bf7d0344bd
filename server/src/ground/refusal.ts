import { isBlank } from '@aapurti/contract/ground/fields';
import { commonCodes } from '@aapurti/contract/ground/operation';
import { ruleOf } from '@aapurti/contract/ground/numbers';
import { encodeNames, wireName } from '@aapurti/contract/ground/wire';
import { say, sayJoined } from '@aapurti/contract/ground/template';

/** A response of 4xx or 503. Any other thrown error is a defect (500). */
export class Refusal extends Error {
  readonly status: number;
  /** The errors by field, under the code's names. */
  readonly errors: Record<string, string> | undefined;
  /** Further members of the body, for example the newer record after a stale edit. */
  readonly extra: Record<string, unknown>;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: number,
    message: string,
    more: { errors?: Record<string, string>; extra?: Record<string, unknown>; retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.errors = more.errors;
    this.extra = more.extra ?? {};
    this.retryAfterSeconds = more.retryAfterSeconds;
  }

  body(): Record<string, unknown> {
    const errors = this.errors && {
      errors: Object.fromEntries(Object.entries(this.errors).map(([field, text]) => [wireName(field), text])),
    };
    return { message: this.message, ...errors, ...(encodeNames(this.extra) as Record<string, unknown>) };
  }
}

export const badRequest = (message: string) => new Refusal(400, message);
export const notSignedIn = (message = 'Please sign in.') => new Refusal(401, message, { extra: { code: commonCodes.signIn } });
export const forbidden = (message = 'You are not allowed to do this.', field?: string) =>
  new Refusal(403, message, {
    ...(field === undefined ? {} : { errors: { [field]: message } }),
    extra: { code: commonCodes.notAllowed },
  });
/** Also used for records that belong to another company. */
export const notFound = () => new Refusal(404, 'Not found.', { extra: { code: commonCodes.notFound } });
export const conflict = (message: string, extra: Record<string, unknown> = {}) => new Refusal(409, message, { extra });
export const invalid = (errors: Record<string, string>, status: 413 | 415 | 422 = 422, code?: string) =>
  new Refusal(status, Object.values(errors)[0] ?? 'Some fields have errors.', { errors, extra: code === undefined ? {} : { code } });
/** A refusal with a code for programs, optionally at a field and with the figures behind it. */
export const coded = (
  status: 403 | 404 | 409 | 422,
  message: string,
  { code, field, data }: { code: string; field?: string; data?: unknown },
) =>
  new Refusal(status, message, {
    ...(field === undefined ? {} : { errors: { [field]: message } }),
    extra: { code, ...(data === undefined ? {} : { data }) },
  });
/** The code of a refusal; undefined if a value could not be read. */
export const codeOf = ({ extra }: Refusal): string | undefined => (typeof extra['code'] === 'string' ? extra['code'] : undefined);
/** The most problems that one message names. */
const TOLD_MAX = 5;

/** A 422 at one field with its first few problems. */
export function invalidParts(field: string, problems: readonly string[], code?: string): Refusal {
  return invalid({ [field]: together(problems) }, 422, code);
}

/** The first few problems as one text, with the number of further ones. */
export function together(problems: readonly string[]): string {
  const more = problems.length > TOLD_MAX ? [say('And {problems} more.', { problems: problems.length - TOLD_MAX })] : [];
  return sayJoined([...problems.slice(0, TOLD_MAX), ...more]);
}

export interface LineFault {
  /** The number of the document's line, starting at 1. */
  readonly no: number;
  readonly field?: string;
  /** The text with the number of the line. */
  readonly text: string;
  /** The name of the rule, for programs. */
  readonly code?: string | undefined;
}

/** A 422 for the lines of a document. A caller gets the first few together; an upload reports each at its row. */
export class FaultyLines extends Refusal {
  readonly faults: readonly LineFault[];

  /** @param code of the first fault, by default. */
  constructor(faults: readonly LineFault[], code = faults[0]?.code) {
    const text = together(faults.map((fault) => fault.text));
    super(422, text, { errors: { lines: text }, extra: code === undefined ? {} : { code } });
    this.faults = faults;
  }
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** A schema's own rule has the code that the contract declares for it. */
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

/** A 422 with the first message of each field. The response has the code of the first rule, unless a value cannot be read. */
export function invalidFields(issues: readonly Issue[]): Refusal {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[String(path[0])] ??= message;
  return invalid(errors, 422, ruleOf(issues)?.code);
}
export const tooMany = (retryAfterSeconds: number, message = 'Too many attempts.') =>
  new Refusal(429, say('{message} Please try again in a moment.', { message }), {
    retryAfterSeconds,
    extra: { code: commonCodes.tooMany },
  });
export const busy = (retryAfterSeconds = 2) =>
  new Refusal(503, 'The server is busy. Please try again.', { retryAfterSeconds, extra: { code: commonCodes.busy } });

/** 409 with the newer record as `data`. */
export const stale = (newer: object) =>
  conflict('Someone else has changed this record. Review the latest version.', { code: commonCodes.stale, data: newer });

/** A 409 for a form filled from an older record. Without `updatedAt` the last write wins. */
export function refuseStale(stored: { updatedAt: string }, sent: unknown, newer: object = stored): void {
  if (!isBlank(sent) && sent !== stored.updatedAt) throw stale(newer);
}
