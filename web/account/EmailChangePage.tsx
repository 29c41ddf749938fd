import { useParams } from '@tanstack/react-router'
import { useMutation } from '@tanstack/react-query'
import { confirmEmailChange } from '../../api/profile.ts'
import { Button } from '../kit/Button.tsx'
import { buttonStyle } from '../kit/button-style.ts'
import { call, sentenceOf } from '../kit/call.ts'
import { FormProblem } from '../kit/FormProblem.tsx'
import { type Link, LinkPage } from '../passwords/LinkPage.tsx'

/** The page behind the link that went to a new address; opening it changes nothing yet. */
export default function EmailChangePage() {
  const { token } = useParams({ from: '/email-change/$token' })
  return (
    <LinkPage purpose="email-change" token={token} title="Confirm your email address">
      {(link) => <ConfirmEmail link={link} />}
    </LinkPage>
  )
}

function ConfirmEmail({ link: { token, email, username } }: { link: Link }) {
  const confirm = useMutation({
    mutationFn: () => call(confirmEmailChange, { body: { token } }),
    meta: { mayBeSignedOut: true },
  })
  if (confirm.isSuccess)
    return (
      <>
        <p role="status" className="text-lead text-ink-2">
          {confirm.data.message}
        </p>
        <a href="/account" className={`${buttonStyle('primary')} mt-5`}>
          Go to your account
        </a>
      </>
    )
  return (
    <>
      <FormProblem
        problem={confirm.isError ? sentenceOf(confirm.error, 'Couldn’t change the email address. Try again.') : null}
      />
      <p className="mb-5 text-lead break-words text-ink-2">
        Emails for the account <span className="font-semibold text-ink">{username}</span> will be sent to{' '}
        <span className="font-semibold text-ink">{email}</span>, and you can sign in with it.
      </p>
      <Button
        variant="primary"
        pending={confirm.isPending}
        pendingLabel="Confirming..."
        onClick={() => confirm.mutate()}
      >
        Confirm email address
      </Button>
    </>
  )
}
