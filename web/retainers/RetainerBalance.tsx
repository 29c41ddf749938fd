import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { classes } from '../kit/classes.ts'
import { Money } from '../kit/Money.tsx'
import { retainerOf } from './queries.ts'

/** What is left of a client's retainer; renders nothing if there is none. */
export function RetainerBalance({ folderId, className }: { folderId: string; className?: string }) {
  const retainer = useQuery(retainerOf(folderId)).data
  if (retainer === undefined || retainer.startedAt === null) return null
  return (
    <p className={classes('text-body text-ink-2', className)}>
      <Link to="/client-folders/$id/statement" params={{ id: folderId }} className="link finger-high">
        Retainer balance
      </Link>{' '}
      <strong className="font-semibold text-ink">
        <Money cents={retainer.balance} />
      </strong>
    </p>
  )
}
