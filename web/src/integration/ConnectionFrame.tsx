import type { ReactNode } from 'react';

import { useSignedIn } from '../access/session.ts';
import { PeopleTabs } from '../people/PeopleTabs.tsx';
import { SettingsFrame } from '../settings/SettingsFrame.tsx';
import type { Action } from '../ui/ActionMenu.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';

interface ConnectionFrameProps {
  title: string;
  action: Action | undefined;
  children: ReactNode;
}

/** The frame of keys and webhooks: for administrators a page of the settings, for a vendor's owner a tab next to its users. */
export function ConnectionFrame({ title, action, children }: ConnectionFrameProps) {
  const { isAdmin } = useSignedIn();
  if (isAdmin)
    return (
      <SettingsFrame title={title} action={action}>
        {children}
      </SettingsFrame>
    );
  return (
    <>
      <PageHeader title={title} action={action} />
      <PeopleTabs />
      {children}
    </>
  );
}
