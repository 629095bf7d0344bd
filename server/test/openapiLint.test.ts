import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core';
import spectralRulesets from '@stoplight/spectral-rulesets';
import { expect, test } from 'vitest';

import { openApi } from '../src/http/openapi/openapi.ts';

const source = JSON.stringify(openApi());
/** A document of two calls is enough to test the findings; the whole document takes seconds. */
const document = JSON.parse(source) as { paths: Record<string, unknown> };
const paths = Object.fromEntries(['/api/auth/login', '/api/auth/logout'].map((path) => [path, document.paths[path]]));
const small = { ...document, paths };

test('Redocly’s recommended rules find no error in the description of the API', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`)).toEqual([]);
  // The linter finds errors.
  const twice = JSON.stringify(small).replace('"operationId":"auth.login"', '"operationId":"auth.logout"');
  const wrong = await lintFromString({ source: twice, absoluteRef: 'openapi.json', config });
  expect(wrong.map(({ ruleId }) => ruleId)).toContain('operation-operationId-unique');
});

test('Spectral’s recommended rules find no error in the description of the API', async () => {
  const spectral = new spectralCore.Spectral();
  // The linter's own types disagree about the type of a rule set.
  spectral.setRuleset({ extends: [[spectralRulesets.oas as unknown as RulesetDefinition, 'recommended']] });
  const problems = await spectral.run(document);
  expect(problems.map(({ code, message, path }) => `${code}: ${message} ${path.join('/')}`)).toEqual([]);
  const wrong = await spectral.run({ ...small, tags: [] });
  expect(wrong.map(({ code }) => code)).toContain('operation-tag-defined');
});
