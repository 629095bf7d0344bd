import { showNumber } from '@aapurti/contract/ground/fields';
import { messages } from '@aapurti/contract/sheets/sheets';
import { IconAlertTriangle, IconCircleCheck, IconDownload, IconUpload } from '@tabler/icons-react';
import type { MouseEventHandler, ReactNode } from 'react';

import { call } from '../ground/api.ts';
import { Findings } from './Findings.tsx';
import classes from './Outcome.module.css';
import { NotRead } from './NotRead.tsx';
import { ProgressBar } from './ProgressBar.tsx';
import { Questions } from './Questions.tsx';
import { ROW_WORDS, type RowWords, VALID_ROWS } from './rowWords.ts';
import { faultsName } from './sheetFile.ts';
import { useSheetDownload } from './useSheetDownload.ts';
import { answerFields, failureOf, type Upload, type SheetUploading } from './useSheetUpload.ts';
import { t } from '../words/words.ts';
import { Button } from '../ui/Button.tsx';

interface OutcomeProps {
  uploading: SheetUploading;
  upload: Exclude<Upload, { step: 'none' }>;
  /** Opens the file dialog. */
  onBrowse: () => void;
  onClose: (() => void) | undefined;
}

/** The state of the file, with the possible next steps. */
export function Outcome({ uploading, upload, onBrowse, onClose }: OutcomeProps) {
  const { source, store, checkAgain } = uploading;
  const words: RowWords = ROW_WORDS[source.rows];
  const another = <Button label="Choose another file" variant="default" onClick={onBrowse} />;

  switch (upload.step) {
    case 'checking':
    case 'storing':
      return <Running uploading={uploading} upload={upload} onClose={onClose} />;
    case 'checked': {
      const { created, updated, remarks, totalRemarks } = upload.done;
      const all = created + updated;
      if (all === 0) {
        return (
          <>
            <Verdict good title="No changes: every row matches the saved data." />
            <NotRead report={upload.done.report} />
            <Findings caption="Warnings" head="Remark" findings={remarks} total={totalRemarks} />
            <div className={classes.actions}>{another}</div>
          </>
        );
      }
      return (
        <>
          <Verdict
            good
            title={t(source.grouped === true ? (words.valid ?? VALID_ROWS) : VALID_ROWS, {
              count: all,
              created: showNumber(created),
              updated: showNumber(updated),
            })}
          >
            {t('Nothing is saved yet.')}
          </Verdict>
          <NotRead report={upload.done.report} />
          <Findings caption="Warnings" head="Remark" findings={remarks} total={totalRemarks} />
          <div className={classes.actions}>
            {another}
            <Button icon={IconUpload} onClick={store}>
              {t(words.upload, { count: all })}
            </Button>
          </div>
        </>
      );
    }
    case 'stored': {
      const { created, updated } = upload.done;
      const all = created + updated;
      return (
        <>
          <Verdict
            good
            title={t(words.saved, {
              count: all,
              created: showNumber(created),
              updated: showNumber(updated),
            })}
          />
          <NotRead report={upload.done.report} />
          <div className={classes.actions}>{another}</div>
        </>
      );
    }
    case 'refused': {
      const { message, errors, totalErrors, questions = [], report } = upload.refusal;
      if (questions.length > 0)
        return (
          <>
            <Verdict title="Answer the questions about this file." />
            <Questions key={message} questions={questions} onAnswer={uploading.answer} another={another} />
            <NotRead report={report} />
          </>
        );
      return (
        <>
          <Verdict title={message} />
          <Findings caption="Rows to correct" head="Problem" findings={errors} total={totalErrors} />
          <NotRead report={report} />
          <div className={classes.actions}>
            {another}
            {source.mark !== undefined && errors.length > 0 && <MarkedButton uploading={uploading} file={upload.file} />}
          </div>
        </>
      );
    }
    case 'failed':
      return (
        <>
          <Verdict title={messages.failed}>{upload.message === messages.failed ? null : upload.message}</Verdict>
          <div className={classes.actions}>
            {another}
            {upload.again && <Button label="Check this file again" onClick={checkAgain} />}
          </div>
        </>
      );
  }
}

interface RunningProps {
  uploading: SheetUploading;
  upload: Extract<Upload, { share: number }>;
  onClose: (() => void) | undefined;
}

/** These buttons replace the one that was clicked, so the second click of a double click is ignored. */
function unlessDouble(act: () => void): MouseEventHandler {
  return (event) => event.detail < 2 && act();
}

/** Once it is sent, the file is stored even if the page is closed; before that it can be cancelled. */
function Running({ uploading: { cancel }, upload: { step, share }, onClose }: RunningProps) {
  const sending = share < 1;
  const words = sending ? 'Sending the file…' : step === 'checking' ? 'Checking the rows…' : 'Saving the rows…';
  const stays = sending
    ? 'You can close this window and keep working. The upload continues while this tab is open, and a message tells you when it is done.'
    : 'The file has arrived: closing this window does not stop the upload. A message tells you when it is done.';
  return (
    <>
      <div className={classes.running}>
        <span aria-live="polite">{t(words)}</span>
        {sending && <span className={classes.share}>{Math.floor(share * 100)}%</span>}
      </div>
      <ProgressBar label="Progress of the file" share={sending ? share : null} />
      {step === 'storing' && <p className={classes.stays}>{stays}</p>}
      <div className={classes.actions}>
        {(sending || step === 'checking') && <Button label="Cancel" variant="default" onClick={unlessDouble(cancel)} />}
        {step === 'storing' && onClose !== undefined && <Button label="Close" variant="default" onClick={unlessDouble(onClose)} />}
      </div>
    </>
  );
}

function MarkedButton({ uploading: { source, owner, answers }, file }: { uploading: SheetUploading; file: File }) {
  const { download, start } = useSheetDownload();
  const { mark } = source;
  if (mark === undefined) return null;

  const save = () =>
    start({
      label: 'File with errors marked',
      name: faultsName(file.name),
      async load(options) {
        const { status, data } = await call(mark, {
          files: { file },
          body: { ...(owner !== null && { userID: owner }), ...answerFields(answers.current) },
          ...options,
        });
        return status === 200 ? data : Promise.reject(new Error(data.message));
      },
      failed: (error) => failureOf(error, file),
    });
  return (
    <Button label="Download the file with errors marked" icon={IconDownload} onClick={() => void save()} loading={download !== null} />
  );
}

function Verdict({ good = false, title, children }: { good?: boolean; title: string; children?: ReactNode }) {
  const Icon = good ? IconCircleCheck : IconAlertTriangle;
  return (
    <div className={classes.verdict} data-good={good || undefined} role={good ? 'status' : 'alert'}>
      <Icon size={20} aria-hidden />
      <div>
        <p className={classes.title}>{t(title)}</p>
        {children !== undefined && children !== null && <p className={classes.more}>{children}</p>}
      </div>
    </div>
  );
}
