import { passwordProblem } from '@aapurti/contract/sign-in/passwords';
import { parseOptions, verify } from '@node-rs/argon2';
import { describe, expect, test, vi } from 'vitest';

import { COMMON_PASSWORDS, isCommonPassword } from '../ground/commonPasswords.ts';
import { chosenPasswordProblem, hashPassword, verifyPassword } from './passwords.ts';

// The module stays unchanged; the mock only counts its calls.
vi.mock('@node-rs/argon2', { spy: true });

test('a password matches only its own hash, and two hashes of it differ', async () => {
  const [first, second] = await Promise.all([hashPassword('मेरा पासवर्ड 1'), hashPassword('मेरा पासवर्ड 1')]);
  expect(first).not.toBe(second);
  expect(await verifyPassword(first, 'मेरा पासवर्ड 1')).toBe(true);
  expect(await verifyPassword(first, 'मेरा पासवर्ड 2')).toBe(false);
});

test('the hash is argon2id with 19 MiB, two passes and one lane', async () => {
  const stored = await hashPassword('a good long one');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(parseOptions(stored)).toMatchObject({ memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32, saltLen: 16 });
});

test('no password is correct without a hash', async () => {
  expect(await verifyPassword(null, '')).toBe(false);
  expect(await verifyPassword(null, 'anything at all')).toBe(false);
});

test('an unknown e-mail takes as much time as a known one', async () => {
  vi.mocked(verify).mockClear();
  await verifyPassword(null, 'anything at all');
  expect(verify).toHaveBeenCalledOnce();
  const cost = (stored: string) => parseOptions(stored);
  expect(cost(String(vi.mocked(verify).mock.calls[0]?.[0]))).toEqual(cost(await hashPassword('a good long one')));
});

test('composed and decomposed letters are the same password', async () => {
  const stored = await hashPassword('caf\u00e9 au lait');
  expect(await verifyPassword(stored, 'cafe\u0301 au lait')).toBe(true);
});

describe('length', () => {
  test.each([
    ['', 'Password should have at least 8 characters.'],
    ['1234567', 'Password should have at least 8 characters.'],
    ['🔑🔑🔑🔑', 'Password should have at least 8 characters.'],
    ['12345678', null],
    ['        ', null],
    ['🔑'.repeat(200), null],
    ['x'.repeat(200), null],
    ['x'.repeat(201), 'Password should have at most 200 characters.'],
  ])('%j', (password, problem) => expect(passwordProblem(password)).toBe(problem));
});

describe('common passwords', () => {
  test.each([
    'password',
    'PassWord',
    '12345678',
    'Password@123',
    'Admin@123',
    'Welcome1',
    'India@2024',
    'qwertyuiop',
    'aaaaaaaa',
    '12121212',
    'हरिहरिहरि',
  ])('%s is a common password', (password) => expect(isCommonPassword(password)).toBe(true));

  test.each(['monsoon-harvest-7', 'Gehu aur Chana 42', 'x9$kfQz2', 'सरसों का तेल'])('%s is not a common password', (password) =>
    expect(isCommonPassword(password)).toBe(false),
  );

  test.each(['asha@kisanmill.in', 'Kisan Rice Mill', '9876501234', ' kisan rice mill'])(
    'data of the user is a common password: %s',
    (password) => {
      const personal = ['Asha@KisanMill.in', 'Kisan Rice Mill ', '9876501234'];
      expect(isCommonPassword(password.trim(), personal)).toBe(true);
      expect(isCommonPassword(password.trim())).toBe(false);
    },
  );

  test('a new password must be neither too short nor easy to guess', () => {
    expect(chosenPasswordProblem('short')).toMatch(/at least 8/);
    expect(chosenPasswordProblem('Password@123')).toMatch(/too easy to guess/);
    expect(chosenPasswordProblem('kisan rice mill', ['Kisan Rice Mill'])).toMatch(/too easy to guess/);
    expect(chosenPasswordProblem('monsoon-harvest-7', ['Kisan Rice Mill'])).toBeNull();
  });

  test('the list is in lower case, long enough, and has no passwords that the length rejects', () => {
    expect(COMMON_PASSWORDS.size).toBeGreaterThan(1000);
    expect([...COMMON_PASSWORDS].filter((entry) => entry !== entry.toLowerCase() || passwordProblem(entry) !== null)).toEqual([]);
  });
});
