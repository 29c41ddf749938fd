import type { InvitedUserView } from '../../domain/user.ts'
import { CopyField } from '../kit/CopyField.tsx'
import { fullName } from '../session/names.ts'

/** The link of a new invitation, shown to whoever made it and nowhere else. */
export function InvitationLink({ user }: { user: InvitedUserView }) {
  return (
    <div className="space-y-4">
      <p className="text-lead break-words text-ink-2">
        {fullName(user)} was sent an invitation at <span className="font-semibold text-ink">{user.email}</span>. The
        username is <span className="font-semibold text-ink">{user.username}</span>.
      </p>
      <CopyField
        label="Invitation link"
        value={user.invitationUrl}
        help="Good once, for 7 days. Whoever opens it chooses the password, so hand it to nobody else."
      />
    </div>
  )
}
