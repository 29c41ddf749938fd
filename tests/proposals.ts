// Proposals to Acme, as Sam writes them.
import { expect } from 'vitest'
import { daysAfter, officeDate } from '../domain/time.ts'
import type { Answer, Caller, TestApp } from './test-app.ts'

export const proposalsPath = '/api/proposals'
export const proposalLine = { customName: 'Handbook review', estimatedHours: 2, hourlyRate: 12_550 }

export const proposalInput = (testApp: TestApp, more: object = {}) => ({
  clientFolderId: testApp.folders.acme.id,
  title: 'Handbook project',
  description: 'A first handbook for the shop.',
  services: [proposalLine],
  timeline: [{ phase: 'Reading', duration: '1-2 weeks' }],
  validUntil: daysAfter(officeDate(testApp.db.now), 30),
  ...more,
})

/** A draft; returns its address. */
export async function draftedProposal(testApp: TestApp, more: object = {}): Promise<string> {
  const answer = await testApp.sam.post(proposalsPath, proposalInput(testApp, more))
  expect(answer.status, answer.text).toBe(201)
  return `${proposalsPath}/${answer.body.id}`
}

export const setProposalStatus = (who: Caller, url: string, status: string, comment?: string) =>
  who.patch(`${url}/status`, { status, ...(comment === undefined ? {} : { comment }) })

/** A sent proposal; returns its address. */
export async function sentProposal(testApp: TestApp, more: object = {}): Promise<string> {
  const url = await draftedProposal(testApp, more)
  expect((await setProposalStatus(testApp.sam, url, 'sent')).status).toBe(200)
  return url
}

export const proposalStatus = async (testApp: TestApp, url: string) => (await testApp.alice.get(url)).body.status

export const proposalEmails = async (testApp: TestApp) =>
  (await testApp.mail()).filter(({ subject }) => /proposal/i.test(subject))

/** The statuses of several replies, sorted. */
export const statusesOf = (answers: Answer[]) =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other)
