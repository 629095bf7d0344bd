import { companies } from '@aapurti/contract/people/companies';
import { Menu } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';

import { call, messageOf } from '../ground/api.ts';
import { callQuery } from '../ground/callQuery.ts';
import { startSession } from '../access/session.ts';
import { toast } from '../ui/toast.tsx';
import { urls } from '../urls.ts';
import { t } from '../words/words.ts';

/** The other companies that the user may act for. */
export function CompanyItems() {
  const { data = [] } = useQuery({ ...callQuery(companies.list), staleTime: 0 });
  const enter = useMutation({
    mutationFn: (id: string) => call(companies.enter, { params: { id } }),
    onSuccess({ data: entered }) {
      startSession(entered.token, entered.detail);
      // Everything on screen and in the cache belongs to the previous company.
      window.location.assign(urls.dashboard);
    },
    onError: (error) => toast.error(messageOf(error)),
  });
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{t('Act for')}</Menu.Label>
      {data
        .filter(({ current }) => !current)
        .map(({ _id, company }) => (
          <Menu.Item key={_id} leftSection={<IconBuilding size={16} />} disabled={enter.isPending} onClick={() => enter.mutate(_id)}>
            {company}
          </Menu.Item>
        ))}
    </>
  );
}
