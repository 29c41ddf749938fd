import type { InvitedUserView } from '../../domain/user.ts'
import { CopyField } from '../kit/CopyField.tsx'
import { fullName } from '../session/names.ts'
import { texts } from './words.ts'

/** Says that an invitation was sent, or why not; without a mail server it shows the link, to send another way. */
export function InvitationLink({ user }: { user: InvitedUserView }) {
  return (
    <div className="space-y-4">
      <p className="text-lead break-words text-ink-2">
        {user.invitationSent
          ? 'We emailed an invitation'
          : user.invitationProblem === null
            ? 'We created an invitation'
            : 'We created an account'}{' '}
        for {fullName(user)} at <span className="font-semibold text-ink">{user.email}</span>. The username is{' '}
        <span className="font-semibold text-ink">{user.username}</span>.
      </p>
      {user.invitationProblem !== null ? (
        <p className="text-body text-danger">
          {user.invitationProblem} {texts.inviteLater}
        </p>
      ) : user.invitationUrl === null ? (
        <p className="text-body text-ink-2">The link works once and expires in 7 days.</p>
      ) : (
        <CopyField label="Invitation link" value={user.invitationUrl} help={texts.sendLinkYourself} />
      )}
    </div>
  )
}
