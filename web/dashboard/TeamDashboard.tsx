import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Dashboard } from '../../domain/dashboard.ts'
import { SetupChecklist } from '../setup-checklist/SetupChecklist.tsx'
import { type QuickAction, QuickActions } from './QuickActions.tsx'
import { PageHeader } from '../kit/PageHeader.tsx'
import { type Stat, StatLedger } from '../kit/StatLedger.tsx'
import { type Tab, TabPanel, Tabs } from '../kit/Tabs.tsx'
import { useNow } from '../kit/now.ts'
import { useSearchParams, useUrlState } from '../kit/url-state.ts'
import { unansweredFigures } from '../messages/queries.ts'
import { useUser } from '../session/use-auth.ts'
import { useSeesPart } from '../session/use-sees-part.ts'
import { greeting } from './words.ts'

export type DashboardTab = Tab & { content: ReactNode }

type TeamDashboardProps = {
  title: string
  badge: ReactNode
  actions: readonly QuickAction[]
  figures: UseQueryResult<Dashboard>
  stats: readonly Stat[]
  tabs: readonly DashboardTab[]
}

/** Who waits for an answer; undefined until all of it is known. */
function useWaiting(figures: Dashboard | undefined) {
  const seesMessages = useSeesPart('messages')
  const unanswered = useQuery({ ...unansweredFigures, enabled: seesMessages }).data?.waiting
  if (figures === undefined || (seesMessages && unanswered === undefined)) return undefined
  return { ...figures, unanswered: unanswered ?? 0 }
}

/** What staff and administrators see first: the figures in a strip, and the work under its tabs. */
export function TeamDashboard({ title, badge, actions, figures, stats, tabs }: TeamDashboardProps) {
  const user = useUser()
  const now = useNow()
  const [{ open, requests }] = useSearchParams()
  // A link to a request opens the list that it is in.
  const fallback = open !== undefined || requests !== undefined ? 'requests' : 'queue'
  const [tab, setTab] = useUrlState('tab', fallback)
  const shown = tabs.some((each) => each.value === tab) ? tab : fallback
  return (
    <>
      <PageHeader
        home={{ label: title, to: '/' }}
        title={title}
        badge={badge}
        description={greeting(user.firstName, useWaiting(figures.data), now.getHours())}
        actions={<QuickActions actions={actions} />}
        backToDashboard={false}
        breadcrumb={false}
      />
      <StatLedger label="Figures" stats={stats} query={figures} />
      <SetupChecklist figures={figures.data} />
      <Tabs label={title} tabs={tabs} value={shown} onChange={setTab} className="mt-5">
        {tabs.map(({ value, content }) => (
          <TabPanel key={value} value={value}>
            {content}
          </TabPanel>
        ))}
      </Tabs>
    </>
  )
}
