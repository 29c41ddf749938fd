// Retention periods by class. A class without a period is retained until someone deletes it manually. If a law cited by
// the library sets a period, it is the minimum; everything else is the firm's choice.
import { z } from 'zod'
import { conflict, invalid } from './errors.ts'
import { Id, Instant, versioned, requiredName, requiredText } from './text.ts'

export const RetentionClass = z.enum([
  'messages',
  'documents',
  'proposals',
  'contracts',
  'invoices',
  'form-submissions',
  'conversations',
  'service-requests',
  'emails',
])
export type RetentionClass = z.infer<typeof RetentionClass>

interface ClassFacts {
  label: string
  holds: string
  countedFrom: string
  /** The legal minimum in months, and its source. */
  law: { months: number; source: string } | null
  /** Retained when a client's data is deleted, until its period is over. */
  isNumberedDocument?: boolean
  note?: string
}

const archiving = 'the day the folder was archived'

export const retentionClasses: Record<RetentionClass, ClassFacts> = {
  messages: {
    label: 'Messages',
    holds: 'Messages in a folder, staff-only notes, and appointments',
    countedFrom: archiving,
    law: null,
  },
  documents: {
    label: 'Documents',
    holds:
      'Documents with their sealed copies, document requests, assignments, employees, deadlines, and training records',
    countedFrom: archiving,
    law: null,
    note: 'These may be records that your client must retain. Have the client export the folder first.',
  },
  proposals: {
    label: 'Proposals and drafts',
    holds: 'Proposals, onboarding reports, unsigned contracts, and unsent invoices',
    countedFrom: archiving,
    law: null,
  },
  contracts: {
    label: 'Signed contracts',
    holds: 'Signed contracts with their sealed PDFs',
    countedFrom: archiving,
    law: null,
    isNumberedDocument: true,
  },
  invoices: {
    label: 'Invoices and payments',
    holds: 'Sent invoices with their payments, and recorded time',
    countedFrom: archiving,
    law: null,
    isNumberedDocument: true,
  },
  'form-submissions': {
    label: 'Submitted HR forms',
    holds: 'Forms that clients submitted through the portal, and forms for one client whose folder is archived',
    countedFrom: 'the day it was sent',
    law: {
      months: 24,
      source:
        'Personnel and hiring records: 1 year, public bodies and schools 2 years, and until a charge ends (29 CFR 1602.14, .31, .40). Source: the HR library; not checked against the official text.',
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
    holds: 'Requests that ended without a folder, and visitors’ appointments',
    countedFrom: 'the day it ended',
    law: null,
  },
  emails: {
    label: 'Emails',
    holds: 'Emails that the portal created',
    countedFrom: 'the date it was created',
    law: null,
  },
}

export const RetentionRule = z.object({
  class: RetentionClass,
  label: z.string(),
  holds: z.string(),
  countedFrom: z.string(),
  /** Null: retained until deleted manually. */
  months: z.int().nullable(),
  /** The legal minimum; null if it is the firm's choice. */
  minMonths: z.int().nullable(),
  source: z.string().nullable(),
  note: z.string().nullable(),
  isNumberedDocument: z.boolean(),
  version: z.int(),
})
export type RetentionRule = z.infer<typeof RetentionRule>

const wrongTime = 'Enter a whole number of months from 1 to 1,200, or leave this empty.'
export const RetentionRuleChange = z.strictObject({
  months: z.int(wrongTime).min(1, wrongTime).max(1200, wrongTime).nullable(),
})
export type RetentionRuleChange = z.infer<typeof RetentionRuleChange>

/** Throws for a period below the legal minimum. */
export function assertCanChangeRetentionRule(named: RetentionClass, { months }: RetentionRuleChange): void {
  const { law } = retentionClasses[named]
  if (law !== null && months !== null && months < law.months)
    throw invalid('months', `These must be retained for at least ${law.months} months. ${law.source}`)
}

/** What would be deleted with this period. `held`: what a legal hold protects. */
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
  ...versioned,
})
export type LegalHold = z.infer<typeof LegalHold>
export const LegalHoldView = LegalHold.extend({ allowed: z.array(z.enum(['release'])) })
export type LegalHoldView = z.infer<typeof LegalHoldView>

export const LegalHoldInput = z.strictObject({ reason: requiredText('Enter the reason for the hold.') })
export type LegalHoldInput = z.infer<typeof LegalHoldInput>
export const LegalHoldRelease = z.strictObject({
  releaseReason: requiredText('Enter the reason for releasing the hold.'),
})
export type LegalHoldRelease = z.infer<typeof LegalHoldRelease>

export function assertCanReleaseHold({ releasedAt }: Pick<LegalHold, 'releasedAt'>): void {
  if (releasedAt !== null) throw conflict('This hold was already released.')
}

/** A line of a dry run. */
export const ErasureLine = z.object({ what: z.string(), count: z.int(), why: z.string().nullable() })
export type ErasureLine = z.infer<typeof ErasureLine>

/** What deleting a client's data would do, and whether it is possible now. */
export const ErasurePlan = z.object({
  clientFolderId: Id,
  clientFolderName: z.string(),
  /** The client and the contacts whose accounts are deleted too; null if they have other folders, or there are none. */
  personName: z.string().nullable(),
  /** What would be permanently deleted. */
  goes: z.array(ErasureLine),
  /** What would be retained, and why. */
  stays: z.array(ErasureLine),
  /** Sentences that say why it is not possible now; empty if it is. */
  obstacles: z.array(z.string()),
  /** Warnings to consider first. */
  warnings: z.array(z.string()),
})
export type ErasurePlan = z.infer<typeof ErasurePlan>

export const ErasureInput = z.strictObject({
  confirmation: requiredName('Type the name of the folder to delete its data.'),
})
export type ErasureInput = z.infer<typeof ErasureInput>

export const Erasure = z.object({
  id: Id,
  clientFolderId: Id,
  startedById: Id,
  startedByName: z.string().nullable(),
  includesAccount: z.boolean(),
  status: z.enum(['running', 'finished']),
  finishedAt: Instant.nullable(),
  createdAt: Instant,
  ...versioned,
})
export type Erasure = z.infer<typeof Erasure>

/** Throws while there is an obstacle, or if the typed name does not match. */
export function assertCanEraseClient(
  plan: Pick<ErasurePlan, 'clientFolderName' | 'obstacles'>,
  { confirmation }: ErasureInput,
): void {
  if (plan.obstacles[0] !== undefined) throw conflict(plan.obstacles[0])
  if (confirmation.trim() !== plan.clientFolderName.trim())
    throw invalid('confirmation', 'That doesn’t match the name of the folder. Nothing was deleted.')
}

/** The retained documents of a deleted client are stored PDFs; nothing is rendered from their emptied rows. */
export const erased = () =>
  conflict('This client’s data was deleted. Administrators can find the retained documents on the Data retention page.')

/** A retained document of a client whose data was deleted. */
export const ArchivedPdf = z.object({
  id: Id,
  kind: z.enum(['contracts', 'invoices']),
  number: z.string(),
  /** Bytes. */
  size: z.int(),
  clientFolderId: Id,
  erasedAt: Instant,
  /** Retained until then; null if the schedule has no period. */
  keptUntil: z.iso.date().nullable(),
  createdAt: Instant,
})
export type ArchivedPdf = z.infer<typeof ArchivedPdf>
