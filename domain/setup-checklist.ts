// The setup checklist of a new portal, for administrators. Steps are completed by facts, not checked off by people.
import { z } from 'zod'
import { Instant } from './text.ts'

/** In the recommended order. */
export const SetupStepName = z.enum(['firm', 'address', 'mail', 'second-factor', 'staff', 'rate-cards', 'back-up'])
export type SetupStepName = z.infer<typeof SetupStepName>

/** The result of the last test email; `reason` is the last error of the mail server or the connection. */
export const TestMessage = z.object({
  to: z.string(),
  status: z.enum(['kept', 'queued', 'sent', 'failed']),
  reason: z.string().nullable(),
  askedAt: Instant,
  sentAt: Instant.nullable(),
})
export type TestMessage = z.infer<typeof TestMessage>

export const SetupChecklist = z.object({
  /** Dismissed by this administrator; in a demonstration it is dismissed by default. */
  isDismissed: z.boolean(),
  steps: z.array(z.object({ name: SetupStepName, done: z.boolean() })),
  /** Names of unset settings about the firm, for which defaults are shown. */
  missingSettings: z.array(z.string()),
  publicUrl: z.string(),
  hasMailServer: z.boolean(),
  /** The last one to the caller. */
  testMessage: TestMessage.nullable(),
  lastBackUpAt: Instant.nullable(),
})
export type SetupChecklist = z.infer<typeof SetupChecklist>

export const Facts = z.object({
  /** Null if not chosen yet. */
  isDismissed: z.boolean().nullable(),
  demonstration: z.boolean(),
  missingSettings: z.array(z.string()),
  publicUrl: z.string(),
  hasMailServer: z.boolean(),
  /** Whether the mail server accepted a test email or one about a client folder. */
  mailWasTested: z.boolean(),
  testMessage: TestMessage.nullable(),
  hasSecondFactor: z.boolean(),
  hasStaff: z.boolean(),
  hasRateCards: z.boolean(),
  lastBackUpAt: z.string().nullable(),
})
export type Facts = z.infer<typeof Facts>

export function setupChecklist(facts: Facts): SetupChecklist {
  const { missingSettings, publicUrl, hasMailServer, testMessage, lastBackUpAt } = facts
  const isDone: Record<SetupStepName, boolean> = {
    // A logo is optional.
    firm: missingSettings.every((name) => name === 'PROVIDER_LOGO'),
    address: !isLocalUrl(publicUrl),
    mail: hasMailServer && facts.mailWasTested,
    'second-factor': facts.hasSecondFactor,
    staff: facts.hasStaff,
    'rate-cards': facts.hasRateCards,
    'back-up': lastBackUpAt !== null,
  }
  return {
    isDismissed: facts.isDismissed ?? facts.demonstration,
    steps: SetupStepName.options.map((name) => ({ name, done: isDone[name] })),
    missingSettings,
    publicUrl,
    hasMailServer,
    testMessage,
    lastBackUpAt,
  }
}

/** An address that leads to the reader's own computer, wherever the email is opened. */
export const isLocalUrl = (publicUrl: string): boolean =>
  /^https?:\/\/(([\w-]+\.)*localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0)(:\d+)?$/.test(publicUrl)
