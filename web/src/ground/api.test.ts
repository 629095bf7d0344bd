import { idParams, message, operation } from '@aapurti/contract/ground/operation';
import * as z from 'zod';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';

const stored = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
});
vi.stubGlobal('window', { addEventListener: () => undefined, location: { origin: 'http://portal.test' } });
afterAll(() => void vi.unstubAllGlobals());

const { ApiError, call, messageOf, OFFLINE } = await import('./api.ts');
const { currentSession, endNotice, startSession } = await import('../access/session.ts');

const scheme = z.object({ schemeName: z.string() });
const save = operation({
  id: 'test.save',
  summary: 'Save',
  route: 'POST /api/schema/save/{id}',
  access: 'members',
  params: idParams,
  query: z.object({ schemeNumber: z.string().optional(), page: z.number().optional(), sortBy: z.string().optional() }),
  body: z.object({ schemeName: z.unknown(), narration: z.unknown().optional() }),
  idempotent: true,
  replies: { 200: scheme, 201: message },
});
const register = operation({
  id: 'test.register',
  summary: 'Register',
  route: 'POST /api/register',
  access: 'anyone',
  body: z.object({ gstin: z.unknown(), isActive: z.unknown(), city: z.unknown() }),
  files: ['panpicture'],
  replies: { 200: message },
});

const requests: Request[] = [];
let answer: () => Response;
vi.stubGlobal('fetch', (request: Request) => {
  requests.push(request);
  return Promise.resolve().then(answer);
});

function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers } });
}

const person = { _id: '7', firstName: 'Asha', lastName: 'Verma', email: 'asha@example.com', isAdmin: false, isActive: true };

beforeEach(() => {
  requests.length = 0;
  stored.clear();
  startSession('secret', person);
  answer = () => json(200, { schemaName: 'Diwali' });
});

test('a call sends the field names of the wire, and its response has the regular ones', async () => {
  answer = () => json(200, { schemaName: 'Diwali' }, { 'X-Total-Count': '60', 'X-Date-Min': '2026-01-02' });
  const reply = await call(save, {
    params: { id: 'a/b' },
    query: { schemeNumber: '012', page: 2, sortBy: 'schemeNumber' },
    body: { schemeName: 'Diwali', narration: 'x' },
  });

  const [request] = requests;
  expect(request?.url).toBe('http://portal.test/api/schema/save/a%2Fb?schemaNumber=012&page=2&sortBy=schemaNumber');
  expect(request?.headers.get('Authorization')).toBe('secret');
  expect(await request?.json()).toEqual({ schemaName: 'Diwali', nararation: 'x' });
  expect(reply).toEqual({ status: 200, data: { schemeName: 'Diwali' }, total: 60, dateMin: '2026-01-02' });
});

test('a call with files sends a form, whose fields are text under the wire names', async () => {
  answer = () => json(200, { message: 'ok' });
  const file = new File(['%PDF'], 'pan.pdf', { type: 'application/pdf' });
  await call(register, { body: { gstin: '27ABC', isActive: false, city: null }, files: { panpicture: file, avatar: null } });

  const form = (await requests[0]?.formData()) ?? new FormData();
  expect([...form.keys()]).toEqual(['GST', 'isActive', 'city', 'panpicture']);
  expect(form.get('isActive')).toBe('false');
  expect(form.get('city')).toBe('');
  expect((form.get('panpicture') as File).name).toBe('pan.pdf');
});

test('an error carries its message, its fields under regular names and the request ID', async () => {
  answer = () => json(422, { message: 'Please check.', errors: { schemaName: 'Scheme name is required.' }, requestId: 'r1' });
  const error = await call(save, { params: { id: '1' }, body: { schemeName: '' } }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    status: 422,
    message: 'Please check.',
    errors: { schemeName: 'Scheme name is required.' },
    requestId: 'r1',
  });
});

