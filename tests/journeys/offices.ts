// Clients with their consultant and what a journey begins with, created through the API.
import { expect } from '@playwright/test'
import {
  addCompany,
  addPerson,
  type Caller,
  callerFor,
  type Company,
  type Email,
  emailsOf,
  signContractAs,
} from '../e2e/people.ts'
import type { Portal } from '../e2e/portal.ts'
import { pdf } from '../samples.ts'
import type { File } from './person.ts'

/** A client folder with Ann as its client and Sam as its consultant. */
export interface Office extends Company {
  name: string
  /** Calls as Sam. */
  team: Caller
  /** Calls as Ann. */
  client: Caller
}

export async function officeFor(portal: Portal, name: string): Promise<Office> {
  const company = await addCompany(portal, { name, ann: 'Lindqvist', sam: 'Okafor' })
  return { ...company, name, team: await callerFor(portal, company.sam), client: await callerFor(portal, company.ann) }
}

export const addAdministrator = (portal: Portal, admin: Caller) =>
  addPerson(portal, admin, { role: 'admin', firstName: 'Alice', lastName: 'Marchetti' })

export const fileOf = (name: string): File => ({ name, mimeType: 'application/pdf', buffer: pdf(name) })

export const addRateCard = (admin: Caller, serviceName: string) =>
  admin('POST', '/api/service-rates', {
    serviceName,
    serviceType: 'hr-consulting',
    description: 'Advice by the hour.',
    hourlyRate: 12_500,
  })

/** A proposal of $3,000.00 that the client has approved; returns its id. */
export async function approvedProposal({ team, client, folderId }: Office, title: string): Promise<string> {
  const { id } = await team('POST', '/api/proposals', {
    clientFolderId: folderId,
    title,
    description: 'A handbook that fits the law, and two days of training for supervisors.',
    services: [{ customName: 'Handbook', estimatedHours: 24, hourlyRate: 12_500 }],
    timeline: [{ phase: 'Assessment', duration: '1-2 weeks' }],
    validUntil: '2099-12-31',
  })
  await team('PATCH', `/api/proposals/${id}/status`, { status: 'sent' })
  await client('PATCH', `/api/proposals/${id}/status`, { status: 'approved' })
  return id
}

/** A contract that waits for Ann's signature. */
export const unsignedContract = ({ admin, ann, folderId, name }: Office) =>
  admin<{ id: string; contractNumber: string }>('POST', '/api/contracts', {
    clientFolderId: folderId,
    clientName: 'Ann Lindqvist',
    clientEmail: ann.email,
    clientCompany: name,
    services: [{ customName: 'Handbook', estimatedHours: 24, hourlyRate: 12_500 }],
    startDate: '2026-12-01',
  })

export async function signedContract(portal: Portal, office: Office) {
  const contract = await unsignedContract(office)
  await signContractAs(portal, office.ann, contract.id)
  return contract
}

/** The email to an address that contains a link to a page, as soon as it was created. */
export async function emailTo(admin: Caller, address: string, page: string): Promise<Email> {
  const found = async () =>
    (await emailsOf(admin, `?q=${encodeURIComponent(address)}`)).find(({ text }) => text.includes(page))
  await expect.poll(async () => (await found()) !== undefined, { message: `an email to ${address}` }).toBe(true)
  const email = await found()
  if (email === undefined) throw new Error(`There is no email to ${address} with a link to ${page}`)
  return email
}
