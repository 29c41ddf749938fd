import { useQuery } from '@tanstack/react-query'
import { Badge } from '../kit/StatusBadge.tsx'
import { activeClients, clientFolders, pendingRequests, thisMonth } from './figures.ts'
import { dashboardFigures } from './queries.ts'
import { useSeesPart } from '../session/use-sees-part.ts'
import { staffActions } from './QuickActions.tsx'
import { createClientTab, foldersTab, queueTab, requestsTab } from './tabs.tsx'
import { TeamDashboard } from './TeamDashboard.tsx'

export function StaffDashboard() {
  const query = useQuery(dashboardFigures)
  const figures = query.data
  const seesAll = useSeesPart('everything')
  const [seesMoney, seesWork] = [useSeesPart('money'), useSeesPart('work')]
  return (
    <TeamDashboard
      title="Staff Dashboard"
      badge={<Badge tone="ok">Staff</Badge>}
      actions={staffActions.filter(({ to }) => to !== '/proposals' || seesMoney)}
      figures={query}
      stats={[
        ...(seesWork ? [pendingRequests('Available Requests', figures)] : []),
        clientFolders('My Client Folders', figures),
        activeClients(figures),
        ...(seesMoney ? [thisMonth(figures)] : []),
      ]}
      tabs={[
        queueTab,
        ...(seesWork ? [requestsTab(figures)] : []),
        foldersTab('My Client Folders', figures),
        ...(seesAll ? [createClientTab(false)] : []),
      ]}
    />
  )
}
