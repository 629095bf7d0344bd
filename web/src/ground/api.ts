import { type Operation, PASSWORD_REQUIRED, type Problem } from '@aapurti/contract/ground/operation';
import { cleanName, decodeNames, encodeNames, wireName } from '@aapurti/contract/ground/wire';
import { rememberAll, say, type Texts, TEXTS_HEADER } from '@aapurti/contract/ground/template';
import type * as z from 'zod';

import { announce, currentSession, demandSetUp, endSession, isOfAnother, ROLES_REFUSED } from '../access/session.ts';
import { language } from '../words/words.ts';
import { isStored, store, stored } from './stored.ts';

/** Shown on the login page, so that a user who was typing knows why it appeared. */
const SESSION_OVER = 'Your session has ended. Please sign in again.';
const OF_ANOTHER = 'Another account is now signed in. Nothing was sent.';

/** A response that refuses, or a missing one (`status` 0). `errors` has one message per field, under the code's names. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly errors: Record<string, string>;
  /** The record in a refusal: a stale edit includes the newer one. */
  readonly data: unknown;
  /** The id by which support finds the call in the server's log. */
  readonly requestId: string | undefined;

  constructor(
    status: number,
    message: string,
    more: { errors?: Record<string, string>; data?: unknown; requestId?: string | undefined } = {},
  ) {
    super(message);
    this.status = status;
    this.errors = more.errors ?? {};
    this.data = more.data;
    this.requestId = more.requestId;
  }
}

export const OFFLINE = 'The portal cannot be reached. Check your connection and try again.';
export const UNREADABLE = 'Something went wrong';

/** The reply of an operation: one shape for each declared status, and the data of the list headers. */
export type Reply<O extends Operation> = {
  [S in keyof O['replies'] & number]: O['replies'][S] extends z.ZodType
    ? { status: S; data: z.output<O['replies'][S]>; total?: number; dateMin?: string; dateMax?: string }
    : never;
}[keyof O['replies'] & number];

export interface CallOptions<O extends Operation> {
  params?: z.input<O['params']>;
  query?: z.input<O['query']>;
  body?: z.input<O['body']>;
  /** File parts by name; absent ones are not sent. */
  files?: Readonly<Record<string, File | null | undefined>>;
  signal?: AbortSignal | undefined;
  /** Share of the upload that is sent, 0 to 1. */
  onProgress?: (share: number) => void;
  /** Requests the messages and values of the response's texts even for readers of English, for a screen that looks up a message. */
  texts?: true;
  /** Receives the response before it is read, to follow the progress of a file. */
  follow?: (response: Response) => Response;
}

/**
 * Calls the API. Throws ApiError for every response of 400 and above, and if there is none; 201, which the API also uses as a negative
 * response, is returned like any other. An ended session (401, 412) signs out here, once for all screens. If the server requires the
 * password, the dialog asks for it and the call is repeated.
 */
