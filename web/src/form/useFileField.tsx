import { VisuallyHidden } from '@mantine/core';
import { useId, useState } from 'react';
import { useFormContext } from 'react-hook-form';

import { fileProblem } from './chosenFile.ts';
import { type FieldProps, useField } from './useField.tsx';
import { t } from '../words/words.ts';

/** Shared by file fields: the chosen file, the reason for rejecting one, and the input, which the field's label names. */
export function useFileField(props: FieldProps, accept: readonly string[]) {
  const { field, error: fieldError, attach, description } = useField(props);
  const { setError, clearErrors } = useFormContext();
  const id = useId();
  // The reason why the last file was rejected, which is more specific than the message for a missing file.
  const [refused, setRefused] = useState<string | null>(null);
  const error = fieldError === undefined ? undefined : (refused ?? fieldError);

  function take(chosen: File | undefined) {
    if (chosen === undefined) return;
    const problem = fileProblem(chosen, accept);
    setRefused(problem);
    if (problem !== null) return setError(props.name, { type: 'file', message: problem });
    clearErrors(props.name);
    field.onChange(chosen);
  }

  return {
    id,
    file: field.value instanceof File ? field.value : null,
    take,
    remove: () => field.onChange(''),
    description,
    wrapper: {
      id,
      label: t(props.label),
      labelProps: { id: `${id}-name` },
      error: t(error),
      errorProps: { id: `${id}-error` },
      'data-span': props.span,
    },
    input: (
      <VisuallyHidden>
        <input
          ref={attach}
          id={id}
          type="file"
          accept={accept.join(',')}
          aria-labelledby={`${id}-name`}
          aria-invalid={error !== undefined}
          {...(error === undefined ? {} : { 'aria-describedby': `${id}-error` })}
          disabled={props.disabled === true}
          onBlur={field.onBlur}
          onChange={(event) => {
            take(event.currentTarget.files?.[0]);
            // Choosing the same file again, once corrected, must count as a change.
            event.currentTarget.value = '';
          }}
        />
      </VisuallyHidden>
    ),
  };
}
