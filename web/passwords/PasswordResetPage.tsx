import { useParams } from '@tanstack/react-router'
import { resetPassword } from '../../api/passwords.ts'
import { LinkAndPassword } from '../../domain/password.ts'
import { Button } from '../kit/Button.tsx'
import { call } from '../kit/call.ts'
import { usePortalForm } from '../kit/form.ts'
import { FormProblem } from '../kit/FormProblem.tsx'
import { leaveForSignIn } from './arrive.ts'
import { type Link, LinkPage } from './LinkPage.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'

export default function PasswordResetPage() {
  const { token } = useParams({ from: '/password-reset/$token' })
  return (
    <LinkPage purpose="password-reset" token={token} title="Choose a new password">
      {(link) => <ResetPassword link={link} />}
    </LinkPage>
  )
}

function ResetPassword({ link: { token, username } }: { link: Link }) {
  const form = usePortalForm({
    schema: LinkAndPassword,
    signsIn: true,
    defaultValues: { token, password: '' },
    failure: 'Couldn’t save the password. Try again.',
    send: (body, idempotencyKey) => call(resetPassword, { body, idempotencyKey }),
    onSent: ({ message }) => leaveForSignIn(message),
  })
  return (
    <form noValidate onSubmit={form.submit}>
      <FormProblem problem={form.problem} />
      <div className="space-y-5">
        <p className="text-lead break-words text-ink-2">
          For the account <span className="font-semibold text-ink">{username}</span>. You’ll be signed out on all
          devices and can sign in with the new password.
        </p>
        <NewPasswordField username={username} error={form.errorOf('password')} {...form.register('password')} />
        <Button type="submit" variant="primary" pending={form.pending} pendingLabel="Saving...">
          Save password
        </Button>
      </div>
    </form>
  )
}
