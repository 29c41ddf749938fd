// What each first step is called, and what became of a test message, in plain words.
import type { FirstStepName, FirstSteps, TestMessage } from '../../domain/first-steps.ts'

export const titles: Record<FirstStepName, string> = {
  firm: 'Say who you are',
  address: 'Say where people find the portal',
  mail: 'Let the portal send mail',
  'second-factor': 'Protect your own account with a second step',
  staff: 'Add your first staff member',
  'rate-cards': 'Write down your first rate',
  'back-up': 'Make a back-up',
}

/** Each setting with what it holds and how it is written. */
export const settings: Record<string, { what: string; example: string }> = {
  PROVIDER_NAME: { what: 'The name of your firm', example: "PROVIDER_NAME='Ridgeline HR'" },
  PROVIDER_ADDRESS: {
    what: 'Its postal address, as it stands on papers',
    example: "PROVIDER_ADDRESS='12 Main Street, Staunton, VA 24401'",
  },
  PROVIDER_PHONE: { what: 'The phone number on the public site', example: "PROVIDER_PHONE='(540) 555-0100'" },
  PROVIDER_EMAIL: { what: 'Where visitors write to', example: "PROVIDER_EMAIL='hello@ridgeline.example'" },
  PROVIDER_LOGO: {
    what: 'Your logo, a file or an address; optional',
    example: "PROVIDER_LOGO='/etc/portal/logo.svg'",
  },
  PUBLIC_URL: { what: 'The address that people type', example: "PUBLIC_URL='https://portal.ridgeline.example'" },
  SMTP_URL: { what: 'Your mail server', example: "SMTP_URL='smtp://user:password@mail.example.com:587'" },
  MAIL_FROM: {
    what: 'The sender that people see',
    example: "MAIL_FROM='Ridgeline HR <portal@ridgeline.example>'",
  },
}

/** "3 of 7 done" */
export function progress({ steps }: Pick<FirstSteps, 'steps'>): string {
  return `${steps.filter(({ done }) => done).length} of ${steps.length} done`
}

export type Outcome = { tone: 'ok' | 'warn' | 'info'; words: string; reason: string | null }

/** `time` is when it was sent or asked for. */
export function outcome({ to, status, reason }: Omit<TestMessage, 'askedAt' | 'sentAt'>, time: string): Outcome {
  switch (status) {
    case 'sent':
      return {
        tone: 'ok',
        words: `The mail server took the message to ${to} at ${time}. Look whether it arrived, also among unwanted mail.`,
        reason: null,
      }
    case 'kept':
      return {
        tone: 'warn',
        words: `The message to ${to} was kept in the outbox, because SMTP_URL is not set. Nobody was sent anything.`,
        reason: null,
      }
    case 'failed':
      return { tone: 'warn', words: `The message to ${to} could not be sent and was given up.`, reason }
    case 'queued':
      return reason === null
        ? { tone: 'info', words: `The message to ${to} is on its way to the mail server.`, reason: null }
        : {
            tone: 'warn',
            words: `The message to ${to} was not sent. The portal tries again by itself; when you have changed a setting, send another.`,
            reason,
          }
  }
}
