import { useQuery } from '@tanstack/react-query'
import { FolderPlus } from 'lucide-react'
import { Badge } from '../kit/StatusBadge.tsx'
import { RequestsPanel } from '../service-requests/RequestsPanel.tsx'
import { CreateClient } from './CreateClient.tsx'
import { activeClients, clientFolders, pendingRequests, thisMonth } from './figures.ts'
import { FoldersPanel } from './FoldersPanel.tsx'
import { dashboardFigures } from './queries.ts'
import { staffActions } from './QuickActions.tsx'
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
      counts={{ requests: 'Those that wait, and those that you took up', money: 'In your client folders' }}
      tabs={[
        { value: 'requests', label: 'Service Requests', count: figures?.pendingRequests, content: <RequestsPanel /> },
        {
          value: 'folders',
          label: 'My Client Folders',
          count: figures?.clientFolders,
          content: <FoldersPanel label="My client folders" />,
        },
        {
          value: 'create-client',
          label: 'Create Client',
          icon: <FolderPlus size={16} strokeWidth={1.75} aria-hidden="true" />,
          content: <CreateClient choosesStaff={false} />,
        },
      ]}
    />
  )
}
