import { z } from 'zod'
import { administrators } from '../domain/actor.ts'
import {
  Erasure,
  ErasureInput,
  ErasurePlan,
  ArchivedPdf,
  LegalHoldInput,
  LegalHoldRelease,
  LegalHoldView,
  RetentionClass,
  RetentionDue,
  RetentionRule,
  RetentionRuleChange,
} from '../domain/retention.ts'
import { Id } from '../domain/text.ts'
import { change, create, list, raw, read, wholeNumber } from './kit/endpoint.ts'

export const readRetentionRules = read({
  path: '/api/retention-rules',
  who: administrators,
  summary:
    'Lists the retention schedule: the retention period of each class in months (null: no automatic deletion), and its minimum.',
  reply: z.array(RetentionRule),
})

export const changeRetentionRule = change('PUT', {
  path: '/api/retention-rules/:class',
  who: administrators,
  summary:
    'Sets the retention period of a class in months; null turns automatic deletion off. 400 below the legal minimum. Records past their period are permanently deleted every night.',
  body: RetentionRuleChange,
  reply: RetentionRule,
  reauthenticate: true,
})

const wrongMonths = 'Months are a whole number from 1 to 1,200.'

export const readRetentionDue = read({
  path: '/api/retention-due',
  who: administrators,
  summary:
    'Returns a preview: how many records of each class would be deleted today, and how many are on legal hold. With `class` and `months`, for that period instead of the current one. Changes nothing.',
  reply: z.array(RetentionDue),
  query: {
    class: RetentionClass.optional(),
    months: wholeNumber(wrongMonths, 1200).optional(),
  },
})

export const listLegalHolds = list({
  path: '/api/legal-holds',
  who: administrators,
  summary:
    'Lists legal holds, newest first. `clientFolderId` filters by folder; `inForce=true` lists those not released.',
  of: LegalHoldView,
  query: { clientFolderId: Id.optional(), inForce: z.enum(['true']).optional() },
})

export const createLegalHold = create({
  path: '/api/client-folders/:id/legal-holds',
  who: administrators,
  summary:
    'Places a legal hold: nothing in the folder can be deleted until it is released. 409 once deletion has begun.',
  body: LegalHoldInput,
  reply: LegalHoldView,
})

export const releaseLegalHold = change('POST', {
  path: '/api/legal-holds/:id/release',
  who: administrators,
  summary: 'Releases a legal hold, with the reason. 409 if it was already released.',
  body: LegalHoldRelease,
  reply: LegalHoldView,
  reauthenticate: true,
})

export const readErasurePlan = read({
  path: '/api/client-folders/:id/erasure',
  who: administrators,
  summary:
    "Returns a preview of deleting a client's data: what would be deleted, what would be retained and why, and what prevents it. Changes nothing.",
  reply: ErasurePlan,
})

export const createErasure = create({
  path: '/api/client-folders/:id/erasure',
  who: administrators,
  summary:
    'Permanently deletes the data of an archived folder and, if they have no other folder, of its client; `confirmation` is the name of the folder. Signed contracts and sent invoices are retained until their retention period ends. 409 under a legal hold, if the folder is not archived, or a second time.',
  body: ErasureInput,
  reply: Erasure,
  reauthenticate: true,
})

export const listErasures = list({
  path: '/api/erasures',
  who: administrators,
  summary: 'Lists deletions of client data, in progress and completed, newest first.',
  of: Erasure,
})

export const listArchivedPdfs = list({
  path: '/api/archived-pdfs',
  who: administrators,
  summary:
    'Lists contracts and invoices of deleted clients that must be retained, newest first, with the end of the retention period.',
  of: ArchivedPdf,
})

export const readArchivedPdfFile = raw('GET', {
  path: '/api/archived-pdfs/:id/file',
  who: administrators,
  summary: 'Returns the document as a PDF. Each download is recorded in the audit log.',
})
