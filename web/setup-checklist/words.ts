// What each first step is called, and what became of a test message, in plain words.
import type { SetupStepName, SetupChecklist, TestMessage } from '../../domain/setup-checklist.ts'

export const titles: Record<SetupStepName, string> = {
  firm: 'Add your company details',
  address: 'Set your portal’s web address',
  mail: 'Set up email',
  'second-factor': 'Turn on two-factor authentication',
  staff: 'Add your first staff member',
  'rate-cards': 'Add a rate card',
  'back-up': 'Create a backup',
}

/** Each setting with its meaning and an example. */
export const settings: Record<string, { what: string; example: string }> = {
  PROVIDER_NAME: { what: 'The name of your firm', example: "PROVIDER_NAME='Ridgeline HR'" },
  PROVIDER_ADDRESS: {
    what: 'Its mailing address, as shown on documents',
    example: "PROVIDER_ADDRESS='12 Main Street, Staunton, VA 24401'",
  },
  PROVIDER_PHONE: { what: 'The phone number on the public site', example: "PROVIDER_PHONE='(540) 555-0100'" },
  PROVIDER_EMAIL: { what: 'Email address for visitors', example: "PROVIDER_EMAIL='hello@ridgeline.example'" },
  PROVIDER_LOGO: {
    what: 'Your logo, as a file or URL (optional)',
    example: "PROVIDER_LOGO='/etc/portal/logo.svg'",
  },
  PUBLIC_URL: { what: 'Web address of the portal', example: "PUBLIC_URL='https://portal.ridgeline.example'" },
  SMTP_URL: { what: 'Your mail server', example: "SMTP_URL='smtp://user:password@mail.example.com:587'" },
  MAIL_FROM: {
    what: 'Sender name and address',
    example: "MAIL_FROM='Ridgeline HR <portal@ridgeline.example>'",
  },
}

/** "3 of 7 done" */
export function progress({ steps }: Pick<SetupChecklist, 'steps'>): string {
  return `${steps.filter(({ done }) => done).length} of ${steps.length} complete`
}

export type Outcome = { tone: 'ok' | 'warn' | 'info'; words: string; reason: string | null }

/** `time` is when it was sent or asked for. */
export function outcome({ to, status, reason }: Omit<TestMessage, 'askedAt' | 'sentAt'>, time: string): Outcome {
  switch (status) {
    case 'sent':
      return {
        tone: 'ok',
        words: `The mail server accepted the email to ${to} at ${time}. Check your inbox, including spam.`,
        reason: null,
      }
    case 'kept':
      return {
        tone: 'warn',
        words: `The email to ${to} wasn’t sent because SMTP_URL isn’t set. It’s in the email log.`,
        reason: null,
      }
    case 'failed':
      return { tone: 'warn', words: `Couldn’t send the email to ${to}. The portal has stopped trying.`, reason }
    case 'queued':
      return reason === null
        ? { tone: 'info', words: `Sending the email to ${to}.`, reason: null }
        : {
            tone: 'warn',
            words: `Couldn’t send the email to ${to}. The portal will try again automatically. If you changed a setting, send another.`,
            reason,
          }
  }
}

/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  demonstration:
    'You’re in a demo with one client folder. Generate test data to explore with sample people and clients.',
  testEmail: 'A mail server is set up. Send yourself a test email to check that it works.',
  companyDetails:
    'Your company name and address appear on your website, documents, and emails. The portal is showing placeholders until you set them.',
  staff: 'Staff accept requests and manage client folders. They’ll get an email to choose a password.',
  noMailServer: 'Invitations and notifications are sent by email.',
  localAddress: (url: string) =>
    `Links in emails point to ${url}, which works only on this computer. Set the web address that people use. Use https, so that sessions and documents are encrypted in transit.`,
  backup:
    'You don’t need to stop the portal. Store a copy of the master key somewhere else: backups can’t be restored without it. Then schedule the command to run every night.',
}
