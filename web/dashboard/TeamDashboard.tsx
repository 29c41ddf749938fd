import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Dashboard } from '../../domain/dashboard.ts'
import { ChasePanel } from './ChasePanel.tsx'
import { MoneyByMonthPanel, RequestsByWeekPanel } from './ChartPanels.tsx'
import { FirstSteps } from '../first-steps/FirstSteps.tsx'
import { type QuickAction, QuickActions } from './QuickActions.tsx'
import { PageHeader } from '../kit/PageHeader.tsx'
import { type Stat, StatLedger } from '../kit/StatLedger.tsx'
import { type Tab, TabPanel, Tabs } from '../kit/Tabs.tsx'
import { useNow } from '../kit/now.ts'
import { useUrlState } from '../kit/url-state.ts'
import { WaitingPanel } from '../messages/WaitingPanel.tsx'
import { useUser } from '../session/use-auth.ts'
import { greeting } from './words.ts'

export type DashboardTab = Tab & { content: ReactNode }

type TeamDashboardProps = {
  title: string
  badge: ReactNode
  actions: readonly QuickAction[]
  figures: UseQueryResult<Dashboard>
  stats: readonly Stat[]
  /** What the charts count, where that is not everything. */
  counts?: { requests: string; money: string }
  tabs: readonly DashboardTab[]
}

/** What staff and administrators see first: what needs doing, the figures, the work under its tabs, and what to chase. */
export function TeamDashboard({ title, badge, actions, figures, stats, counts, tabs }: TeamDashboardProps) {
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
        description={greeting(user.firstName, figures.data, now.getHours())}
        actions={<QuickActions actions={actions} />}
        backToDashboard={false}
        breadcrumb={false}
      />
      <StatLedger label="Figures" stats={stats} query={figures} />
      <FirstSteps figures={figures.data} />
      <div className="mt-6 grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_348px]">
        <Tabs label={title} tabs={tabs} value={shown} onChange={setTab}>
          {tabs.map(({ value, content }) => (
            <TabPanel key={value} value={value}>
              {content}
            </TabPanel>
          ))}
        </Tabs>
        <aside aria-label="At a glance" className="grid grid-cols-1 items-start gap-6 md:grid-cols-2 xl:grid-cols-1">
          <WaitingPanel />
          <RequestsByWeekPanel note={counts?.requests} />
          <ChasePanel />
          <MoneyByMonthPanel note={counts?.money} />
        </aside>
      </div>
    </>
  )
}
