import { Link } from '@tanstack/react-router'
import type { FirstSteps, TestMessage } from '../../domain/first-steps.ts'
import { Button } from '../kit/Button.tsx'
import { sentenceOf } from '../kit/call.ts'
import { classes } from '../kit/classes.ts'
import { formatTime } from '../kit/dates.ts'
import { FormProblem } from '../kit/FormProblem.tsx'
import { useTestMessage } from './queries.ts'
import { Settings } from './Settings.tsx'
import { outcome } from './words.ts'

/** A mail server, and a test message to oneself to see that it takes letters. */
export function MailStep({ all: { hasMailServer, testMessage } }: { all: FirstSteps }) {
  const test = useTestMessage()
  return (
    <>
      {hasMailServer ? (
        <p>A mail server is set. Send yourself a message to see that it takes letters.</p>
      ) : (
        <Settings names={['SMTP_URL', 'MAIL_FROM']}>
          Invitations, and word that something waits, go out by mail. Until there is a mail server every letter stays in
          the{' '}
          <Link to="/outbox" className="link font-semibold">
            outbox
          </Link>
          , where you can read it and hand its link on.
        </Settings>
      )}
      <div className="mt-3">
        <FormProblem problem={test.isError ? sentenceOf(test.error, 'The message could not be sent.') : null} />
        <Button pending={test.isPending} pendingLabel="Sending..." onClick={() => test.mutate()}>
          Send a test message
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
      {reason !== null && <p className="mt-1">It was told: “{reason}”</p>}
    </div>
  )
}
