import { useState } from 'react'
import { pages } from '../../api/pages.ts'
import { Button } from '../kit/Button.tsx'
import { Dialog, DialogCancel } from '../kit/Dialog.tsx'
import { toastAfterNavigation } from '../kit/toast-store.ts'
import type { EmailedLink } from './calls.ts'
import { EmailLinkDialog } from './EmailLinkDialog.tsx'
import { nextPage } from './next-page.ts'
import { type SignInFor, signInTitles } from './sign-in-for.ts'
import { isCodeWanted, ProviderSignIn, providerProblem } from './ProviderSignIn.tsx'
import { SignInForm, useSignInForm } from './SignInForm.tsx'

type SignInDialogProps = {
  who?: SignInFor
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Instead of going on to the next page: the session was renewed over a page that stays as it is. */
  onSignedIn?: () => void
  description?: string
}

/** Signing in: over the landing page, and in place when a session has ended under someone's work. */
export default function SignInDialog(props: SignInDialogProps) {
  const { who = 'staff', open, onOpenChange, onSignedIn = goOn, description = defaultDescriptions[who] } = props
  const [emailed, setEmailed] = useState<EmailedLink | null>(null)
  const isInPlace = onSignedIn !== goOn
  const form = useSignInForm(onSignedIn, !isInPlace && isCodeWanted(location.search))
  if (emailed !== null)
    return <EmailLinkDialog kind={emailed} open={open} onOpenChange={onOpenChange} onBack={() => setEmailed(null)} />
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={form.codeHelp !== null ? 'Enter your code' : signInTitles[who]}
      description={
        form.codeHelp !== null
          ? `${form.isConfirmed ? 'Account confirmed' : 'Password accepted'}. One more step.`
          : description
      }
      onSubmit={form.submit}
      footer={
        <>
          <DialogCancel />
          <Button type="submit" variant="primary" pending={form.pending} pendingLabel="Signing in...">
            Sign In
          </Button>
        </>
      }
    >
      <SignInForm
        form={form}
        onForgotten={() => setEmailed('password-reset')}
        onByEmail={isInPlace ? null : () => setEmailed('sign-in')}
        problem={isInPlace ? null : providerProblem(location.search)}
        provider={
          <ProviderSignIn next={isInPlace ? '/' : wantedPage()} onSignedInElsewhere={isInPlace ? onSignedIn : null} />
        }
      />
    </Dialog>
  )
}

const defaultDescriptions: Record<SignInFor, string> = {
  staff: 'Clients and staff sign in here.',
  client: 'Open your documents, messages, agreements, and invoices.',
}

function goOn() {
  toastAfterNavigation('Logged in successfully')
  location.assign(wantedPage())
}

const wantedPage = () =>
  nextPage(
    location.search,
    pages.map(({ path }) => path),
  )
