import { useCallback, useState } from 'react';

import { t } from '../words/words.ts';

/** A PDF in place, by the browser's own viewer; `title` names it. The browser does not guess its type, which is set here. */
export function FilePages({ file, title, className }: { file: File; title: string; className: string | undefined }) {
  const [address, setAddress] = useState<string>();
  const show = useCallback(
    (frame: HTMLIFrameElement | null) => {
      if (frame === null) return undefined;
      const made = URL.createObjectURL(new Blob([file], { type: 'application/pdf' }));
      frame.src = made;
      setAddress(made);
      return () => URL.revokeObjectURL(made);
    },
    [file],
  );
  return (
    <>
      {/* A viewer in a sandbox shows nothing. */}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
      <iframe ref={show} title={t(title)} className={className} />
      <a href={address} target="_blank" rel="noreferrer">
        {t('Open in a new tab')}
      </a>
    </>
  );
}
