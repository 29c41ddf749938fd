import { useParams } from '@tanstack/react-router'
import { setUpPortal } from '../../api/passwords.ts'
import { SetUpInput } from '../../domain/password.ts'
import { Button } from '../kit/Button.tsx'
import { call } from '../kit/call.ts'
import { usePortalForm } from '../kit/form.ts'
import { FormProblem } from '../kit/FormProblem.tsx'
import { TextField } from '../kit/TextField.tsx'
import { NameFields } from '../users/NameFields.tsx'
import { arriveSignedIn } from './arrive.ts'
import { type Link, LinkPage } from './LinkPage.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'

export default function SetUpPage() {
  const { token } = useParams({ from: '/set-up/$token' })
  return (
    <LinkPage purpose="set-up" token={token} title="Set up the portal">
      {(link) => <SetUp link={link} />}
    </LinkPage>
  )
}

function SetUp({ link: { token } }: { link: Link }) {
  const form = usePortalForm({
    schema: SetUpInput,
    signsIn: true,
    defaultValues: { token, firstName: '', lastName: '', email: '', password: '' },
    failure: 'Couldn’t create the account. Try again.',
    send: (body, idempotencyKey) => call(setUpPortal, { body, idempotencyKey }),
    onSent: arriveSignedIn,
  })
  const { register, errorOf } = form
  return (
    <form noValidate onSubmit={form.submit}>
      <FormProblem problem={form.problem} />
      <div className="space-y-5">
        <p className="text-lead text-ink-2">
          This creates the first account: a master administrator, who adds everyone else and can’t be changed by other
          administrators.
        </p>
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <NameFields tie={(name) => ({ error: errorOf(name), ...register(name) })} />
        </div>
        <TextField label="Email" type="email" autoComplete="email" error={errorOf('email')} {...register('email')} />
        <NewPasswordField label="Password" username={null} error={errorOf('password')} {...register('password')} />
        <Button type="submit" variant="primary" pending={form.pending} pendingLabel="Creating...">
          Create account and sign in
        </Button>
      </div>
    </form>
  )
}
