import { type PaperKind, paperName } from '@aapurti/contract/papers/papers';
import { IconFileTypePdf } from '@tabler/icons-react';

import { paperFile } from '../papers/savePaper.tsx';
import { type Viewed, useViewer } from '../ui/viewer/useViewer.tsx';
import { t } from '../words/words.ts';
import classes from './Files.module.css';

/** A printed form of the document, as a PDF. */
interface Printed {
  kind: PaperKind;
  id: string;
  number: string;
  /** Its name, if it is not the document itself. */
  label?: string;
  version?: number;
}

interface FilesProps {
  papers: readonly Printed[];
  /** Photos and PDFs that users attached. */
  attached?: readonly Viewed[];
  /** A sentence about the files, above them. */
  note?: string | undefined;
}

/** The PDFs and photos of a document: each opens in place and can be downloaded. */
export function Files({ papers, attached = [], note }: FilesProps) {
  const printed = papers.map((paper): Viewed => ({
    name: paperName(paper.kind, paper.number),
    mediaType: 'application/pdf',
    url: `paper:${paper.kind}:${paper.id}:${paper.version ?? ''}`,
    load: () => paperFile(paper),
  }));
  const files = [...printed, ...attached];
  const viewer = useViewer(files);
  return (
    <>
      {note !== undefined && <p className={classes.note}>{t(note)}</p>}
      <ul className={classes.files}>
        {files.map((file, place) => (
          <li key={file.url}>
            <button type="button" onClick={() => viewer.open(place)} aria-label={t('Open {name}', { name: file.name })}>
              {file.mediaType === 'application/pdf' ? (
                <IconFileTypePdf size={28} aria-hidden />
              ) : (
                <img src={file.url} alt="" loading="lazy" className={classes.picture} />
              )}
              <span className={classes.name}>{t(papers[place]?.label ?? file.name)}</span>
            </button>
          </li>
        ))}
        {viewer.window}
      </ul>
    </>
  );
}
