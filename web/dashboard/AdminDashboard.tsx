import { useQuery } from '@tanstack/react-query'
import { Badge } from '../kit/StatusBadge.tsx'
import { AccessRequestsPanel } from '../folder-access-requests/AccessRequestsPanel.tsx'
import { StaffPanel } from '../staff/StaffPanel.tsx'
import { activeClients, clientFolders, pendingRequests, staffMembers } from './figures.ts'
import { dashboardFigures } from './queries.ts'
import { adminActions } from './QuickActions.tsx'
import { createClientTab, foldersTab, requestsTab } from './tabs.tsx'
import { TeamDashboard } from './TeamDashboard.tsx'

export function AdminDashboard() {
  const query = useQuery(dashboardFigures)
  const figures = query.data
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
        requestsTab(figures),
        foldersTab('Client Folders', figures),
        {
          value: 'staff',
          label: 'Staff Management',
          count: figures?.staffMembers ?? undefined,
          content: <StaffPanel />,
        },
        createClientTab(true),
        { value: 'access', label: 'Access Requests', content: <AccessRequestsPanel /> },
      ]}
    />
  )
}
