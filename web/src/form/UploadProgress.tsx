import { Button, Group, Progress } from '@mantine/core';

/** How much of an upload is sent, and the way to stop it. */
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
