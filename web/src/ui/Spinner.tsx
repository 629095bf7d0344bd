import { Center, Loader, VisuallyHidden } from '@mantine/core';

/** Shown only where there is nothing older to show. */
export function Spinner({ label = 'Loading', height = 240 }: { label?: string; height?: number | string }) {
  return (
    <Center component="output" mih={height}>
      <Loader size="md" type="oval" aria-hidden />
      <VisuallyHidden>{label}</VisuallyHidden>
    </Center>
  );
}
