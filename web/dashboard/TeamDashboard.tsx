import type { ReactNode } from 'react'
import type { Dashboard } from '../../domain/dashboard.ts'
import { FirstSteps } from './FirstSteps.tsx'
import { PageHeader } from '../kit/PageHeader.tsx'
import { type Stat, StatLedger } from '../kit/StatLedger.tsx'
import { type Tab, TabPanel, Tabs } from '../kit/Tabs.tsx'
import { useNow } from '../kit/now.ts'
import { useUrlState } from '../kit/url-state.ts'
import { useUser } from '../session/use-auth.ts'
import { greeting } from './words.ts'

type TeamDashboardProps = {
  title: string
  badge: ReactNode
  figures: Dashboard | undefined
  stats: readonly Stat[]
  tabs: readonly (Tab & { content: ReactNode })[]
}

/** What staff and administrators see first: what needs doing, the figures, and the work under its tabs. */
export function TeamDashboard({ title, badge, figures, stats, tabs }: TeamDashboardProps) {
  const user = useUser()
  const now = useNow()
  const [tab, setTab] = useUrlState('tab', 'requests')
  const shown = tabs.some((each) => each.value === tab) ? tab : 'requests'
  return (
    <>
      <PageHeader
        home={{ label: title, to: '/' }}
        title={title}
        badge={badge}
        description={greeting(user.firstName, figures, now.getHours())}
        backToDashboard={false}
        breadcrumb={false}
      />
      <StatLedger label="Figures" stats={stats} />
      <FirstSteps figures={figures} />
      <Tabs label={title} tabs={tabs} value={shown} onChange={setTab} className="mt-6">
        {tabs.map(({ value, content }) => (
          <TabPanel key={value} value={value}>
            {content}
          </TabPanel>
        ))}
      </Tabs>
    </>
  )
}
