import { dashboardFigures } from './queries.ts'
import { workQueue } from '../work-queue/queries.ts'
import { ownFolders } from '../client-folders/queries.ts'
import { partsOf } from '../client-folders/folder-parts.ts'
import { type PageLoad, prefetch } from '../kit/page-load.ts'
import type { ComponentType } from 'react'
import type { Role } from '../../domain/actor.ts'
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

export const load = async ({ client, user, search }: PageLoad) => {
  if (user.role !== 'client') return prefetch(client, [dashboardFigures, workQueue('all')])
  const [folders] = await Promise.all([
    client.ensureInfiniteQueryData(ownFolders).then(({ pages }) => pages.flatMap(({ items }) => items)),
    prefetch(client, [workQueue('all')]),
  ])
  const shown = folders.find(({ id }) => id === search.folder) ?? folders[0]
  return shown && prefetch(client, partsOf(shown))
}

/** The start page of anyone who is signed in. */
export default function DashboardPage() {
  const Dashboard = dashboards[useUser().role]
  if (Dashboard !== undefined) return <Dashboard />
  return <EmptyState title="Dashboard">{texts.noDashboard}</EmptyState>
}
