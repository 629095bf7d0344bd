import { useEffect, useState } from 'react';

import { t } from '../words/words.ts';

/** A PDF in place, by the browser's own viewer; `title` names it. Its type is the file's: a browser that guesses is told nothing else. */
export function FilePages({ file, title, className }: { file: File; title: string; className: string | undefined }) {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([file], { type: 'application/pdf' }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  if (address === null) return null;
  return (
    <>
      <iframe src={address} title={t(title)} className={className} />
      <a href={address} target="_blank" rel="noreferrer">
        {t('Open in a new tab')}
      </a>
    </>
  );
}
