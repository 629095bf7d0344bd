import { messages } from '@aapurti/contract/sheets/sheets';
import { Anchor } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import { call } from '../ground/api.ts';
import type { MarkOperation, UploadOperation, WorkbookOperation } from '../sheets/operations.ts';
import { useMay } from '../access/useMay.ts';
import { RunningDownload } from '../sheets/RunningDownload.tsx';
import { SheetUpload } from '../sheets/SheetUpload.tsx';
import { useSheetDownload } from '../sheets/useSheetDownload.ts';
import { type SheetSource, useSheetUpload } from '../sheets/useSheetUpload.ts';
import { Panel } from '../ui/Panel.tsx';
import { t } from '../words/words.ts';
import classes from './SheetPanel.module.css';

export interface SheetPanelProps extends Pick<SheetSource, 'lists' | 'rows' | 'grouped' | 'note'> {
  title: string;
  /** The calls of the sheet; an export has all stored records, to edit and upload them again. */
  calls: { template: WorkbookOperation; upload: UploadOperation; mark: MarkOperation; export?: WorkbookOperation };
  /** File names of the template and the export. */
  templateName: string;
  downloadName?: string;
}

/** Uploads the buyer's records from a file: it is checked first, and stored only after the user has seen the result. */
export function SheetPanel({ title, calls, templateName, downloadName, ...source }: SheetPanelProps) {
  const may = useMay();
  const uploading = useSheetUpload({ ...source, upload: calls.upload, mark: calls.mark, csvAllowed: true });
  const aside = (
    <span className={classes.links}>
      <Saved operation={calls.template} name={templateName} label="Template" icon={<IconFileSpreadsheet size={15} aria-hidden />} />
      {calls.export !== undefined && downloadName !== undefined && (
        <Saved operation={calls.export} name={downloadName} label="Download" icon={<IconDownload size={15} aria-hidden />} />
      )}
    </span>
  );
  if (!may(calls.upload.access)) return null;
  return (
    <div className={classes.upload}>
      <Panel title={title} aside={aside}>
        <SheetUpload uploading={uploading} />
      </Panel>
    </div>
  );
}

function Saved({ operation, name, label, icon }: { operation: WorkbookOperation; name: string; label: string; icon: ReactNode }) {
  const { download, start, cancel } = useSheetDownload();
  const save = () =>
    start({
      label,
      name,
      load: async (loading) => (await call(operation, loading)).data,
      failed: () => messages.templateFailed,
    });
  return (
    <>
      <Anchor component="button" type="button" data-alone inherit className={classes.sample ?? ''} onClick={() => void save()}>
        {icon} {t(label)}
      </Anchor>
      {download !== null && <RunningDownload download={download} onCancel={cancel} />}
    </>
  );
}