test('a defect shows its reference, and any other error its own message', () => {
  expect(messageOf(new ApiError(500, 'Something went wrong', { requestId: 'r1' }))).toBe('Something went wrong (reference r1)');
  expect(messageOf(new ApiError(503, 'The server is busy.', { requestId: 'r1' }))).toBe('The server is busy.');
  expect(messageOf(new ApiError(500, 'Something went wrong'))).toBe('Something went wrong');
  expect(messageOf(new Error('x'))).toBe('Something went wrong');
});

test.each([401, 412])('the status %i ends the session', async (status) => {
  answer = () => json(status, { message: 'You are logged in from another device. Please login again' });
  await expect(call(save, { params: { id: '1' }, body: { schemeName: 'x' } })).rejects.toThrow('another device');
  expect(currentSession()).toBeNull();
  expect(endNotice()).toBe(
    status === 412 ? 'You are logged in from another device. Please login again' : 'Your session has ended. Please sign in again.',
  );
});

test('a failed sign-in does not end the session', async () => {
  answer = () => json(401, { message: 'These credentials do not match our records.' });
  await expect(call({ ...save, id: 'auth.login' }, { params: { id: '1' }, body: { schemeName: 'x' } })).rejects.toThrow('do not match');
  expect(currentSession()?.token).toBe('secret');
});

test('a session that began after the call was sent survives its 401', async () => {
  answer = () => {
    startSession('newer', person);
    return json(401, { message: 'dead token' });
  };
  await expect(call(save, { params: { id: '1' }, body: { schemeName: 'x' } })).rejects.toThrow('dead token');
  expect(currentSession()?.token).toBe('newer');
});

test('a submission without a response is repeated with its key, but not one with a response', async () => {
  const submit = (schemeName: string) => call(save, { params: { id: '1' }, body: { schemeName } }).catch((error: unknown) => error);
  const key = (index: number) => requests[index]?.headers.get('Idempotency-Key');

  answer = () => {
    throw new TypeError('connection lost');
  };
  expect(await submit('one')).toMatchObject({ status: 0, message: OFFLINE });
  answer = () => json(200, { schemaName: 'one' });
  await submit('another');
  await submit('one');
  await submit('one');

  expect(key(0)).toMatch(/^[0-9a-f]{32}$/);
  expect(key(2)).toBe(key(0));
  expect(new Set([key(0), key(1), key(3)]).size).toBe(3);
});

test('a call is repeated with the password if the server asks for it, and a wrong password is asked for again', async () => {
  const { passwordAsked } = await import('./passwordAsked.ts');
  answer = () => json(403, { message: 'Enter your password.', code: 'password_required' });
  const saved = call(save, { params: { id: '1' }, body: { schemeName: 'one' } });
  await expect.poll(() => passwordAsked.get()[0]?.message).toBe('Enter your password.');
  answer = () => json(422, { message: 'wrong', errors: { currentPassWord: 'wrong' } });
  await expect(passwordAsked.get()[0]?.give('guessed')).rejects.toThrow('wrong');
  answer = () => json(200, { schemaName: 'one' });
  await passwordAsked.get()[0]?.give('right');
  expect((await saved).data).toEqual({ schemeName: 'one' });
  expect(await requests.at(-1)?.json()).toEqual({ schemaName: 'one', currentPassWord: 'right' });
  expect(passwordAsked.get()).toEqual([]);
});

test('a call fails with the server’s message if the user does not enter the password', async () => {
  const { passwordAsked } = await import('./passwordAsked.ts');
  answer = () => json(403, { message: 'Enter your password.', code: 'password_required' });
  const saved = call(save, { params: { id: '1' }, body: { schemeName: 'one' } });
  await expect.poll(() => passwordAsked.get().length).toBe(1);
  passwordAsked.get()[0]?.cancel();
  await expect(saved).rejects.toThrow('Enter your password.');
  expect(requests).toHaveLength(1);
  expect(passwordAsked.get()).toEqual([]);
});
