import { dashboardFigures } from './queries.ts'
import { nextBookingOf } from '../bookings/queries.ts'
import { workQueue } from '../work-queue/queries.ts'
import { loadOwnFolder } from '../client-home/load-own-folder.ts'
import { partsOf } from '../client-folders/folder-parts.ts'
import { type PageLoad, prefetch } from '../kit/page-load.ts'
import type { ComponentType } from 'react'
import type { Role } from '../../domain/actor.ts'
import type { ClientFolderView } from '../../domain/client-folder.ts'
import { EmptyState } from '../kit/EmptyState.tsx'
import { useUser } from '../session/use-auth.ts'
import { AdminDashboard } from './AdminDashboard.tsx'
import ClientDashboard from './ClientDashboard.tsx'
import { StaffDashboard } from './StaffDashboard.tsx'
import { texts } from './words.ts'

const dashboards: Partial<Record<string, ComponentType>> = {
  'master-admin': AdminDashboard,
  admin: AdminDashboard,
  staff: StaffDashboard,
  client: ClientDashboard,
} satisfies Record<Role, ComponentType>

export const load = (page: PageLoad) =>
  page.user.role === 'client'
    ? Promise.all([
        loadOwnFolder(page, (folder) => [...partsOf(folder), ...appointmentOf(folder)]),
        prefetch(page.client, [workQueue('all')]),
      ])
    : prefetch(page.client, [dashboardFigures, workQueue('all')])

/** On a client's home page only. */
const appointmentOf = ({ id, allowed }: ClientFolderView) =>
  allowed.includes('see-messages') ? [nextBookingOf(id)] : []

/** The start page of anyone who is signed in. */
export default function DashboardPage() {
  const Dashboard = dashboards[useUser().role]
  if (Dashboard !== undefined) return <Dashboard />
  return <EmptyState title="Dashboard">{texts.noDashboard}</EmptyState>
}
