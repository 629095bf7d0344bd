import { Select } from '@mantine/core';
import { IconFileSpreadsheet, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type DragEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';

import { Button } from '../ui/Button.tsx';
import { fileSize } from '../ui/fileSize.ts';
import { acceptedNames } from './sheetFile.ts';
import classes from './SheetUpload.module.css';
import { Outcome } from './Outcome.tsx';
import type { SheetSource, SheetUploading } from './useSheetUpload.ts';
import { shownOptions, t } from '../words/words.ts';

interface SheetUploadProps {
  uploading: SheetUploading;
  /** The link to a template, next to the first line. */
  template?: ReactNode;
  /** Called on a screen with a Cancel button. */
  onClose?: () => void;
}

/** Chooses, checks and stores a sheet, and shows its errors. */
export function SheetUpload({ uploading, template, onClose }: SheetUploadProps) {
  const { source, upload, region, choose } = uploading;
  const input = useRef<HTMLInputElement>(null);
  const stage = useRef<HTMLElement>(null);
  const lastStep = useRef(upload.step);
  const [over, setOver] = useState(false);
  const { step } = upload;
  const busy = step === 'checking' || step === 'storing';
  const csvAllowed = source.csvAllowed === true;

  // The button that led to this step is gone, so the focus moves to its replacement before a key can be pressed.
  useLayoutEffect(() => {
    const { activeElement } = document;
    const isHere = activeElement === document.body || region.current?.contains(activeElement) === true;
    if (lastStep.current !== step && isHere) stage.current?.focus({ preventScroll: true });
    lastStep.current = step;
  }, [step, region]);

  // Otherwise a file dropped next to the field would replace the portal in the tab.
  useEffect(() => {
    const ignore = (event: Event) => event.preventDefault();
    window.addEventListener('dragover', ignore);
    window.addEventListener('drop', ignore);
    return () => {
      window.removeEventListener('dragover', ignore);
      window.removeEventListener('drop', ignore);
    };
  }, []);

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    choose(event.dataTransfer.files);
  }
  const owner = source.owner !== undefined && (
    <OwnerSelect owner={source.owner} value={uploading.owner} onChange={uploading.chooseOwner} disabled={busy || step === 'stored'} />
  );
  const browse = () => input.current?.click();

  return (
    <div
      ref={region}
      className={classes.upload}
      data-over={(over && !busy) || undefined}
      onDragOver={() => setOver(true)}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        ref={input}
        type="file"
        hidden
        accept={acceptedNames(csvAllowed)}
        onChange={(event) => {
          choose([...(event.currentTarget.files ?? [])]);
          // Choosing the same file again, after a correction, must count as a change.
          event.currentTarget.value = '';
        }}
      />
      {step === 'none' ? (
        <>
          {(source.note !== undefined || template !== undefined) && (
            <p className={classes.note}>
              {t(source.note)} {template}
            </p>
          )}
          {owner}
          <section
            ref={stage}
            tabIndex={-1}
            aria-label={t('File')}
            className={classes.drop}
            data-wrong={upload.problem !== null || undefined}
          >
            <IconFileSpreadsheet size={28} stroke={1.5} aria-hidden className={classes.icon} />
            <Button label="Choose a file" icon={IconUpload} onClick={browse} data-autofocus />
            <span className={classes.hint}>
              {t(
                csvAllowed
                  ? 'or drop it here: .csv or .xlsx, at most 50 MB and 2,00,000 rows'
                  : 'or drop it here: .xlsx, at most 50 MB and 2,00,000 rows',
              )}
            </span>
          </section>
          <p role="alert" className={classes.problem}>
            {t(upload.problem)}
          </p>
        </>
      ) : (
        <>
          {owner}
          <p className={classes.file}>
            <IconFileSpreadsheet size={20} stroke={1.5} aria-hidden className={classes.icon} />
            <span className={classes.name}>{upload.file.name}</span>
            <span className={classes.hint}>{fileSize(upload.file.size)}</span>
          </p>
          <section ref={stage} tabIndex={-1} aria-label={t('Result')} className={classes.stage}>
            <Outcome uploading={uploading} upload={upload} onBrowse={browse} onClose={onClose} />
          </section>
        </>
      )}
    </div>
  );
}

interface OwnerSelectProps {
  owner: NonNullable<SheetSource['owner']>;
  value: string | null;
  onChange: (value: string) => void;
  disabled: boolean;
}

function OwnerSelect({ owner, value, onChange, disabled }: OwnerSelectProps) {
  const { data = [] } = useQuery({ queryKey: ['sheet owners', owner.label], queryFn: owner.options, staleTime: 5 * 60_000 });
  return (
    <Select
      label={t(owner.label)}
      placeholder={t('Choose the vendor')}
      required
      disabled={disabled}
      data={shownOptions(data)}
      value={value}
      onChange={(next) => next !== null && onChange(next)}
      searchable={data.length > 8}
      limit={50}
      allowDeselect={false}
      nothingFoundMessage={t('No match')}
      className={classes.owner ?? ''}
    />
  );
}
