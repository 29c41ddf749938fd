// Proposals to Acme as Sam writes them, for the stories about what becomes of them.
import { expect } from 'vitest'
import { daysAfter, officeDate } from '../domain/time.ts'
import type { Answer, Caller, World } from './world.ts'

export const proposalsPath = '/api/proposals'
export const proposalLine = { customName: 'Handbook review', estimatedHours: 2, hourlyRate: 12_550 }

export const proposalWish = (world: World, more: object = {}) => ({
  clientFolderId: world.folders.acme.id,
  title: 'Handbook project',
  description: 'A first handbook for the shop.',
  services: [proposalLine],
  timeline: [{ phase: 'Reading', duration: '1-2 weeks' }],
  validUntil: daysAfter(officeDate(world.db.now), 30),
  ...more,
})

/** A draft; answers its address. */
export async function draftedProposal(world: World, more: object = {}): Promise<string> {
  const answer = await world.sam.post(proposalsPath, proposalWish(world, more))
  expect(answer.status, answer.text).toBe(201)
  return `${proposalsPath}/${answer.body.id}`
}

export const moveProposal = (who: Caller, url: string, status: string, comment?: string) =>
  who.patch(`${url}/status`, { status, ...(comment === undefined ? {} : { comment }) })

/** One that the client has; answers its address. */
export async function sentProposal(world: World, more: object = {}): Promise<string> {
  const url = await draftedProposal(world, more)
  expect((await moveProposal(world.sam, url, 'sent')).status).toBe(200)
  return url
}

export const proposalStatus = async (world: World, url: string) => (await world.alice.get(url)).body.status

export const proposalLetters = async (world: World) =>
  (await world.mail()).filter(({ subject }) => /proposal/i.test(subject))

/** What several at once were answered, in order of the numbers. */
export const statusesOf = (answers: Answer[]) =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other)
