import { useQuery } from '@tanstack/react-query'
import { Badge } from '../kit/StatusBadge.tsx'
import { activeClients, clientFolders, pendingRequests, thisMonth } from './figures.ts'
import { dashboardFigures } from './queries.ts'
import { staffActions } from './QuickActions.tsx'
import { createClientTab, foldersTab, queueTab, requestsTab } from './tabs.tsx'
import { TeamDashboard } from './TeamDashboard.tsx'

export function StaffDashboard() {
  const query = useQuery(dashboardFigures)
  const figures = query.data
  return (
    <TeamDashboard
      title="Staff Dashboard"
      badge={<Badge tone="ok">Staff</Badge>}
      actions={staffActions}
      figures={query}
      stats={[
        pendingRequests('Available Requests', figures),
        clientFolders('My Client Folders', figures),
        activeClients(figures),
        thisMonth(figures),
      ]}
      tabs={[queueTab, requestsTab(figures), foldersTab('My Client Folders', figures), createClientTab(false)]}
    />
  )
}
