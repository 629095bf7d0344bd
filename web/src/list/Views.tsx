import { lists, type ListView, messages } from '@aapurti/contract/settings/lists';
import { Menu } from '@mantine/core';
import { IconBookmark, IconDeviceFloppy, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';

import { call, messageOf } from '../ground/api.ts';
import { renewed } from '../ground/callQuery.ts';
import { useSession } from '../access/session.ts';
import { Button } from '../ui/Button.tsx';
import { toast } from '../ui/toast.tsx';
import { useMay } from '../access/useMay.ts';
import { t } from '../words/words.ts';
import { onDemand } from '../ui/onDemand.tsx';

// The dialog loads when a view is saved.
const SaveView = onDemand(async () => (await import('./SaveView.tsx')).SaveView);

interface ViewsProps {
  list: string;
  views: readonly ListView[];
  /** The state to save: columns, and the address's query with filters and sort order. */
  shown: () => { columns: string[] | null; query: string };
  onChoose: (view: ListView) => void;
}

/** Saved views: filters, sort order and columns under a name. */
export function Views({ list, views, shown, onChoose }: ViewsProps) {
  const may = useMay();
  const isSignedIn = useSession() !== null;
  const [naming, setNaming] = useState(false);
  const reload = () => renewed([lists.preferences]);

  async function remove({ _id }: ListView) {
    await call(lists.removeView, { params: { id: _id } }).then(
      () => toast.success(messages.removed),
      (error: unknown) => toast.error(messageOf(error)),
    );
    await reload();
  }

  if (!isSignedIn) return null;
  const removable = views.filter((view) => view.own || may('administrators'));
  return (
    <>
      <Menu position="bottom-end" withinPortal width={260}>
        <Menu.Target>
          <Button label="Views" variant="default" icon={IconBookmark} />
        </Menu.Target>
        <Menu.Dropdown>
          {views.map((view) => (
            <Menu.Item key={view._id} onClick={() => onChoose(view)}>
              {view.name}
              {t(view.shared ? ' (shared)' : '')}
            </Menu.Item>
          ))}
          {views.length > 0 && <Menu.Divider />}
          <Menu.Item leftSection={<IconDeviceFloppy size={16} />} onClick={() => setNaming(true)}>
            {t('Save this view…')}
          </Menu.Item>
          {removable.map((view) => (
            <Menu.Item key={view._id} leftSection={<IconTrash size={16} />} onClick={() => void remove(view)}>
              {t('Delete {name}', { name: view.name })}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {naming && (
        <SaveView
          mayShare={may('administrators')}
          onClose={() => setNaming(false)}
          onSave={async (name, shared) => {
            await call(lists.saveView, { body: { list, name, shared, ...shown() } });
            toast.success(messages.saved);
            setNaming(false);
            await reload();
          }}
        />
      )}
    </>
  );
}
