import { expect, test } from 'vitest';

import { pageWindow } from './Pager.tsx';

test.each([
  [1, 1, [1]],
  [1, 9, [1, 2, 3, 4, 5]],
  [4, 9, [2, 3, 4, 5, 6]],
  [9, 9, [5, 6, 7, 8, 9]],
  [2, 3, [1, 2, 3]],
])('page %i of %i links to the pages %j', (page, pages, expected) => {
  expect(pageWindow(page, pages)).toEqual(expected);
});
