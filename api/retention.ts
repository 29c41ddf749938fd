import { z } from 'zod'
import { administrators } from '../domain/actor.ts'
import {
  Erasure,
  ErasureInput,
  ErasurePlan,
  KeptPaper,
  LegalHoldInput,
  LegalHoldRelease,
  LegalHoldView,
  RetentionClass,
  RetentionDue,
  RetentionRule,
  RetentionRuleChange,
} from '../domain/retention.ts'
import { Id } from '../domain/text.ts'
import { change, create, list, raw, read } from './kit/endpoint.ts'

export const readRetentionRules = read({
  path: '/api/retention-rules',
  who: administrators,
  summary:
    'The schedule: for each class how many months it is kept (null: until erased by hand), and what the least is.',
  reply: z.array(RetentionRule),
})

export const changeRetentionRule = change('PUT', {
  path: '/api/retention-rules/:class',
  who: administrators,
  summary:
    'Sets how long a class is kept, in months; null keeps it until somebody erases it. 400 below what the law names. What is past its time goes with the next nightly purge.',
  body: RetentionRuleChange,
  reply: RetentionRule,
  reauthenticate: true,
})

const wrongMonths = 'Months are a whole number from 1 to 1,200.'

export const readRetentionDue = read({
  path: '/api/retention-due',
  who: administrators,
  summary:
    'The dry run: how much of each class a purge would take today, and how much a legal hold keeps from it. With `class` and `months`, for that time instead of the one set. Changes nothing.',
  reply: z.array(RetentionDue),
  query: {
    class: RetentionClass.optional(),
    months: z.coerce.number(wrongMonths).int(wrongMonths).min(1, wrongMonths).max(1200, wrongMonths).optional(),
  },
})

export const listLegalHolds = list({
  path: '/api/legal-holds',
  who: administrators,
  summary: 'Legal holds, newest first; `clientFolderId` those of one folder, `inForce=true` only those not released.',
  of: LegalHoldView,
  query: { clientFolderId: Id.optional(), inForce: z.enum(['true']).optional() },
})

export const createLegalHold = create({
  path: '/api/client-folders/:id/legal-holds',
  who: administrators,
  summary:
    'From now on nothing of this folder is erased or purged, until the hold is released. 409 once it is being erased.',
  body: LegalHoldInput,
  reply: LegalHoldView,
})

export const releaseLegalHold = change('POST', {
  path: '/api/legal-holds/:id/release',
  who: administrators,
  summary: 'Ends a hold, with the reason. 409 when it was released already.',
  body: LegalHoldRelease,
  reply: LegalHoldView,
  reauthenticate: true,
})

export const readErasurePlan = read({
  path: '/api/client-folders/:id/erasure',
  who: administrators,
  summary:
    'The dry run of erasing a client: what would go, what would stay and why, and what stands in the way. Changes nothing.',
  reply: ErasurePlan,
})

export const createErasure = create({
  path: '/api/client-folders/:id/erasure',
  who: administrators,
  summary:
    'Erases an archived folder and, if they have no other, its client, for good; `confirmation` is the name of the folder. Signed contracts and sent invoices stay until their time is over. 409 under a legal hold, while the folder is not archived, and a second time.',
  body: ErasureInput,
  reply: Erasure,
  reauthenticate: true,
})

export const listErasures = list({
  path: '/api/erasures',
  who: administrators,
  summary: 'Erasures under way and done, newest first.',
  of: Erasure,
})

export const listKeptPapers = list({
  path: '/api/kept-papers',
  who: administrators,
  summary: 'Numbered papers of clients who were erased, newest first, with the day until which each is kept.',
  of: KeptPaper,
})

export const readKeptPaperFile = raw('GET', {
  path: '/api/kept-papers/:id/file',
  who: administrators,
  summary: 'The paper, as a PDF. Each fetch stands in the trail.',
})
