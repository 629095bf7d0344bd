import * as z from 'zod';

import { user } from '../vendors/accounts.ts';
import { operationsOf } from '../ground/operation.ts';
import { BUYER_ROLES, VENDOR_ROLES } from '../access/roles.ts';

// This file is separate from members.ts, so that the sign-in and the top bar load no form rules.

const company = z.object({ _id: z.string(), company: z.string(), role: z.enum([...VENDOR_ROLES, ...BUYER_ROLES]), current: z.boolean() });
export type Company = z.infer<typeof company>;

export const companies = operationsOf('company', 'signed-in', {
  list: {
    summary: 'List the companies that the caller can act for',
    route: 'GET /api/auth/companies',
    replies: { 200: z.array(company) },
  },
  enter: {
    summary: 'Switch to another company of the caller; this ends the session and starts a new one',
    route: 'POST /api/auth/companies/{id}',
    replies: { 200: z.object({ token: z.string(), detail: user }) },
  },
  login: {
    id: 'auth.login.company',
    summary: 'Complete the sign-in of a user with several companies, with the challenge and the company',
    route: 'POST /api/auth/login/company',
    access: 'anyone',
    body: z.object({ challenge: z.string().max(200), company: z.string().max(30) }),
    replies: { 200: z.object({ token: z.string(), detail: user }) },
  },
});
