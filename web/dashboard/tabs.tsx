// The tabs that the dashboards of staff and administrators share.
import { FolderPlus } from 'lucide-react'
import type { Dashboard } from '../../domain/dashboard.ts'
import { RequestsPanel } from '../service-requests/RequestsPanel.tsx'
import { CreateClient } from './CreateClient.tsx'
import { FoldersPanel } from './FoldersPanel.tsx'
import { TeamWorkQueue } from '../work-queue/WorkQueue.tsx'
import type { DashboardTab } from './TeamDashboard.tsx'

export const queueTab: DashboardTab = { value: 'queue', label: 'Work queue', content: <TeamWorkQueue /> }

export const requestsTab = (figures: Dashboard | undefined): DashboardTab => ({
  value: 'requests',
  label: 'Service Requests',
  count: figures?.pendingRequests,
  content: <RequestsPanel />,
})

/** @param label "My Client Folders"; the list itself uses it in lowercase. */
export const foldersTab = (label: string, figures: Dashboard | undefined): DashboardTab => ({
  value: 'folders',
  label,
  count: figures?.clientFolders,
  content: <FoldersPanel label={label.charAt(0) + label.slice(1).toLowerCase()} />,
})

export const createClientTab = (choosesStaff: boolean): DashboardTab => ({
  value: 'create-client',
  label: 'Create Client',
  icon: <FolderPlus />,
  content: <CreateClient choosesStaff={choosesStaff} />,
})