export async function call<O extends Operation>(operation: O, options: CallOptions<O> = {}): Promise<Reply<O>> {
  if (isOfAnother()) {
    announce();
    throw new ApiError(401, OF_ANOTHER);
  }
  const session = currentSession();
  const headers = new Headers({ Accept: 'application/json' });
  if (session !== null) headers.set('Authorization', session.token);
  if (language !== 'en' || options.texts === true) headers.set(TEXTS_HEADER, '1');

  const body = encodeBody(operation, options);
  if (typeof body === 'string') headers.set('Content-Type', 'application/json');
  const attempt = operation.idempotent ? attemptOf(operation, body) : null;
  if (attempt !== null) headers.set('Idempotency-Key', attempt.key);

  const path = address(operation, options);
  const request = new Request(new URL(path, window.location.origin), {
    method: operation.method,
    headers,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    ...(body === undefined || options.onProgress !== undefined ? {} : { body }),
  });
  const before = () => (isStored(operation) ? stored(session, operation, path, body) : undefined);
  const response = await send(request, body, options.onProgress).catch(async (error: unknown) => {
    const old = error instanceof ApiError ? await before() : undefined;
    if (old === undefined) throw error;
    return old as Reply<O>;
  });
  if (!(response instanceof Response)) return response;
  if (isAway(response)) {
    const old = await before();
    if (old !== undefined) return old as Reply<O>;
  }
  if (response.status < 500) attempt?.settle();

  const { data, problem, texts } = await readBody(options.follow?.(response) ?? response);
  if (!response.ok) {
    const error = toError(response, problem);
    if (session !== null && problem.code === PASSWORD_REQUIRED) {
      const { withPassword } = await import('./passwordAsked.ts');
      return withPassword(
        error,
        (password) => call(operation, { ...options, body: { ...(options.body as object), currentPassWord: password } } as CallOptions<O>),
        (again) => again instanceof ApiError && (again.errors['currentPassWord'] !== undefined || again.status === 429),
      );
    }
    if (session !== null && response.status === 403) {
      if (problem.secondFactor === 'required') demandSetUp('secondFactor');
      else if (problem.provider === 'required') demandSetUp('provider');
      else window.dispatchEvent(new Event(ROLES_REFUSED));
    }
    // Only the rejected session ends, because another tab may have signed in meanwhile.
    const refused = session !== null && currentSession()?.token === session.token;
    if (refused && isSessionEnd(operation, response.status)) endSession(response.status === 412 ? error.message : SESSION_OVER);
    throw error;
  }
  const reply = {
    status: response.status,
    data,
    ...fromHeader(response, 'X-Total-Count', (text) => ({ total: Number(text) })),
    ...fromHeader(response, 'X-Date-Min', (text) => ({ dateMin: text })),
    ...fromHeader(response, 'X-Date-Max', (text) => ({ dateMax: text })),
  } as Reply<O>;
  if (isStored(operation)) store(session, operation, { address: path, body }, { reply, texts });
  return reply;
}

/** A proxy's message that the portal is down; a busy portal responds in JSON. */
function isAway(response: Response): boolean {
  return [502, 503, 504].includes(response.status) && !(response.headers.get('Content-Type') ?? '').includes('json');
}

/** The parts of a failure that a screen shows. */
export function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) return UNREADABLE;
  // The reference that identifies a defect in the log.
  return error.status === 500 && error.requestId !== undefined
    ? say('{message} (reference {requestId})', { message: error.message, requestId: error.requestId })
    : error.message;
}

function isSessionEnd(operation: Operation, status: number): boolean {
  return (
    (status === 401 || status === 412) &&
    !['auth.login', 'auth.login.code', 'auth.login.company', 'auth.forgetPassword', 'auth.logout'].includes(operation.id)
  );
}

function address<O extends Operation>(operation: O, options: CallOptions<O>): string {
  const params = (options.params ?? {}) as Record<string, unknown>;
  const path = operation.path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(String(params[cleanName(name)])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(options.query ?? {})) {
    if (value === undefined || value === null || value === '') continue;
    const text = printed(value as string | number | boolean);
    // The sort field of a list is a name, too.
    query.set(wireName(name), name === 'sortBy' ? wireName(text) : text);
  }
  return query.size === 0 ? path : `${path}?${query}`;
}

function encodeBody<O extends Operation>(operation: O, options: CallOptions<O>): string | FormData | undefined {
  if (operation.method === 'GET' || (options.body === undefined && options.files === undefined)) return undefined;
  const encoded = encodeNames(options.body ?? {}) as Record<string, unknown>;
  if (operation.files.length === 0) return JSON.stringify(encoded);
  const form = new FormData();
  for (const [name, value] of Object.entries(encoded)) {
    if (value !== undefined) form.set(name, value === null ? '' : printed(value as string | number | boolean));
  }
  // Files come last, so that the server knows the fields before it stores anything.
  for (const [name, file] of Object.entries(options.files ?? {})) if (file) form.set(name, file);
  return form;
}

/** Flags, numbers and Decimals as text; a query or a form accepts nothing else. */
function printed(value: string | number | boolean): string {
  return String(value);
}

async function send(request: Request, body: string | FormData | undefined, onProgress?: (share: number) => void): Promise<Response> {
  try {
    return await (onProgress === undefined ? fetch(request) : upload(request, body, onProgress));
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw new ApiError(0, OFFLINE);
  }
}

