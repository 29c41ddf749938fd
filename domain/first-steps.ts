// The first steps of a new portal, for its administrators. A step is done when a fact says so; nobody ticks one off.
import { z } from 'zod'
import { Instant } from './text.ts'

/** In the order in which one takes them. */
export const FirstStepName = z.enum(['firm', 'address', 'mail', 'second-factor', 'staff', 'rate-cards', 'back-up'])
export type FirstStepName = z.infer<typeof FirstStepName>

/** What became of the last test message; `reason` is what the mail server or the line to it said last. */
export const TestMessage = z.object({
  to: z.string(),
  status: z.enum(['kept', 'queued', 'sent', 'failed']),
  reason: z.string().nullable(),
  askedAt: Instant,
  sentAt: Instant.nullable(),
})
export type TestMessage = z.infer<typeof TestMessage>

export const FirstSteps = z.object({
  /** Put away by this administrator; a demonstration begins with them put away. */
  isSetAside: z.boolean(),
  steps: z.array(z.object({ name: FirstStepName, done: z.boolean() })),
  /** What the portal says about the firm without having been told: names of settings. */
  missingSettings: z.array(z.string()),
  publicUrl: z.string(),
  hasMailServer: z.boolean(),
  /** The last one to the caller. */
  testMessage: TestMessage.nullable(),
  lastBackUpAt: Instant.nullable(),
})
export type FirstSteps = z.infer<typeof FirstSteps>

export const Facts = z.object({
  /** Null while nobody said. */
  isSetAside: z.boolean().nullable(),
  demonstration: z.boolean(),
  missingSettings: z.array(z.string()),
  publicUrl: z.string(),
  hasMailServer: z.boolean(),
  /** Any letter of the portal, not only a test. */
  mailWasSent: z.boolean(),
  testMessage: TestMessage.nullable(),
  hasSecondFactor: z.boolean(),
  hasStaff: z.boolean(),
  hasRateCards: z.boolean(),
  lastBackUpAt: z.string().nullable(),
})
export type Facts = z.infer<typeof Facts>

export function firstSteps(facts: Facts): FirstSteps {
  const { missingSettings, publicUrl, hasMailServer, testMessage, lastBackUpAt } = facts
  const isDone: Record<FirstStepName, boolean> = {
    // A firm need not have a logo.
    firm: missingSettings.every((name) => name === 'PROVIDER_LOGO'),
    address: !isOnlyHere(publicUrl),
    mail: hasMailServer && facts.mailWasSent,
    'second-factor': facts.hasSecondFactor,
    staff: facts.hasStaff,
    'rate-cards': facts.hasRateCards,
    'back-up': lastBackUpAt !== null,
  }
  return {
    isSetAside: facts.isSetAside ?? facts.demonstration,
    steps: FirstStepName.options.map((name) => ({ name, done: isDone[name] })),
    missingSettings,
    publicUrl,
    hasMailServer,
    testMessage,
    lastBackUpAt,
  }
}

/** An address that leads to the reader's own computer, wherever the letter with it is opened. */
export const isOnlyHere = (publicUrl: string): boolean =>
  /^https?:\/\/(([\w-]+\.)*localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0)(:\d+)?$/.test(publicUrl)
