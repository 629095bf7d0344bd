import { Group, Progress } from '@mantine/core';
import { t } from '../words/words.ts';
import { RowButton } from '../ui/Button.tsx';

/** Progress of an upload, with a Stop button. */
export function UploadProgress({ share, onStop }: { share: number; onStop: () => void }) {
  return (
    <Group wrap="nowrap" gap="sm">
      <Progress value={share * 100} flex={1} aria-label={t('Upload')} />
      <RowButton label="Stop" onClick={onStop} />
    </Group>
  );
}