/** fetch does not report upload progress; XMLHttpRequest does. */
function upload(request: Request, body: string | FormData | undefined, onProgress: (share: number) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open(request.method, request.url);
    xhr.responseType = 'blob';
    request.headers.forEach((value, name) => xhr.setRequestHeader(name, value));
    xhr.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total);
    xhr.onload = () => {
      const lines = xhr
        .getAllResponseHeaders()
        .trim()
        .split(/[\r\n]+/);
      const headers = new Headers(lines.map((line) => line.split(/:\s*(.*)/s, 2) as [string, string]));
      resolve(new Response(xhr.response as Blob, { status: xhr.status, headers }));
    };
    xhr.onerror = () => reject(new TypeError('Network failure'));
    xhr.onabort = () => reject(new DOMException('Aborted', 'AbortError'));
    request.signal.addEventListener('abort', () => xhr.abort());
    xhr.send(body ?? null);
  });
}

/** The fields that a refusal may hold. */
type Refused = Partial<Problem> & { data?: unknown };

/** JSON under the code's names; anything else, for example a workbook, as a Blob. The messages and values of its texts are remembered. */
async function readBody(response: Response): Promise<{ data: unknown; problem: Refused; texts: Texts }> {
  if (!(response.headers.get('Content-Type') ?? '').includes('json')) return { data: await response.blob(), problem: {}, texts: {} };
  const json: unknown = await response.json().catch(() => null);
  const { answer, texts } = response.headers.has(TEXTS_HEADER) ? (json as { answer: unknown; texts: Texts }) : { answer: json, texts: {} };
  rememberAll(texts);
  return { data: decodeNames(answer), problem: answer ?? {}, texts };
}

function toError(response: Response, problem: Refused): ApiError {
  const errors = Object.entries(problem.errors ?? {}).map(([name, text]) => [cleanName(name), text]);
  const wait = Number(response.headers.get('Retry-After'));
  const words =
    response.status === 429 && wait > 0
      ? say('{message} Please try again in {wait}.', {
          message: (problem.message ?? 'Too many attempts.').replace(/ Please wait and try again\.$/, ''),
          wait: showWait(wait),
        })
      : problem.message;
  return new ApiError(response.status, words ?? UNREADABLE, {
    errors: Object.fromEntries(errors) as Record<string, string>,
    data: decodeNames(problem.data),
    requestId: problem.requestId ?? response.headers.get('X-Request-Id') ?? undefined,
  });
}

function showWait(seconds: number): string {
  if (seconds < 60) return say('{count, plural, one {# second} other {# seconds}}', { count: Math.ceil(seconds) });
  if (seconds <= 7200) return say('{count, plural, one {# minute} other {# minutes}}', { count: Math.ceil(seconds / 60) });
  return say('{count, plural, one {# hour} other {# hours}}', { count: Math.ceil(seconds / 3600) });
}

function fromHeader<T>(response: Response, name: string, use: (text: string) => T): T | undefined {
  const text = response.headers.get(name);
  return text === null || text === '' ? undefined : use(text);
}

/** Keys of submits that got no response yet, by their content. */
const unanswered = new Map<string, string>();

/**
 * One key per submit. If a submit gets no response and the same body is submitted again, the key is reused, so that the server writes once.
 * After a response, the next submit gets a new key.
 */
function attemptOf(operation: Operation, body: string | FormData | undefined): { key: string; settle: () => void } {
  const print = `${operation.id} ${fingerprint(body)}`;
  const key = unanswered.get(print) ?? newKey();
  unanswered.set(print, key);
  return { key, settle: () => unanswered.delete(print) };
}

function fingerprint(body: string | FormData | undefined): string {
  if (!(body instanceof FormData)) return body ?? '';
  return JSON.stringify(
    [...body].map(([name, value]) => [name, value instanceof File ? `${value.name} ${value.size} ${value.lastModified}` : value]),
  );
}

/** `crypto.randomUUID` exists on https and localhost only; an installation may run on plain http inside a network. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
