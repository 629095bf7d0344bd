import { Center, Loader, VisuallyHidden } from '@mantine/core';
import { t } from '../words/words.ts';

/** Use it only if there is no previous content to show. */
export function Spinner({ label = 'Loading', height = 240 }: { label?: string; height?: number | string }) {
  return (
    <Center component="output" mih={height} data-loading>
      <Loader size="md" type="oval" aria-hidden />
      <VisuallyHidden>{t(label)}</VisuallyHidden>
    </Center>
  );
}
