import { Link } from '@tanstack/react-router'
import type { SetupChecklist, TestMessage } from '../../domain/setup-checklist.ts'
import { Button } from '../kit/Button.tsx'
import { sentenceOf } from '../kit/call.ts'
import { classes } from '../kit/classes.ts'
import { formatTime } from '../kit/dates.ts'
import { FormProblem } from '../kit/FormProblem.tsx'
import { useTestMessage } from './queries.ts'
import { Settings } from './Settings.tsx'
import { outcome, texts } from './words.ts'

/** Configures the mail server, and sends a test email to the current user. */
export function MailStep({ all: { hasMailServer, testMessage } }: { all: SetupChecklist }) {
  const test = useTestMessage()
  return (
    <>
      {hasMailServer ? (
        <p>{texts.testEmail}</p>
      ) : (
        <Settings names={['SMTP_URL', 'MAIL_FROM']}>
          {texts.noMailServer} Until you set up a mail server, emails are stored in the{' '}
          <Link to="/outbox" className="link font-semibold">
            email log
          </Link>
          . You can copy links from there and send them yourself.
        </Settings>
      )}
      <div className="mt-3">
        <FormProblem problem={test.isError ? sentenceOf(test.error, 'Couldn’t send the email.') : null} />
        <Button pending={test.isPending} pendingLabel="Sending..." onClick={() => test.mutate()}>
          Send test email
        </Button>
      </div>
      <div role="status">{testMessage !== null && <Outcome message={testMessage} />}</div>
    </>
  )
}

const tones = { ok: 'bg-ok-soft text-ok', warn: 'bg-warn-soft text-warn', info: 'bg-info-soft text-info' }

function Outcome({ message }: { message: TestMessage }) {
  const { tone, words, reason } = outcome(message, formatTime(message.sentAt ?? message.askedAt))
  return (
    <div className={classes('mt-3 rounded-md px-3 py-2 wrap-anywhere', tones[tone])}>
      <p>{words}</p>
      {reason !== null && <p className="mt-1">The mail server’s response: “{reason}”</p>}
    </div>
  )
}
