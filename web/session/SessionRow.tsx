import type { SessionView } from '../../domain/session.ts'
import { Button } from '../kit/Button.tsx'
import { formatDateTime } from '../kit/dates.ts'
import { Row } from '../kit/RowList.tsx'
import { Badge } from '../kit/StatusBadge.tsx'

export function SessionRow({ session, onEnd }: { session: SessionView; onEnd: () => void }) {
  const { browser, address, current, seenAt, createdAt, hasNotifications } = session
  return (
    <Row
      title={browser}
      aside={
        (current || hasNotifications) && (
          <span className="flex flex-wrap gap-1.5">
            {current && <Badge tone="ok">This browser</Badge>}
            {hasNotifications && <Badge>Notifications on</Badge>}
          </span>
        )
      }
      context={address === '' ? undefined : `From ${address}`}
      meta={`Signed in ${formatDateTime(createdAt)} · last used ${formatDateTime(seenAt)}`}
      action={
        !current && (
          <Button
            size="small"
            onClick={onEnd}
            aria-label={`Sign out ${browser}, signed in ${formatDateTime(createdAt)}`}
          >
            Sign out
          </Button>
        )
      }
    />
  )
}
