import { Button } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';

import { SiteLink } from '../ui/Link.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { urls } from '../urls.ts';

/** What later versions bring, by the start of the address; the first that fits counts. */
const PLANS: readonly (readonly [prefix: string, title: string, what: string])[] = [
  [urls.purchaseOrders, 'Purchase Orders', "The buyer's orders, with packing labels and package sheets to print."],
];

/** Stands where a screen is still to come, and says what it will be. */
export function ComingPage() {
  const path = useLocation().pathname.toLowerCase();
  const [, title, what] = PLANS.find(([prefix]) => path.startsWith(prefix)) ?? ['', 'Coming soon', 'This screen is being prepared.'];
  return (
    <>
      <PageHeader title={title} />
      <Notice
        icon={<IconHourglass size={22} />}
        title="This screen is on its way"
        actions={
          <Button component={SiteLink} href={urls.dashboard} variant="default">
            To the dashboard
          </Button>
        }
      >
        {what}
      </Notice>
    </>
  );
}
