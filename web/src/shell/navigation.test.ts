import { expect, test } from 'vitest';

import { urls } from '../urls.ts';
import { activeHref, navigation } from './navigation.ts';

const groups = navigation({
  isAdmin: false,
  isActive: true,
  user: { _id: '2', firstName: 'Asha', lastName: 'Patil', email: 'asha@example.org', company: 'Mill', roles: ['owner'] },
});

test.each([
  [urls.invoiceEdit('7'), urls.invoices],
  [urls.paymentReport, urls.paymentReport],
  // No item of their own.
  [urls.paymentCreate, urls.paymentReport],
  ['/Invoices/Outstanding-Report', urls.paymentReport],
  [urls.dispatchNoteCreate, urls.dispatchNotes],
  ['/outbox', undefined],
])('%s belongs to %s', (path, href) => expect(activeHref(groups, path)).toBe(href));
