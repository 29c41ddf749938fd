import { useState } from 'react'
import type { LinkPurpose } from '../../domain/one-time-link.ts'
import { Button } from '../kit/Button.tsx'
import { buttonStyle } from '../kit/button-style.ts'
import { CallError, sentenceOf } from '../kit/call.ts'
import { CopyField } from '../kit/CopyField.tsx'
import { followFocus } from '../kit/follow-focus.ts'
import { EmailLinkDialog } from '../sign-in/EmailLinkDialog.tsx'
import { QuietPanel } from './QuietPanel.tsx'

const createAdministrator = 'npm run create-admin -- --email EMAIL --first-name NAME --last-name NAME'

type LinkProblemProps = { purpose: LinkPurpose; error: Error; onRetry: () => void }

/** An invalid link: the server's reason and the next step. */
export function LinkProblem({ purpose, error, onRetry }: LinkProblemProps) {
  const [asking, setAsking] = useState(false)
  const renewable = purpose === 'password-reset' || purpose === 'sign-in' ? purpose : null
  const isOver = error instanceof CallError && (error.status === 404 || error.status === 409 || error.status === 400)
  return (
    <QuietPanel title={isOver ? 'This link no longer works' : 'Couldn’t load this page'}>
      <p role="alert" className="text-lead text-ink-2">
        {sentenceOf(error, 'Something went wrong on our end. Try again.')}
      </p>
      {isOver && purpose === 'set-up' && (
        <CopyField className="mt-4" label="Command that creates an administrator" value={createAdministrator} />
      )}
      <div className="mt-5 flex flex-wrap gap-2">
        {!isOver && (
          <Button
            variant="primary"
            onClick={({ currentTarget }) => {
              followFocus(currentTarget)
              onRetry()
            }}
          >
            Try again
          </Button>
        )}
        {isOver && renewable !== null && (
          <Button variant="primary" onClick={() => setAsking(true)}>
            Send me a new link
          </Button>
        )}
        {isOver && purpose === 'email-change' && (
          <a href="/account" className={buttonStyle('primary')}>
            Go to account settings
          </a>
        )}
        {/* A full page load: signed-out users get the public page, which is a separate document. */}
        <a href="/?signin" className={buttonStyle(isOver && purpose === 'invitation' ? 'primary' : 'secondary')}>
          Go to sign in
        </a>
      </div>
      {asking && renewable !== null && (
        <EmailLinkDialog kind={renewable} open onOpenChange={setAsking} onBack={() => setAsking(false)} />
      )}
    </QuietPanel>
  )
}
