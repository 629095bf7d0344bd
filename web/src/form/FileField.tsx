import { Input, VisuallyHidden } from '@mantine/core';
import { IconFileCheck, IconFileText, IconUpload } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';

import { Button } from '../ui/Button.tsx';
import { FilePicture } from '../ui/FilePicture.tsx';
import { fileSize } from '../ui/fileSize.ts';
import { namesOf } from './chosenFile.ts';
import classes from './FileField.module.css';
import type { FieldProps } from './useField.tsx';
import { useFileField } from './useFileField.tsx';
import { t } from '../words/words.ts';

const DOCUMENTS = ['application/pdf', 'image/png', 'image/jpeg'];

interface FileFieldProps extends FieldProps {
  /** Media types. Default: PDF, PNG, JPEG. */
  accept?: readonly string[];
  /** A link to the stored file. */
  stored?: string | null | undefined;
}

/** A document, chosen or dropped, with its size and a preview of pictures. Its value is a File or ''. */
export function FileField({ accept = DOCUMENTS, stored, ...rest }: FileFieldProps) {
  const { id, file, take, remove, description, wrapper, input } = useFileField(rest, accept);
  const [over, setOver] = useState(false);

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  }

  const Icon = file !== null ? IconFileText : stored ? IconFileCheck : IconUpload;
  return (
    <Input.Wrapper {...wrapper} description={t(description)} withAsterisk={rest.required === true}>
      <div
        className={classes.box}
        data-over={over || undefined}
        data-wrong={wrapper.error !== undefined || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {file?.type.startsWith('image/') ? (
          <FilePicture file={file} className={classes.picture} />
        ) : (
          <Icon size={22} stroke={1.5} aria-hidden className={classes.icon} />
        )}
        <div className={classes.words}>
          {file !== null ? (
            <>
              <span className={classes.name}>{file.name}</span>
              <span className={classes.hint}>{t('{size}, not saved yet', { size: fileSize(file.size) })}</span>
            </>
          ) : stored ? (
            <>
              <span>{t('On file')}</span>
              <a href={stored} target="_blank" rel="noreferrer" data-alone className={classes.link}>
                {t('View')}
                <VisuallyHidden> {t('{label}, opens in a new tab', { label: rest.label })}</VisuallyHidden>
              </a>
            </>
          ) : (
            <>
              <span>{t('Drop a file here, or choose one')}</span>
              <span className={classes.hint}>{t('{accept}, at most 5 MB', { accept: namesOf(accept) })}</span>
            </>
          )}
        </div>
        {input}
        <label htmlFor={id} className={classes.choose} aria-hidden>
          {t(file !== null || stored ? 'Replace' : 'Choose')}
        </label>
        {file !== null && (
          <Button
            label="Remove"
            size="compact-sm"
            variant="subtle"
            color="gray"
            onClick={remove}
            aria-label={t('Remove {name}', { name: file.name })}
          />
        )}
      </div>
    </Input.Wrapper>
  );
}
