// How long the firm keeps what, by class. A class without a time is kept until somebody erases it by hand. Where the law that
// the library cites says how long such records are kept, that is the least; everything else is the firm's own choice.
import { z } from 'zod'
import { conflict, invalid } from './errors.ts'
import { Id, Instant, kept, requiredName, requiredText } from './text.ts'

export const RetentionClass = z.enum([
  'messages',
  'documents',
  'proposals',
  'contracts',
  'invoices',
  'form-submissions',
  'conversations',
  'service-requests',
  'letters',
])
export type RetentionClass = z.infer<typeof RetentionClass>

interface ClassFacts {
  label: string
  holds: string
  countedFrom: string
  /** The least, in months, and where that stands. */
  law: { months: number; source: string } | null
  /** Stays when a client is erased, until its time is over. */
  isNumberedPaper?: boolean
  note?: string
}

const archiving = 'the day the folder was archived'

export const retentionClasses: Record<RetentionClass, ClassFacts> = {
  messages: {
    label: 'Messages',
    holds: 'Messages of a folder, and the team’s notes',
    countedFrom: archiving,
    law: null,
  },
  documents: {
    label: 'Documents',
    holds: 'Documents with their sealed copies, document requests and assignments',
    countedFrom: archiving,
    law: null,
    note: 'They may be records that your client has to keep: let them take a copy of their folder along first.',
  },
  proposals: {
    label: 'Proposals and drafts',
    holds: 'Proposals, onboarding reports, unsigned contracts and invoices never sent',
    countedFrom: archiving,
    law: null,
  },
  contracts: {
    label: 'Signed contracts',
    holds: 'Signed contracts with their sealed papers',
    countedFrom: archiving,
    law: null,
    isNumberedPaper: true,
  },
  invoices: {
    label: 'Invoices and payments',
    holds: 'Invoices that were sent, and their payments',
    countedFrom: archiving,
    law: null,
    isNumberedPaper: true,
  },
  'form-submissions': {
    label: 'Submitted HR forms',
    holds: 'Forms that clients sent through the portal',
    countedFrom: 'the day it was sent',
    law: {
      months: 24,
      source:
        'Personnel and hiring records: 1 year, public bodies and schools 2 years, and until a charge ends (29 CFR 1602.14, .31, .40). From the library’s facts; not checked against the official text.',
    },
  },
  conversations: {
    label: 'Assistant conversations',
    holds: 'Questions to the HR assistant and its answers',
    countedFrom: 'the day it was asked',
    law: null,
  },
  'service-requests': {
    label: 'Service requests',
    holds: 'Requests that ended without a folder',
    countedFrom: 'the day it ended',
    law: null,
  },
  letters: {
    label: 'Outbox letters',
    holds: 'E-mails that the portal wrote',
    countedFrom: 'the day it was written',
    law: null,
  },
}

export const RetentionRule = z.object({
  class: RetentionClass,
  label: z.string(),
  holds: z.string(),
  countedFrom: z.string(),
  /** Null: kept until erased by hand. */
  months: z.int().nullable(),
  /** The least; null where it is the firm's choice. */
  leastMonths: z.int().nullable(),
  source: z.string().nullable(),
  note: z.string().nullable(),
  isNumberedPaper: z.boolean(),
  version: z.int(),
})
export type RetentionRule = z.infer<typeof RetentionRule>

const wrongTime = 'Please enter a whole number of months from 1 to 1,200, or nothing.'
export const RetentionRuleChange = z.strictObject({
  months: z.int(wrongTime).min(1, wrongTime).max(1200, wrongTime).nullable(),
})
export type RetentionRuleChange = z.infer<typeof RetentionRuleChange>

/** Refuses a time shorter than the law's. */
export function assertCanChangeRetentionRule(named: RetentionClass, { months }: RetentionRuleChange): void {
  const { law } = retentionClasses[named]
  if (law !== null && months !== null && months < law.months)
    throw invalid('months', `These are kept for at least ${law.months} months. ${law.source}`)
}

