import * as z from 'zod';

import { user } from '../vendors/accounts.ts';
import { idParams, operation } from '../ground/operation.ts';
import { BUYER_ROLES, VENDOR_ROLES } from '../access/roles.ts';

// Apart from members.ts, so that signing in and the top bar load no rules of forms.

const company = z.object({ _id: z.string(), company: z.string(), role: z.enum([...VENDOR_ROLES, ...BUYER_ROLES]), current: z.boolean() });
export type Company = z.infer<typeof company>;

export const companies = {
  list: operation({
    id: 'company.list',
    summary: 'The companies that the caller may act for',
    method: 'GET',
    path: '/api/auth/companies',
    access: 'signed-in',
    replies: { 200: z.array(company) },
  }),
  enter: operation({
    id: 'company.enter',
    summary: 'Act for another company of the caller: ends this session and starts one there',
    method: 'POST',
    path: '/api/auth/companies/{id}',
    access: 'signed-in',
    params: idParams,
    replies: { 200: z.object({ token: z.string(), detail: user }) },
  }),
  login: operation({
    id: 'auth.login.company',
    summary: 'The last step of a sign-in for a member of several companies, with the challenge and the company',
    method: 'POST',
    path: '/api/auth/login/company',
    access: 'anyone',
    body: z.object({ challenge: z.string().max(200), company: z.string().max(30) }),
    replies: { 200: z.object({ token: z.string(), detail: user }) },
  }),
};
