import { Button, Input, VisuallyHidden } from '@mantine/core';
import { IconFileCheck, IconFileText, IconUpload } from '@tabler/icons-react';
import { type DragEvent, useId, useState } from 'react';
import { useFormContext } from 'react-hook-form';

import { FilePicture } from '../ui/FilePicture.tsx';
import { fileSize } from '../ui/fileSize.ts';
import { fileProblem, namesOf } from './chosenFile.ts';
import classes from './FileField.module.css';
import { type FieldProps, useField, WRAPPER_ORDER } from './useField.tsx';

const DOCUMENTS = ['application/pdf', 'image/png', 'image/jpeg'];

interface FileFieldProps extends FieldProps {
  /** Media types. Default: PDF, PNG, JPEG. */
  accept?: readonly string[];
  /** A link to what is stored already. */
  stored?: string | null | undefined;
}

/** A document: what is there, its size, a preview of pictures; chosen or dropped, replaced, removed. Its value is a File or ''. */
export function FileField({ accept = DOCUMENTS, stored, ...rest }: FileFieldProps) {
  const { field, error, attach, description } = useField(rest);
  const { setError, clearErrors } = useFormContext();
  const id = useId();
  const [over, setOver] = useState(false);
  // Why the last file was not taken: says more than that one is required.
  const [refused, setRefused] = useState<string | null>(null);
  const file = field.value instanceof File ? field.value : null;

  function take(chosen: File | undefined) {
    if (chosen === undefined) return;
    const problem = fileProblem(chosen, accept);
    setRefused(problem);
    if (problem !== null) return setError(rest.name, { type: 'file', message: problem });
    clearErrors(rest.name);
    field.onChange(chosen);
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  }

  const Icon = file !== null ? IconFileText : stored ? IconFileCheck : IconUpload;
  return (
    <Input.Wrapper
      id={id}
      label={rest.label}
      labelProps={{ id: `${id}-name` }}
      error={error === undefined ? undefined : (refused ?? error)}
      errorProps={{ id: `${id}-error` }}
      description={description}
      inputWrapperOrder={WRAPPER_ORDER}
      withAsterisk={rest.required === true}
      data-span={rest.span}
    >
      <div
        className={classes.box}
        data-over={over || undefined}
        data-wrong={error !== undefined || undefined}
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
              <span className={classes.hint}>{fileSize(file.size)}, not saved yet</span>
            </>
          ) : stored ? (
            <>
              <span>On file</span>
              <a href={stored} target="_blank" rel="noreferrer" className={classes.link}>
                View<VisuallyHidden> {rest.label}, opens in a new tab</VisuallyHidden>
              </a>
            </>
          ) : (
            <>
              <span>Drop a file here, or choose one</span>
              <span className={classes.hint}>{namesOf(accept)}, at most 5 MB</span>
            </>
          )}
        </div>
        <VisuallyHidden>
          <input
            ref={attach}
            id={id}
            type="file"
            accept={accept.join(',')}
            aria-labelledby={`${id}-name`}
            aria-invalid={error !== undefined}
            {...(error === undefined ? {} : { 'aria-describedby': `${id}-error` })}
            disabled={rest.disabled === true}
            onBlur={field.onBlur}
            onChange={(event) => {
              take(event.currentTarget.files?.[0]);
              // So that choosing the same file again, once mended, is a change.
              event.currentTarget.value = '';
            }}
          />
        </VisuallyHidden>
        <label htmlFor={id} className={classes.choose} aria-hidden>
          {file !== null || stored ? 'Replace' : 'Choose'}
        </label>
        {file !== null && (
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => field.onChange('')} aria-label={`Remove ${file.name}`}>
            Remove
          </Button>
        )}
      </div>
    </Input.Wrapper>
  );
}
