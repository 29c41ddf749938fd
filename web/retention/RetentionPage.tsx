import { dueToday, erasures, holds, keptPapers, schedule } from './queries.ts'
import { type PageLoad, prefetch } from '../kit/page-load.ts'
import { usePageTitle } from '../kit/page-title.ts'
import { PageHeader } from '../kit/PageHeader.tsx'
import { useHome } from '../session/names.ts'
import { ErasePanel } from './ErasePanel.tsx'
import { HoldsPanel } from './HoldsPanel.tsx'
import { KeptPapersPanel } from './KeptPapersPanel.tsx'
import { SchedulePanel } from './SchedulePanel.tsx'

export const load = ({ client }: PageLoad) => prefetch(client, [schedule, dueToday, holds, erasures, keptPapers])

/** How long the firm keeps what, what must be kept for now, and erasing a client. */
export default function RetentionPage() {
  usePageTitle('Retention')
  return (
    <>
      <PageHeader
        home={useHome()}
        title="Retention"
        description="How long things are kept, what must not be erased for now, and erasing a client."
      />
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
        <SchedulePanel />
        <div className="grid grid-cols-1 gap-6">
          <HoldsPanel />
          <ErasePanel />
          <KeptPapersPanel />
        </div>
      </div>
    </>
  )
}
