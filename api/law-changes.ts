import { z } from 'zod'
import { mostEmployees, Sector } from '../domain/audience.ts'
import { LawChange, LawChangeStatus } from '../domain/law-change.ts'
import { list } from './kit/endpoint.ts'

const wrongCount = `A head count is a whole number from 1 to ${mostEmployees.toLocaleString('en-US')}.`
const headCount = z.coerce.number(wrongCount).int(wrongCount).min(1, wrongCount).max(mostEmployees, wrongCount)

export const listLawChanges = list({
  path: '/api/law-changes',
  who: 'signed-in',
  summary:
    'Dated changes of the law: upcoming ones first, the next on top, then those in force. With a head count or a sector, only those that may concern such an employer.',
  of: LawChange,
  query: { headCount: headCount.optional(), sector: Sector.optional(), status: LawChangeStatus.optional() },
})

export const listFolderLawChanges = list({
  path: '/api/client-folders/:id/law-changes',
  who: 'signed-in',
  summary: 'The changes that concern, or may concern, an employer of the head count and sector of this folder.',
  of: LawChange,
  query: { status: LawChangeStatus.optional() },
})
