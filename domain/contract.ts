// A contract with a client. States: draft (awaiting the client side's signatures, and visible to them) → active (all of
// them signed) → completed; draft → cancelled; draft → declined by a signer, with a reason; active → terminated. Its text
// can change only while no one has signed it.
import { z } from 'zod'
import { ChoiceInAddress, templateField, TemplateChoice } from './agreement-template.ts'
import { ContractLines } from './contract-lines.ts'
import { optionalCents } from './money.ts'
import { ServiceLine } from './service-line.ts'
import { FirmSignatureSummary, firmSignatureField } from './firm-signature.ts'
import { SignatureSummary } from './signature.ts'
import { Signer, signingFields } from './signer.ts'
import {
  calendarDate,
  CalendarDate,
  emailAddress,
  Id,
  Instant,
  versioned,
  optionalDate,
  optionalEmail,
  optionalId,
  optionalName,
  optionalText,
  requiredName,
  requiredText,
} from './text.ts'

export const ContractStatus = z.enum(['draft', 'active', 'completed', 'cancelled', 'declined', 'terminated'])
export type ContractStatus = z.infer<typeof ContractStatus>

/** A key that may be left out, which differs from an empty value (null, an empty text). */
const leftOutOr = <T extends z.ZodType<string | null, string | null | undefined>>(schema: T) =>
  z
    .string()
    .nullable()
    .transform((value): string | null | undefined => value)
    .pipe(schema)
    .optional()

const name = requiredName('Client name is required')
const email = emailAddress('Client email is required', 'Enter a valid email address.')

const fields = {
  contractNumber: leftOutOr(optionalName),
  clientPhone: leftOutOr(optionalName),
  clientCompany: leftOutOr(optionalName),
  clientAddress: leftOutOr(optionalText),
  /** A list of lines, or its JSON text. */
  services: ContractLines,
  terms: leftOutOr(optionalText),
  /** Cents. */
  totalValue: optionalCents,
  endDate: leftOutOr(optionalDate),
  /** Instead of `terms`. */
  ...templateField,
}

/**
 * With a proposal, missing fields are filled from it and from the folder's client; without one, the totals of the lines
 * or a given value count.
 */
/** The team is reminded this many days before an active contract ends. */
export const endReminderDays = [-90, -30, -7] as const

export const ContractInput = z
  .strictObject({
    clientFolderId: z.uuid('Choose a client folder.'),
    proposalId: optionalId,
    clientName: leftOutOr(optionalName),
    clientEmail: leftOutOr(optionalEmail),
    startDate: calendarDate('Start date is required'),
    ...fields,
    ...firmSignatureField,
    ...signingFields,
  })
  .superRefine((input, context) => {
    if (input.proposalId !== null) return
    const missing = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (!input.clientName) missing('clientName', 'Client name is required')
    if (!input.clientEmail) missing('clientEmail', 'Client email is required')
  })
export type ContractInput = z.infer<typeof ContractInput>

/** How a contract relates to an earlier one of its folder (contract-relation.ts). */
export const ContractRelation = z.enum(['renewal', 'amendment'])
export type ContractRelation = z.infer<typeof ContractRelation>

/** Fields that can be overridden when an approved proposal becomes a contract. The default start date is today. */
export const ContractFromProposal = z.strictObject({
  clientName: name.optional(),
  clientEmail: email.optional(),
  startDate: CalendarDate.optional(),
  ...fields,
  ...firmSignatureField,
  ...signingFields,
})
export type ContractFromProposal = z.infer<typeof ContractFromProposal>

/** The same when a contract is renewed or amended; the earlier contract fills in the rest. */
export const RelatedContractInput = ContractFromProposal
export type RelatedContractInput = z.infer<typeof RelatedContractInput>

/** The dates and the template of a contract that is only shown. */
export const ContractPreviewQuery = {
  startDate: CalendarDate.optional(),
  endDate: CalendarDate.optional(),
  template: ChoiceInAddress.optional(),
}

