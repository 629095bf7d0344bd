import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Answer, type Api, startApi } from '../../test/api.ts';
import { makeOrder, orderLineOf } from '../demo/factories.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

test('without a page, orders come with at most 10,000 lines, and links lead to all of the others', async () => {
  const vendor = await api.newVendor();
  const lines = Array.from({ length: 2_600 }, () => orderLineOf());
  for (let number = 1; number <= 8; number += 1) await makeOrder(api.ctx, vendor.user.id, String(number), { lines });
  const seen: string[] = [];
  const sizes: number[] = [];
  const paths = { GET: '/api/purChaseOrder/get', POST: '/api/purChaseOrder/serviceOrder' } as const;
  let next: string | undefined = paths.GET;
  while (next !== undefined) {
    const { body, headers }: Answer = await vendor.get(next);
    seen.push(...body.map(({ poNumber }: { poNumber: string }) => poNumber));
    sizes.push(body.length);
    next = /^<(.+)>; rel="next"$/.exec(String(headers['link']))?.[1];
  }
  expect(sizes).toEqual([3, 3, 2]);
  expect(seen).toEqual(['8', '7', '6', '5', '4', '3', '2', '1']);
  const searched = await vendor.post(paths.POST);
  expect([searched.body.result.length, searched.headers['link'], searched.headers['x-total-count']]).toEqual([
    3,
    `</api/purChaseOrder/serviceOrder?startAfter=${searched.body.result[2]._id}>; rel="next"`,
    '8',
  ]);
  expect((await vendor.post(`${paths.POST}?page=3&pageSize=3`)).headers['link']).toBeUndefined();
});
