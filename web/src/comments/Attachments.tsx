import type { Attachment } from '@aapurti/contract/comments/comments';
import { IconFileTypePdf } from '@tabler/icons-react';

import { fileSize } from '../ui/fileSize.ts';
import { useViewer } from '../ui/viewer/useViewer.tsx';
import { t } from '../words/words.ts';
import classes from './Comments.module.css';

/** Photos as thumbnails and PDFs by name; each opens in place. */
export function Attachments({ attachments }: { attachments: readonly Attachment[] }) {
  const viewer = useViewer(attachments);
  return (
    <ul className={classes.attachments}>
      {attachments.map((file, place) => (
        <li key={file._id}>
          <button
            type="button"
            className={file.mediaType === 'application/pdf' ? classes.paper : classes.photo}
            aria-label={t('Open {name}', { name: file.name })}
            onClick={() => viewer.open(place)}
          >
            {file.mediaType === 'application/pdf' ? (
              <>
                <IconFileTypePdf size={20} aria-hidden />
                <span className={classes.name}>{file.name}</span>
                <span className={classes.size}>{fileSize(file.bytes)}</span>
              </>
            ) : (
              <img src={file.url} alt="" loading="lazy" />
            )}
          </button>
        </li>
      ))}
      {viewer.window}
    </ul>
  );
}
