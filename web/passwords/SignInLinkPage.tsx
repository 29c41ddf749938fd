import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { signInWithLink } from '../../api/sessions.ts'
import { SignInLinkInput } from '../../domain/session.ts'
import { Button } from '../kit/Button.tsx'
import { call, CallError } from '../kit/call.ts'
import { portalConfig } from '../kit/config.ts'
import { usePortalForm } from '../kit/form.ts'
import { FormProblem } from '../kit/FormProblem.tsx'
import { TextField } from '../kit/TextField.tsx'
import { PasskeySignIn } from '../sign-in/PasskeySignIn.tsx'
import { arriveSignedIn } from './arrive.ts'
import { type Link, LinkPage } from './LinkPage.tsx'

/** Signs in only when the button is pressed, because email programs open links to check them. */
export default function SignInLinkPage() {
  const { token } = useParams({ from: '/sign-in/$token' })
  return (
    <LinkPage purpose="sign-in" token={token} title={`Sign in to ${portalConfig().provider.name}`}>
      {(link) => <SignIn link={link} />}
    </LinkPage>
  )
}

function SignIn({ link: { token, firstName, email } }: { link: Link }) {
  const [codeHelp, setCodeHelp] = useState<string | null>(null)
  const form = usePortalForm({
    schema: SignInLinkInput,
    signsIn: true,
    defaultValues: { token },
    failure: 'Couldn’t sign you in. Try again.',
    send: async (body, idempotencyKey) => {
      try {
        await call(signInWithLink, { body, idempotencyKey })
        return null
      } catch (error) {
        if (error instanceof CallError && error.code === 'second-factor' && body.code === undefined)
          return error.message
        throw error
      }
    },
    onSent: (codeWanted) => (codeWanted === null ? arriveSignedIn() : setCodeHelp(codeWanted)),
  })
  const { setFocus } = form
  useEffect(() => {
    if (codeHelp !== null) setFocus('code')
  }, [codeHelp, setFocus])
  return (
    <>
      <form noValidate onSubmit={form.submit}>
        <FormProblem problem={form.problem} />
        <div className="space-y-5">
          <p className="text-lead break-words text-ink-2">
            {firstName === null ? 'You’re' : `${firstName}, you’re`} signing in as{' '}
            <span className="font-semibold text-ink">{email}</span>.
          </p>
          {codeHelp !== null && (
            <TextField
              label="Code"
              help={codeHelp}
              autoComplete="one-time-code"
              error={form.errorOf('code')}
              {...form.register('code')}
            />
          )}
          <Button type="submit" variant="primary" pending={form.pending} pendingLabel="Signing in...">
            Sign In
          </Button>
        </div>
      </form>
      {codeHelp !== null && (
        <PasskeySignIn
          send={(passkey) => call(signInWithLink, { body: { token, passkey } })}
          onSignedIn={arriveSignedIn}
        />
      )}
    </>
  )
}
