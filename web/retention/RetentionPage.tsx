import { usePageTitle } from '../kit/page-title.ts'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { Together } from '../kit/Together.tsx'
import { useHome } from '../session/names.ts'
import { ErasePanel } from './ErasePanel.tsx'
import { HoldsPanel } from './HoldsPanel.tsx'
import { KeptPapersPanel } from './KeptPapersPanel.tsx'
import { SchedulePanel } from './SchedulePanel.tsx'

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
      <Together
        loading={
          <Panel flush>
            <SkeletonRows rows={9} label="Loading what is kept" />
          </Panel>
        }
      >
        <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
          <SchedulePanel />
          <div className="grid grid-cols-1 gap-6">
            <HoldsPanel />
            <ErasePanel />
            <KeptPapersPanel />
          </div>
        </div>
      </Together>
    </>
  )
}
