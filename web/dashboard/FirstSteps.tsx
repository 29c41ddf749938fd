import { Link } from '@tanstack/react-router'
import { FlaskConical } from 'lucide-react'
import type { Dashboard } from '../../domain/dashboard.ts'
import { buttonStyle } from '../kit/button-style.ts'
import { portalConfig } from '../kit/config.ts'
import { useUser } from '../session/use-auth.ts'

/** A demonstration that is still empty points an administrator to the test data. */
export function FirstSteps({ figures }: { figures: Dashboard | undefined }) {
  const { role } = useUser()
  const isAdministrator = role === 'admin' || role === 'master-admin'
  if (!portalConfig().demonstration || !isAdministrator || figures === undefined || figures.clientFolders > 1)
    return null
  return (
    <aside className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-lg bg-info-soft px-4 py-3 sm:px-5">
      <p className="text-body text-info">
        This is a demonstration with one folder in it. Test data fill it with people and clients to try things on.
      </p>
      <Link to="/test-data" className={buttonStyle('secondary')}>
        <FlaskConical size={16} strokeWidth={1.75} aria-hidden="true" />
        Test data
      </Link>
    </aside>
  )
}
