import { IconCopy } from '@tabler/icons-react';

import { toast } from './toast.tsx';
import { Button } from './Button.tsx';

/** Copies a longer text. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toast.success('Copied.');
    } catch {
      // There is no clipboard on plain http; the text can be selected instead.
      toast.error('Copying is not possible here. Select and copy the text yourself.');
    }
  }
  return <Button label={label} variant="default" icon={IconCopy} onClick={() => void copy()} />;
}
