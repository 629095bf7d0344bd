import { Menu, Text, useMantineColorScheme } from '@mantine/core';
import { IconLogout, IconUser, IconBuilding } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { companies } from '@aapurti/contract/people/companies';
import { useQuery } from '@tanstack/react-query';

import { tellLanguage } from '../mail/tellLanguage.ts';
import { type SessionUser, startSession } from '../access/session.ts';
import { SiteLink } from '../ui/Link.tsx';
import { urls } from '../urls.ts';
import { chooseLanguage, LANGUAGES, language, t } from '../words/words.ts';
import { call } from '../ground/api.ts';
import { callQuery } from '../ground/callQuery.ts';
import { useAct } from '../ui/useStep.ts';

const SCHEMES = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['auto', 'Use system setting'],
] as const;

/** The user's own menu, open when it is first shown. */
export function UserMenuList({ person, several, children }: { person: SessionUser; several: boolean; children: ReactElement }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();

  async function choose(next: typeof language) {
    if (next !== language) await tellLanguage(next);
    chooseLanguage(next);
  }

  return (
    <Menu position="bottom-end" width={240} defaultOpened>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} c="var(--mantine-color-text)" truncate>
            {t('Welcome, {firstName}', { firstName: person.firstName })}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {person.email}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item component={SiteLink} href={urls.profile(person._id)} leftSection={<IconUser size={16} />}>
          {t('My profile')}
        </Menu.Item>
        {several && <CompanyItems />}
        <Menu.Divider />
        <Menu.Label id="colour-scheme">{t('Colour scheme')}</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(value) => setColorScheme(value as typeof colorScheme)}
          aria-labelledby="colour-scheme"
        >
          {SCHEMES.map(([value, label]) => (
            <Menu.RadioItem key={value} value={value}>
              {t(label)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label id="language">{t('Language')}</Menu.Label>
        <Menu.RadioGroup value={language} onChange={(value) => void choose(value as typeof language)} aria-labelledby="language">
          {LANGUAGES.map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value} lang={value}>
              {t(label)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item component={SiteLink} href={urls.logout} leftSection={<IconLogout size={16} />}>
          {t('Sign out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The other companies for which the user may act. */
function CompanyItems() {
  const { data = [] } = useQuery({ ...callQuery(companies.list), staleTime: 0 });
  const enter = useAct(
    (id: string) => call(companies.enter, { params: { id } }),
    [],
    (entered) => {
      startSession(entered.token, entered.detail);
      // Everything on screen and in the cache belongs to the previous company.
      window.location.assign(urls.dashboard);
    },
  );
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
