import { z } from 'zod'
import { maxEmployees, Sector } from '../domain/audience.ts'
import { team } from '../domain/actor.ts'
import { AffectedClient, AffectedCount, LawChange, LawChangeStatus } from '../domain/law-change.ts'
import { list, read, wholeNumber } from './kit/endpoint.ts'

const wrongCount = `The number of employees is a whole number from 1 to ${maxEmployees.toLocaleString('en-US')}.`
const headCount = wholeNumber(wrongCount, maxEmployees)

export const listLawChanges = list({
  path: '/api/law-changes',
  who: 'signed-in',
  summary:
    'Lists law updates: upcoming ones first (soonest on top), then those in force. With a number of employees or a sector, only those that may affect such an employer.',
  of: LawChange,
  query: { headCount: headCount.optional(), sector: Sector.optional(), status: LawChangeStatus.optional() },
})

export const listFolderLawChanges = list({
  path: '/api/client-folders/:id/law-changes',
  who: 'signed-in',
  summary:
    'Lists the law updates that affect, or may affect, an employer with the number of employees and the sector of this folder.',
  of: LawChange,
  query: { status: LawChangeStatus.optional() },
})

export const countAffectedClients = read({
  path: '/api/law-changes/affected',
  who: team,
  summary: 'Counts, for each law update, the active client folders you can see that it affects or may affect.',
  reply: z.array(AffectedCount),
})

export const listAffectedClients = list({
  path: '/api/law-changes/:id/clients',
  who: team,
  summary: 'Lists the active client folders you can see that a law update affects or may affect, by name.',
  of: AffectedClient,
  query: { applies: AffectedClient.shape.applies.optional() },
})
