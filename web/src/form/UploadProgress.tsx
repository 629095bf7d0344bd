import { Button, Group, Progress } from '@mantine/core';

/** Progress of an upload, with a Stop button. */
export function UploadProgress({ share, onStop }: { share: number; onStop: () => void }) {
  return (
    <Group wrap="nowrap" gap="sm">
      <Progress value={share * 100} flex={1} aria-label="Upload" />
      <Button size="xs" variant="default" onClick={onStop}>
        Stop
      </Button>
    </Group>
  );
}
