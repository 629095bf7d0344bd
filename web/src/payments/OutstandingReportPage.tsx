import { PageHeader } from '../ui/PageHeader.tsx';
import { OutstandingList } from './OutstandingList.tsx';
import { ReportTabs } from './ReportTabs.tsx';
import { useReportView } from './useReportView.tsx';

/** What is still due to each vendor. */
export function OutstandingReportPage() {
  const view = useReportView();
  return (
    <>
      <PageHeader title="Vendor wise Outstanding Report" />
      <ReportTabs />
      {view.bar}
      <OutstandingList title="Vendor wise Outstanding Report" view={view} />
    </>
  );
}
