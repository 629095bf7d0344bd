import type { SheetError } from '@aapurti/contract/sheets';
import { Button, FileButton, Progress } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconDownload, IconUpload } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useState } from 'react';

import { fileSize } from '../ui/fileSize.ts';
import { Panel } from '../ui/Panel.tsx';
import classes from './ItemUpload.module.css';
import { COLUMNS, sampleSheet } from './sampleSheet.ts';
import { type Upload, useItemUpload } from './useItemUpload.ts';

/** Loads the buyer's items from a sheet: it is checked first, and stored only when somebody has seen what it holds. */
export function ItemUpload() {
  const { upload, check, store, cancel } = useItemUpload();
  const [over, setOver] = useState(false);
  const busy = upload.step === 'checking' || upload.step === 'storing';

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file !== undefined && !busy) check(file);
  }

  return (
    <div className={classes.upload}>
      <Panel title="Load items" aside={<SampleLink />}>
        <p className={classes.note}>
          A .csv or .xlsx sheet with the headings {COLUMNS.slice(0, 2).join(' and ')}, and as far as known {COLUMNS.slice(2).join(', ')}. An
          item that is there already is updated. Nothing is stored while a row has a fault.
        </p>
        <div
          className={classes.drop}
          data-over={over || undefined}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <FileButton onChange={(file) => file !== null && check(file)} accept=".csv,.xlsx" disabled={busy}>
            {(props) => (
              <Button
                {...props}
                variant={upload.step === 'none' ? 'filled' : 'default'}
                leftSection={<IconUpload size={16} />}
                disabled={busy}
              >
                {upload.step === 'none' ? 'Choose a sheet' : 'Choose another sheet'}
              </Button>
            )}
          </FileButton>
          <span className={classes.file}>
            {upload.step === 'none' ? 'or drop it here' : `${upload.file.name}, ${fileSize(upload.file.size)}`}
          </span>
        </div>
        <div aria-live="polite">
          <Outcome upload={upload} onStore={store} onCancel={cancel} />
        </div>
      </Panel>
    </div>
  );
}

function Outcome({ upload, onStore, onCancel }: { upload: Upload; onStore: (file: File) => void; onCancel: () => void }) {
  switch (upload.step) {
    case 'none':
      return null;
    case 'checking':
    case 'storing':
      return (
        <div className={classes.progress}>
          <span>{upload.share < 1 ? 'Sending the sheet…' : upload.step === 'checking' ? 'Checking the rows…' : 'Storing the rows…'}</span>
          <Progress
            className={classes.bar}
            value={upload.share < 1 ? upload.share * 100 : 100}
            animated={upload.share >= 1}
            aria-label="Progress of the sheet"
          />
          <Button variant="default" size="compact-sm" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      );
    case 'checked':
      return (
        <>
          <Verdict good actions={<Button onClick={() => onStore(upload.file)}>Load items</Button>}>
            Every row is fine: {upload.message}
          </Verdict>
          <Findings caption="Odd, but allowed" findings={upload.remarks} total={upload.remarks.length} />
        </>
      );
    case 'stored':
      return <Verdict good>{upload.message}</Verdict>;
    case 'refused':
      return (
        <>
          <Verdict>{upload.message}</Verdict>
          <Findings caption="Rows to mend in the sheet" findings={upload.errors} total={upload.total} />
        </>
      );
    case 'failed':
      return <Verdict>{upload.message}</Verdict>;
  }
}

function Verdict({ good = false, children, actions }: { good?: boolean; children: ReactNode; actions?: ReactNode }) {
  const Icon = good ? IconCircleCheck : IconAlertTriangle;
  return (
    <div className={classes.verdict} data-good={good || undefined}>
      <Icon size={18} aria-hidden className={classes.icon} />
      <p>{children}</p>
      {actions}
    </div>
  );
}

function Findings({ caption, findings, total }: { caption: string; findings: readonly SheetError[]; total: number }) {
  if (findings.length === 0) return null;
  return (
    // A long list scrolls in its own frame, so that the page below stays within reach.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a frame that scrolls has to be reachable by keyboard
    <section className={classes.findings} aria-label={caption} tabIndex={0}>
      <table>
        <caption>
          {caption}
          {total > findings.length && `: the first ${findings.length} of ${total.toLocaleString('en-IN')}`}
        </caption>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Column</th>
            <th scope="col">What is wrong</th>
          </tr>
        </thead>
        <tbody>
          {findings.map(({ row, column, message }) => (
            <tr key={`${row} ${column} ${message}`}>
              <td>{row}</td>
              <td>{column}</td>
              <td>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function SampleLink() {
  return (
    <a className={classes.sample} href={`data:text/csv;charset=utf-8,${encodeURIComponent(sampleSheet())}`} download="items.csv">
      <IconDownload size={15} aria-hidden /> Sample sheet
    </a>
  );
}
