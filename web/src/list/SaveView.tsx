import { messages } from '@aapurti/contract/settings/lists';
import { Checkbox, Group, Modal, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';

import { messageOf } from '../ground/api.ts';
import { t } from '../words/words.ts';
import { Button } from '../ui/Button.tsx';

interface SaveViewProps {
  mayShare: boolean;
  onClose: () => void;
  onSave: (name: string, shared: boolean) => Promise<void>;
}

/** Asks for the name of a new view. */
export function SaveView({ mayShare, onClose, onSave }: SaveViewProps) {
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function save(event: FormEvent) {
    event.preventDefault();
    if (name.trim() === '') return setError(messages.name);
    setBusy(true);
    await onSave(name, shared).catch((failure: unknown) => setError(messageOf(failure)));
    setBusy(false);
  }

  return (
    <Modal opened onClose={onClose} title={t('Save this view')}>
      <form onSubmit={(event) => void save(event)}>
        <TextInput
          label={t('Name')}
          description={t('Filters, sort order and columns are saved. If you already have a view with this name, it is replaced.')}
          value={name}
          maxLength={60}
          error={t(error)}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        {mayShare && (
          <Checkbox
            mt="md"
            label={t('Share with all buyer users')}
            checked={shared}
            onChange={(event) => setShared(event.currentTarget.checked)}
          />
        )}
        <Group mt="md" justify="flex-end">
          <Button label="Cancel" variant="default" onClick={onClose} />
          <Button label="Save view" type="submit" loading={busy} />
        </Group>
      </form>
    </Modal>
  );
}
