import { Avatar, Button, Input, VisuallyHidden } from '@mantine/core';
import { useId } from 'react';
import { useFormContext } from 'react-hook-form';

import { FilePicture } from '../ui/FilePicture.tsx';
import classes from './AvatarField.module.css';
import { fileProblem, namesOf } from './chosenFile.ts';
import { type FieldProps, useField, WRAPPER_ORDER } from './useField.tsx';

const PICTURES = ['image/png', 'image/jpeg', 'image/webp'];

interface AvatarFieldProps extends FieldProps {
  /** A link to the stored picture. */
  stored?: string | null | undefined;
  /** Whose initials stand in for a picture. */
  person?: string;
}

/** A person's picture, shown as it will appear. Its value is a File or ''. */
export function AvatarField({ stored, person = '', span = 'full', ...rest }: AvatarFieldProps) {
  const { field, error, attach, description } = useField({ ...rest, span });
  const { setError, clearErrors } = useFormContext();
  const id = useId();
  const file = field.value instanceof File ? field.value : null;

  function take(chosen: File | undefined) {
    if (chosen === undefined) return;
    const problem = fileProblem(chosen, PICTURES);
    if (problem !== null) return setError(rest.name, { type: 'file', message: problem });
    clearErrors(rest.name);
    field.onChange(chosen);
  }

  return (
    <Input.Wrapper
      id={id}
      label={rest.label}
      labelProps={{ id: `${id}-name` }}
      error={error}
      errorProps={{ id: `${id}-error` }}
      description={description ?? `${namesOf(PICTURES)}, at most 5 MB`}
      inputWrapperOrder={WRAPPER_ORDER}
      data-span={span}
    >
      <div className={classes.row}>
        {file === null ? (
          <Avatar src={stored ?? null} name={person} size={64} color="ink" variant="light" alt="" />
        ) : (
          <FilePicture file={file} className={classes.picture} />
        )}
        <VisuallyHidden>
          <input
            ref={attach}
            id={id}
            type="file"
            accept={PICTURES.join(',')}
            aria-labelledby={`${id}-name`}
            aria-invalid={error !== undefined}
            {...(error === undefined ? {} : { 'aria-describedby': `${id}-error` })}
            onBlur={field.onBlur}
            onChange={(event) => {
              take(event.currentTarget.files?.[0]);
              event.currentTarget.value = '';
            }}
          />
        </VisuallyHidden>
        <label htmlFor={id} className={classes.choose} aria-hidden>
          {file !== null || stored ? 'Change picture' : 'Choose picture'}
        </label>
        {file !== null && (
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => field.onChange('')}>
            Remove
          </Button>
        )}
      </div>
    </Input.Wrapper>
  );
}
