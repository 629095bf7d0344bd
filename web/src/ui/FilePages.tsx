import { useState } from 'react';

import { t } from '../words/words.ts';
import { PdfFrame } from './PdfFrame.tsx';

/** A PDF in place, with the way to a tab of its own; `title` names it. */
export function FilePages({ file, title, className }: { file: File; title: string; className: string | undefined }) {
  const [address, setAddress] = useState<string>();
  return (
    <>
      <PdfFrame file={file} title={t(title)} className={className} onAddress={setAddress} />
      <a href={address} target="_blank" rel="noreferrer">
        {t('Open in a new tab')}
      </a>
    </>
  );
}
