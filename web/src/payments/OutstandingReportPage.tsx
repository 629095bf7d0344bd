import { ActionMenu } from '../ui/ActionMenu.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { OutstandingList } from './OutstandingList.tsx';
import { ReportTabs } from './ReportTabs.tsx';
import { useReportDownloads } from './useReportDownloads.ts';
import { useReportView } from './useReportView.tsx';

/** The amounts outstanding by vendor. */
export function OutstandingReportPage() {
  const view = useReportView();
  const downloads = useReportDownloads(view);
  return (
    <>
      <PageHeader title="Vendor wise Outstanding Report" more={<ActionMenu actions={[downloads.outstanding]} />} />
      <ReportTabs />
      {downloads.window}
      <OutstandingList title="Vendor wise Outstanding Report" view={view} beside={view.bar} />
    </>
  );
}
