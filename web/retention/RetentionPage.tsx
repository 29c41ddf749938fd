import { dueToday, erasures, holds, archivedPdfs, schedule } from './queries.ts'
import { type PageLoad, prefetch } from '../kit/page-load.ts'
import { usePageTitle } from '../kit/page-title.ts'
import { PageHeader } from '../kit/PageHeader.tsx'
import { useHome } from '../session/names.ts'
import { ErasePanel } from './ErasePanel.tsx'
import { HoldsPanel } from './HoldsPanel.tsx'
import { ArchivedPdfsPanel } from './ArchivedPdfsPanel.tsx'
import { SchedulePanel } from './SchedulePanel.tsx'

export const load = ({ client }: PageLoad) => prefetch(client, [schedule, dueToday, holds, erasures, archivedPdfs])

/** Retention periods, legal holds, and deletion of client data. */
export default function RetentionPage() {
  usePageTitle('Data retention')
  return (
    <>
      <PageHeader
        home={useHome()}
        title="Data retention"
        description="Set retention periods, place legal holds, and delete client data."
      />
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
        <SchedulePanel />
        <div className="grid grid-cols-1 gap-6">
          <HoldsPanel />
          <ErasePanel />
          <ArchivedPdfsPanel />
        </div>
      </div>
    </>
  )
}
