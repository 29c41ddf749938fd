import type { ComponentType } from 'react'
import type { Role } from '../../domain/actor.ts'
import { EmptyState } from '../kit/EmptyState.tsx'
import { useUser } from '../session/use-auth.ts'
import { AdminDashboard } from './AdminDashboard.tsx'
import ClientDashboard from './ClientDashboard.tsx'
import { StaffDashboard } from './StaffDashboard.tsx'

const dashboards: Partial<Record<string, ComponentType>> = {
  'master-admin': AdminDashboard,
  admin: AdminDashboard,
  staff: StaffDashboard,
  client: ClientDashboard,
} satisfies Record<Role, ComponentType>

/** The start page of whoever is signed in. */
export default function DashboardPage() {
  const Dashboard = dashboards[useUser().role]
  if (Dashboard !== undefined) return <Dashboard />
  return (
    <EmptyState title="Dashboard">
      Your account has no dashboard yet. Please ask an administrator to give it a role.
    </EmptyState>
  )
}
