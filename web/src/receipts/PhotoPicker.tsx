import { ActionIcon, FileButton } from '@mantine/core';
import { IconCamera, IconTrash } from '@tabler/icons-react';

import { Button } from '../ui/Button.tsx';
import { FilePicture } from '../ui/FilePicture.tsx';
import { t } from '../words/words.ts';
import classes from './Photos.module.css';

/** Photos for a receipt that is not saved yet. */
export function PhotoPicker({ photos, onChange }: { photos: readonly File[]; onChange: (photos: readonly File[]) => void }) {
  return (
    <section className={classes.photos} aria-label={t('Photos')}>
      {photos.map((file, place) => (
        <figure key={`${file.name}/${place}`} className={classes.photo}>
          <FilePicture file={file} className={classes.picture} />
          <figcaption className={classes.name}>{file.name}</figcaption>
          <ActionIcon
            className={classes.remove ?? ''}
            variant="default"
            size={34}
            aria-label={t('Remove photo {name}', { name: file.name })}
            onClick={() => onChange(photos.filter((_, index) => index !== place))}
          >
            <IconTrash size={17} />
          </ActionIcon>
        </figure>
      ))}
      <PhotoButton onChosen={(files) => onChange([...photos, ...files])} />
    </section>
  );
}

/** The button to take or choose photos. */
export function PhotoButton({ onChosen, loading = false }: { onChosen: (files: File[]) => void; loading?: boolean }) {
  return (
    <FileButton accept="image/*" multiple onChange={onChosen} inputProps={{ 'aria-label': t('Photos of the damage or shortage') }}>
      {(props) => <Button label="Add photos" variant="default" icon={IconCamera} loading={loading} {...props} />}
    </FileButton>
  );
}
