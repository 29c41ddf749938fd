import { useQuery } from '@tanstack/react-query'
import { FolderPlus } from 'lucide-react'
import { Badge } from '../kit/StatusBadge.tsx'
import { FoldersPanel } from './FoldersPanel.tsx'
import { RequestsPanel } from '../service-requests/RequestsPanel.tsx'
import { StaffPanel } from '../staff/StaffPanel.tsx'
import { CreateClient } from './CreateClient.tsx'
import { activeClients, clientFolders, pendingRequests, staffMembers } from './figures.ts'
import { dashboardFigures } from './queries.ts'
import { adminActions } from './QuickActions.tsx'
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
        { value: 'requests', label: 'Service Requests', count: figures?.pendingRequests, content: <RequestsPanel /> },
        {
          value: 'folders',
          label: 'Client Folders',
          count: figures?.clientFolders,
          content: <FoldersPanel label="Client folders" />,
        },
        {
          value: 'staff',
          label: 'Staff Management',
          count: figures?.staffMembers ?? undefined,
          content: <StaffPanel />,
        },
        {
          value: 'create-client',
          label: 'Create Client',
          icon: <FolderPlus size={16} strokeWidth={1.75} aria-hidden="true" />,
          content: <CreateClient choosesStaff />,
        },
      ]}
    />
  )
}
