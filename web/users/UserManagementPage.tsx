import { type PageLoad, prefetch } from '../kit/page-load.ts'
import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { Button } from '../kit/Button.tsx'
import { usePageTitle } from '../kit/page-title.ts'
import { useCreateDialog } from '../kit/use-create-dialog.ts'
import { PageHeader } from '../kit/PageHeader.tsx'
import { type Stat, StatLedger } from '../kit/StatLedger.tsx'
import { useHome } from '../session/names.ts'
import { CreateUserDialog } from './CreateUserDialog.tsx'
import { requirement, userFigures, usersFound } from './queries.ts'
import { RequirementPanel } from './RequirementPanel.tsx'
import { UsersPanel } from './UsersPanel.tsx'

export const load = ({ client }: PageLoad) =>
  prefetch(client, [userFigures, requirement, usersFound({ q: '', role: '', active: '', order: '' })])

export default function UserManagementPage() {
  usePageTitle('User Management')
  const [creating, setCreating] = useCreateDialog()
  const figures = useQuery(userFigures)
  return (
    <>
      <PageHeader
        home={useHome()}
        title="User Management"
        description="Manage who can sign in and what they can do."
        actions={
          <Button variant="primary" onClick={() => setCreating(true)}>
            <UserPlus />
            Create User
          </Button>
        }
      />
      <StatLedger label="User totals" stats={statsOf(figures.data)} query={figures} />
      <div className="mt-6">
        <UsersPanel />
      </div>
      <div className="mt-6">
        <RequirementPanel />
      </div>
      {creating && <CreateUserDialog onClose={() => setCreating(false)} />}
    </>
  )
}

type Figures = { total: number; admins: number; staff: number; clients: number }

const statsOf = (figures: Figures | undefined): Stat[] => [
  { label: 'Total Users', value: figures?.total, fact: 'Active and inactive' },
  { label: 'Admins', value: figures?.admins, fact: 'Includes master administrators' },
  { label: 'Staff', value: figures?.staff, fact: 'Manage requests and folders' },
  { label: 'Clients', value: figures?.clients, fact: 'See their own folders' },
]
