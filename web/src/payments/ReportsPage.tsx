import { SimpleGrid, Text } from '@mantine/core';

import { useSignedIn } from '../access/session.ts';
import { TextLink } from '../ui/Link.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Panel } from '../ui/Panel.tsx';
import { urls } from '../urls.ts';
import { t } from '../words/words.ts';
import classes from './ReportsPage.module.css';

const REPORTS = [
  { label: 'Payment Report', href: urls.paymentReport, text: 'Payments and totals by vendor.' },
  { label: 'Vendor wise Outstanding Report', href: urls.outstandingReport, text: 'Invoices, payments and balance of each vendor, by age.' },
  { label: 'Statements', href: urls.statements, text: 'Monthly account statements and the response to each.' },
  { label: 'On account', href: urls.onAccount, text: 'Opening balances and credits not set off against invoices.' },
  { label: 'Purchase Returns', href: urls.purchaseReturns, text: 'Goods sent back, by order and invoice.' },
];
const BUYERS = [{ label: 'Vendors', href: urls.vendors, text: 'Payables, overdue amounts and exceptions of each vendor.' }];

/** The page with a link to each report. */
export function ReportsPage() {
  const { isAdmin } = useSignedIn();
  return (
    <>
      <PageHeader title="Reports" />
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
        {[...REPORTS, ...(isAdmin ? BUYERS : [])].map(({ label, href, text }) => (
          <div key={href} className={classes.report}>
            <Panel>
              <TextLink alone href={href}>
                {t(label)}
              </TextLink>
              <Text size="sm" c="dimmed" mt={4}>
                {t(text)}
              </Text>
            </Panel>
          </div>
        ))}
      </SimpleGrid>
    </>
  );
}