/** What a purge would take if the time were this one. `held`: what a legal hold keeps from it. */
export const RetentionDue = z.object({
  class: RetentionClass,
  months: z.int().nullable(),
  count: z.int(),
  held: z.int(),
})
export type RetentionDue = z.infer<typeof RetentionDue>

export const LegalHold = z.object({
  id: Id,
  clientFolderId: Id,
  clientFolderName: z.string(),
  reason: z.string(),
  placedById: Id,
  placedByName: z.string().nullable(),
  releasedByName: z.string().nullable(),
  releasedAt: Instant.nullable(),
  releaseReason: z.string().nullable(),
  createdAt: Instant,
  ...kept,
})
export type LegalHold = z.infer<typeof LegalHold>
export const LegalHoldView = LegalHold.extend({ allowed: z.array(z.enum(['release'])) })
export type LegalHoldView = z.infer<typeof LegalHoldView>

export const LegalHoldInput = z.strictObject({ reason: requiredText('Please say why this must be kept.') })
export type LegalHoldInput = z.infer<typeof LegalHoldInput>
export const LegalHoldRelease = z.strictObject({
  releaseReason: requiredText('Please say why it need not be kept any more.'),
})
export type LegalHoldRelease = z.infer<typeof LegalHoldRelease>

export function assertCanReleaseHold({ releasedAt }: Pick<LegalHold, 'releasedAt'>): void {
  if (releasedAt !== null) throw conflict('This hold was released already.')
}

/** One line of a dry run. */
export const ErasureLine = z.object({ what: z.string(), count: z.int(), why: z.string().nullable() })
export type ErasureLine = z.infer<typeof ErasureLine>

/** What erasing a client would do, and whether it can be done now. */
export const ErasurePlan = z.object({
  clientFolderId: Id,
  clientFolderName: z.string(),
  /** The client and the contacts whose accounts go too; null where they have other folders, or there are none. */
  personName: z.string().nullable(),
  /** What would be gone for good. */
  goes: z.array(ErasureLine),
  /** What would stay, and why. */
  stays: z.array(ErasureLine),
  /** Sentences; while there is one, it cannot be erased. */
  obstacles: z.array(z.string()),
  /** Sentences to think of first. */
  warnings: z.array(z.string()),
})
export type ErasurePlan = z.infer<typeof ErasurePlan>

export const ErasureInput = z.strictObject({
  confirmation: requiredName('Please type the name of the folder to erase it.'),
})
export type ErasureInput = z.infer<typeof ErasureInput>

export const Erasure = z.object({
  id: Id,
  clientFolderId: Id,
  begunById: Id,
  begunByName: z.string().nullable(),
  withPerson: z.boolean(),
  status: z.enum(['running', 'finished']),
  finishedAt: Instant.nullable(),
  createdAt: Instant,
  ...kept,
})
export type Erasure = z.infer<typeof Erasure>

/** Refuses to erase while something stands in the way, or the name was not typed as it is. */
export function assertCanEraseClient(
  plan: Pick<ErasurePlan, 'clientFolderName' | 'obstacles'>,
  { confirmation }: ErasureInput,
): void {
  if (plan.obstacles[0] !== undefined) throw conflict(plan.obstacles[0])
  if (confirmation.trim() !== plan.clientFolderName.trim())
    throw invalid('confirmation', 'This is not the name of the folder. Nothing was erased.')
}

/** What is kept of an erased client is kept on paper, and nothing is drawn anew from rows that say nothing any more. */
export const erased = () =>
  conflict('This client was erased. An administrator finds the papers that are kept on the Retention page.')

/** A numbered paper of a client who was erased. */
export const KeptPaper = z.object({
  id: Id,
  kind: z.enum(['contracts', 'invoices']),
  number: z.string(),
  /** Bytes. */
  size: z.int(),
  clientFolderId: Id,
  erasedAt: Instant,
  /** Until then; null while the schedule names no time. */
  keptUntil: z.iso.date().nullable(),
  createdAt: Instant,
})
export type KeptPaper = z.infer<typeof KeptPaper>
