import ajvFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';

import { openApi } from '../src/http/openapi/openapi.ts';
import type { Json, Schema } from '../src/http/openapi/schemas.ts';

export const document = openApi();

const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { binary: true, cidrv4: true, cidrv6: true } });
ajvFormats.default(ajv);
ajv.addSchema(document, 'portal');

/** The difference between a value and a schema of the document; null if there is none. */
export function problemOf(schema: Schema, value: Json): string | null {
  const whole = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"portal#/')) as Schema;
  return ajv.validate(whole, value) ? null : ajv.errorsText();
}
