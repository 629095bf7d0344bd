import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

import { useSignedIn } from '../access/session.ts';
import { commentsQuery } from '../comments/commentsQuery.ts';
import { CRUMBS } from '../document/crumbs.ts';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { urls } from '../urls.ts';

/** Redirects from an order's id, which e-mails and notifications use, to its page, whose address the specification defines by number. */
export function OrderByIdPage({ id }: { id: string }) {
  const { isAdmin } = useSignedIn();
  const router = useRouter();
  const query = useQuery(commentsQuery('purchaseOrder', id));
  const { data } = query;
  const href = data === undefined ? null : urls.purchaseOrder(data.document.number, isAdmin ? data.document.userID : undefined);
  useEffect(() => {
    if (href !== null) void router.navigate({ href, replace: true });
  }, [href, router]);
  return (
    <>
      <PageHeader title="Purchase order" breadcrumb={[CRUMBS.purchaseOrder]} />
      <Panel>{query.isPending || href !== null ? <Spinner height={320} /> : <NotLoaded query={query} sign />}</Panel>
    </>
  );
}
