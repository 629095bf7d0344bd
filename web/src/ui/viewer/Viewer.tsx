import { ActionIcon, Modal } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';

import { t } from '../../words/words.ts';
import { NotLoaded } from '../NotLoaded.tsx';
import { PdfFrame } from '../PdfFrame.tsx';
import { saveFile } from '../saveFile.ts';
import { Spinner } from '../Spinner.tsx';
import type { Viewed } from './useViewer.tsx';
import classes from './Viewer.module.css';
import { Button } from '../Button.tsx';

interface ViewerProps {
  files: readonly Viewed[];
  place: number;
  onPlace: (place: number) => void;
  onClose: () => void;
}

/** Shows PDFs and photos one at a time over the whole page, with buttons for the next one and for downloading. */
export function Viewer({ files, place, onPlace, onClose }: ViewerProps) {
  const file = files[place];
  if (file === undefined) return null;
  return (
    <Modal opened onClose={onClose} fullScreen title={file.name} classNames={{ body: classes.body ?? '', content: classes.content ?? '' }}>
      <div className={classes.bar}>
        {files.length > 1 && (
          <>
            <ActionIcon
              variant="default"
              size={36}
              aria-label={t('Previous')}
              disabled={place === 0}
              onClick={() => onPlace(Math.max(0, place - 1))}
            >
              <IconChevronLeft size={18} />
            </ActionIcon>
            <span>{t('{place} of {count}', { place: place + 1, count: files.length })}</span>
            <ActionIcon
              variant="default"
              size={36}
              aria-label={t('Next')}
              disabled={place === files.length - 1}
              onClick={() => onPlace(Math.min(files.length - 1, place + 1))}
            >
              <IconChevronRight size={18} />
            </ActionIcon>
          </>
        )}
        <span className={classes.space} />
        <Download file={file} />
      </div>
      {file.mediaType === 'application/pdf' ? (
        <Pdf key={file.url} file={file} />
      ) : (
        <img src={file.url} alt={file.name} className={classes.picture} />
      )}
    </Modal>
  );
}

function Download({ file }: { file: Viewed }) {
  const { data } = useQuery({ ...fileQuery(file), enabled: false });
  const common = { variant: 'default', leftSection: <IconDownload size={16} />, children: t('Download') } as const;
  if (file.load === undefined) return <Button component="a" href={file.url} download={file.name} {...common} />;
  return <Button disabled={data === undefined} onClick={() => data !== undefined && saveFile(data, file.name)} {...common} />;
}

const fileQuery = (file: Viewed) =>
  queryOptions({
    queryKey: ['viewer', file.url],
    queryFn: async ({ signal }) => {
      if (file.load !== undefined) return file.load();
      const response = await fetch(file.url, { signal });
      if (!response.ok) throw new Error(`The file answered ${response.status}`);
      return response.blob();
    },
    gcTime: 0,
    staleTime: 0,
  });

/** A PDF in the browser's own reader, from memory, because its address makes the browser save it. */
function Pdf({ file }: { file: Viewed }) {
  const query = useQuery(fileQuery(file));
  const { data } = query;
  if (query.isError) return <NotLoaded query={query} sign />;
  if (data === undefined) return <Spinner height={320} />;
  return <PdfFrame file={data} title={file.name} className={classes.paper} />;
}