/** An edit: fields left out are unchanged. The folder and the number are fixed; if sent, they must match. */
export const ContractChange = z.strictObject({
  clientFolderId: Id.optional(),
  proposalId: z.union([Id, z.literal(''), z.null()], 'Choose an option from the list.').optional(),
  clientName: name.optional(),
  clientEmail: email.optional(),
  startDate: CalendarDate.optional(),
  ...fields,
  terms: requiredText('Enter the terms.').optional(),
  ...firmSignatureField,
})
export type ContractChange = z.infer<typeof ContractChange>

/** The final statuses of a contract. */
export type ContractEnd = Exclude<ContractStatus, 'draft' | 'active'>

/** The reason is stored with the contract; it is required to decline. */
export const ContractStatusChange = z.strictObject({ status: ContractStatus, reason: optionalText })
export type ContractStatusChange = z.infer<typeof ContractStatusChange>

export const ContractAction = z.enum([
  'download',
  'sign',
  'decline',
  'delegate',
  'change-signers',
  'edit',
  'cancel',
  'create-invoice',
  'complete',
  'terminate',
  'amend',
  'renew',
])
export type ContractAction = z.infer<typeof ContractAction>

export const Contract = z.object({
  id: Id,
  clientFolderId: Id,
  clientFolderName: z.string(),
  proposalId: Id.nullable(),
  /** The contract that this one renews or amends. */
  previous: z.object({ id: Id, contractNumber: z.string(), relation: ContractRelation }).nullable(),
  /** Its renewal that is in effect or waits for signatures. */
  renewedBy: z.object({ id: Id, contractNumber: z.string() }).nullable(),
  createdById: Id,
  createdByName: z.string().nullable(),
  contractNumber: z.string(),
  clientName: z.string(),
  clientEmail: z.string(),
  clientPhone: z.string().nullable(),
  clientCompany: z.string().nullable(),
  clientAddress: z.string().nullable(),
  services: z.array(ServiceLine),
  terms: z.string(),
  /** What its terms are filled in from; null without a template. */
  template: TemplateChoice.nullable(),
  totalValue: z.int(),
  startDate: z.string(),
  endDate: z.string().nullable(),
  status: ContractStatus,
  /** In their order. */
  signers: z.array(Signer),
  /** Due date for all signatures. */
  signBy: z.string().nullable(),
  signedAt: Instant.nullable(),
  /** Who signed, and since when the sealed copy exists. */
  signature: SignatureSummary.nullable(),
  /** The firm's signature on the current text; null if the firm didn't sign it. */
  firmSignature: FirmSignatureSummary.nullable(),
  reason: z.string().nullable(),
  /**
   * The version in which its text was last changed: the text that its original PDF shows, and that a signer must have
   * opened.
   */
  textVersion: z.int(),
  /** Since when the reader has received all bytes of its current text, which is what "opened" means for signing. */
  openedAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  ...versioned,
})
export type Contract = z.infer<typeof Contract>

export const ContractView = Contract.extend({ allowed: z.array(ContractAction) })
export type ContractView = z.infer<typeof ContractView>

/** A contract in a list, with enough detail to decide which one to open. */
export const ContractSummary = ContractView.omit({
  createdByName: true,
  clientAddress: true,
  services: true,
  terms: true,
  template: true,
  signature: true,
  firmSignature: true,
  reason: true,
  textVersion: true,
  openedAt: true,
}).extend({
  /** Of its first services, at most three. */
  serviceNames: z.array(z.string()),
})
export type ContractSummary = z.infer<typeof ContractSummary>

/** Its history, oldest first. */
export const ContractHistory = z.array(z.object({ at: Instant, action: z.string(), actorName: z.string().nullable() }))
export const ContractDetails = ContractView.extend({ history: ContractHistory })
export type ContractDetails = z.infer<typeof ContractDetails>
