import { useMutation } from '@tanstack/react-query'
import { inviteUser } from '../../api/users.ts'
import type { UserView } from '../../domain/user.ts'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { CopyField } from '../kit/CopyField.tsx'
import { FormProblem } from '../kit/FormProblem.tsx'
import { texts } from './words.ts'

/** For someone who has not chosen a password yet: sends a new email with a new link. */
export function InviteAgain({ user }: { user: UserView }) {
  const invite = useMutation({ mutationFn: () => call(inviteUser, { params: { id: user.id } }) })
  return (
    <section className="mt-5 border-t border-line pt-4" aria-labelledby="invite-again">
      <h3 id="invite-again" className="text-panel text-ink">
        Invitation not accepted yet
      </h3>
      {invite.isSuccess && invite.data.invitationUrl === null ? (
        <p role="status" className="mt-1 text-body text-ink-2">
          We emailed a new invitation to {user.email}. The earlier link no longer works.
        </p>
      ) : invite.isSuccess && invite.data.invitationUrl !== null ? (
        <CopyField
          className="mt-3"
          label="New invitation link"
          value={invite.data.invitationUrl}
          help={texts.sendNewLinkYourself}
        />
      ) : (
        <>
          <p className="mt-1 mb-3 text-body text-ink-2">
            A new invitation replaces the earlier one and expires in 7 days.
          </p>
          <FormProblem
            problem={invite.isError ? sentenceOf(invite.error, 'Couldn’t send the invitation. Try again.') : null}
          />
          <Button pending={invite.isPending} pendingLabel="Sending..." onClick={() => invite.mutate()}>
            Send a new invitation
          </Button>
        </>
      )}
    </section>
  )
}
