import { expect, test } from 'vitest';

import { decodeNames, encodeNames, wireName } from './wire.ts';

test('irregular field names exist only on the wire, in both directions and at any depth', () => {
  const wire = {
    nararation: 'x',
    schemes: { _id: '1', schemaName: 'Diwali' },
    rows: [{ sellingPrice: 3, UOMConversation: 12, passWord: 'p', GST: 'g', panNo: 'n' }],
  };
  const clean = {
    narration: 'x',
    scheme: { _id: '1', schemeName: 'Diwali' },
    rows: [{ transferPrice: 3, uomConversion: 12, password: 'p', gstin: 'g', pan: 'n' }],
  };
  expect(decodeNames(wire)).toEqual(clean);
  expect(encodeNames(clean)).toEqual(wire);
  expect(wireName('schemeNumber')).toBe('schemaNumber');
});

test('a regular field name is unknown on the wire, and a prototype is never touched', () => {
  expect(decodeNames({ narration: 'x', kept: 1 })).toEqual({ kept: 1 });
  expect(Object.getPrototypeOf(decodeNames(JSON.parse('{"__proto__": {"isAdmin": true}}')))).toBe(Object.prototype);
  expect(decodeNames(JSON.parse('{"__proto__": {"isAdmin": true}}'))).toEqual({});
});
