import { say } from '@aapurti/contract/ground/template';
import { Avatar, Input } from '@mantine/core';

import { Button } from '../ui/Button.tsx';
import { FilePicture } from '../ui/FilePicture.tsx';
import classes from './AvatarField.module.css';
import { namesOf } from './chosenFile.ts';
import type { FieldProps } from './useField.tsx';
import { useFileField } from './useFileField.tsx';
import { t } from '../words/words.ts';

const PICTURES = ['image/png', 'image/jpeg', 'image/webp'];

interface AvatarFieldProps extends FieldProps {
  /** A link to the stored picture. */
  stored?: string | null | undefined;
  /** The name whose initials are shown when there is no picture. */
  person?: string;
}

/** A user's picture in its final form. Its value is a File or ''. */
export function AvatarField({ stored, person = '', span = 'full', ...rest }: AvatarFieldProps) {
  const { id, file, remove, description, wrapper, input } = useFileField({ ...rest, span }, PICTURES);
  return (
    <Input.Wrapper {...wrapper} description={t(description ?? say('{PICTURES}, at most 5 MB', { PICTURES: namesOf(PICTURES) }))}>
      <div className={classes.row}>
        {file === null ? (
          <Avatar src={stored ?? null} name={person} size={64} color="ink" variant="light" alt="" />
        ) : (
          <FilePicture file={file} className={classes.picture} />
        )}
        {input}
        <label htmlFor={id} className={classes.choose} aria-hidden>
          {t(file !== null || stored ? 'Change picture' : 'Choose picture')}
        </label>
        {file !== null && <Button label="Remove" size="compact-sm" variant="subtle" color="gray" onClick={remove} />}
      </div>
    </Input.Wrapper>
  );
}
