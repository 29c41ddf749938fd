import { useParams } from '@tanstack/react-router'
import { acceptInvitation } from '../../api/passwords.ts'
import { LinkAndPassword } from '../../domain/password.ts'
import { Button } from '../kit/Button.tsx'
import { call } from '../kit/call.ts'
import { portalConfig } from '../kit/config.ts'
import { usePortalForm } from '../kit/form.ts'
import { FormProblem } from '../kit/FormProblem.tsx'
import { arriveSignedIn } from './arrive.ts'
import { type Link, LinkPage } from './LinkPage.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'

export default function InvitationPage() {
  const { token } = useParams({ from: '/invitation/$token' })
  return (
    <LinkPage purpose="invitation" token={token} title={`Welcome to ${portalConfig().provider.name}`}>
      {(link) => <AcceptInvitation link={link} />}
    </LinkPage>
  )
}

function AcceptInvitation({ link: { token, firstName, username, email } }: { link: Link }) {
  const form = usePortalForm({
    schema: LinkAndPassword,
    signsIn: true,
    defaultValues: { token, password: '' },
    failure: 'Couldn’t save the password. Try again.',
    send: (body, idempotencyKey) => call(acceptInvitation, { body, idempotencyKey }),
    onSent: arriveSignedIn,
  })
  return (
    <form noValidate onSubmit={form.submit}>
      <FormProblem problem={form.problem} />
      <div className="space-y-5">
        <p className="text-lead break-words text-ink-2">
          {firstName === null ? 'Choose' : `${firstName}, choose`} a password to finish. Your username is{' '}
          <span className="font-semibold text-ink">{username}</span>. You can also sign in with your email address,{' '}
          {email}.
        </p>
        <NewPasswordField
          label="Password"
          username={username}
          error={form.errorOf('password')}
          {...form.register('password')}
        />
        <Button type="submit" variant="primary" pending={form.pending} pendingLabel="Saving...">
          Save password and sign in
        </Button>
      </div>
    </form>
  )
}
