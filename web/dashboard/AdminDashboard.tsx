import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Badge } from '../kit/StatusBadge.tsx'
import { AccessRequestsPanel } from '../folder-access-requests/AccessRequestsPanel.tsx'
import { pendingRequests as pendingAccessRequests } from '../folder-access-requests/queries.ts'
import { useUrlState } from '../kit/url-state.ts'
import { StaffPanel } from '../staff/StaffPanel.tsx'
import { activeClients, clientFolders, pendingRequests, staffMembers } from './figures.ts'
import { dashboardFigures } from './queries.ts'
import { adminActions } from './QuickActions.tsx'
import { createClientTab, foldersTab, queueTab, requestsTab } from './tabs.tsx'
import { TeamDashboard } from './TeamDashboard.tsx'

export function AdminDashboard() {
  const query = useQuery(dashboardFigures)
  const figures = query.data
  const accessRequests = useInfiniteQuery(pendingAccessRequests).data?.pages.flatMap(({ items }) => items).length ?? 0
  const [tab] = useUrlState('tab', '')
  return (
    <TeamDashboard
      title="Admin Dashboard"
      badge={<Badge tone="info">Administrator</Badge>}
      actions={adminActions}
      figures={query}
      stats={[
        pendingRequests('Pending Service Requests', figures),
        clientFolders('Client Folders', figures),
        staffMembers(figures),
        activeClients(figures),
      ]}
      tabs={[
        queueTab,
        requestsTab(figures),
        foldersTab('Client Folders', figures),
        {
          value: 'staff',
          label: 'Staff Management',
          count: figures?.staffMembers ?? undefined,
          content: <StaffPanel />,
        },
        createClientTab(true),
        // Only while there is something to decide, or the tab is open.
        ...(accessRequests > 0 || tab === 'access'
          ? [{ value: 'access', label: 'Access Requests', count: accessRequests, content: <AccessRequestsPanel /> }]
          : []),
      ]}
    />
  )
}
