// People, requests, and folders that a test needs, created through the portal's API.
import type { Page } from '@playwright/test'
import { bookingOn, openEveryDay } from '../bookings.ts'
import { pdf, zip } from '../samples.ts'
import { enter, type Portal } from './portal.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** API calls as a signed-in user; throws for anything but success. */
export type Caller = <T = { id: string }>(method: Method, path: string, body?: unknown) => Promise<T>

export interface Account {
  username: string
  password: string
}

export const demonstration = (username: 'admin' | 'staff' | 'client' | 'master'): Account => ({
  username,
  password: `demo-${username}-2026`,
})

async function send(portal: Portal, method: Method, path: string, body: unknown, cookie: string): Promise<Response> {
  const answer = await fetch(portal.url + path, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), cookie },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${await answer.text()}`)
  return answer
}

const cookieOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

/** A second session of an account, besides the test's browser. */
export async function callerFor(portal: Portal, { username, password }: Account): Promise<Caller> {
  const cookie = cookieOf(await send(portal, 'POST', '/api/login', { username, password }, ''))
  return async <T>(method: Method, path: string, body?: unknown) =>
    (await (await send(portal, method, path, body, cookie)).json()) as T
}

export const visitorOf =
  (portal: Portal): Caller =>
  async <T>(method: Method, path: string, body?: unknown) =>
    (await (await send(portal, method, path, body, '')).json()) as T

export interface Email {
  to: string
  subject: string
  text: string
  html: string
}

/** The portal's emails with their text, as an administrator reads them. */
export async function emailsOf(admin: Caller, query = ''): Promise<Email[]> {
  const found = await admin<{ id: string }[]>('GET', `/api/outbox${query}`)
  const emails: Email[] = []
  for (const { id } of found) emails.push(await admin<Email>('GET', `/api/outbox/${id}`))
  return emails
}

const chosen = 'nine herons by the river'
let people = 0

export interface Someone extends Account {
  id: string
  firstName: string
  lastName: string
  email: string
}

/** A new user who has chosen a password. */
export async function addPerson(
  portal: Portal,
  admin: Caller,
  who: { role: 'admin' | 'staff' | 'client'; firstName: string; lastName: string },
): Promise<Someone> {
  people += 1
  const email = `${who.role}${people}.${process.pid}@journey.example`
  const created = await admin<{ id: string; username: string; invitationUrl: string }>('POST', '/api/users', {
    ...who,
    email,
  })
  const token = created.invitationUrl.split('/').at(-1)
  await visitorOf(portal)('POST', '/api/invitations/accept', { token, password: chosen })
  return { ...who, id: created.id, username: created.username, email, password: chosen }
}

/** A folder of a client, assigned to a staff member. */
export const addFolder = (
  admin: Caller,
  { name, client, staff }: { name: string; client?: Someone; staff: { id: string } },
) =>
  admin('POST', '/api/client-folders', {
    name,
    services: 'HR Consulting',
    assignedStaffId: staff.id,
    ...(client === undefined ? {} : { clientId: client.id }),
  })

export interface Company {
  admin: Caller
  sam: Someone
  ann: Someone
  folderId: string
}

/** A folder with Ann as its client and Sam as its staff member, whose last names are given. */
export async function addCompany(
  portal: Portal,
  { name, ann: annsName, sam: samsName }: { name: string; ann: string; sam: string },
): Promise<Company> {
  const admin = await callerFor(portal, demonstration('admin'))
  const sam = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName: samsName })
  const ann = await addPerson(portal, admin, { role: 'client', firstName: 'Ann', lastName: annsName })
  const { id } = await addFolder(admin, { name, client: ann, staff: sam })
  return { admin, sam, ann, folderId: id }
}

/** An uploaded list of clients that was not imported yet. */
export async function addClientImport(portal: Portal, { username, password }: Account, csv: string) {
  const cookie = cookieOf(await send(portal, 'POST', '/api/login', { username, password }, ''))
  const answer = await fetch(`${portal.url}/api/client-imports`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', cookie },
    body: csv,
  })
  return (await answer.json()) as { id: string }
}

/** Downloads the whole PDF of a contract and signs it, as the signing page does. */
export async function signContractAs(portal: Portal, { username, password }: Account, id: string) {
  const cookie = cookieOf(await send(portal, 'POST', '/api/login', { username, password }, ''))
  await (await send(portal, 'GET', `/api/contracts/${id}/pdf`, undefined, cookie)).arrayBuffer()
  const signature = { consent: true, kind: 'typed', name: 'Ann Bristow', password }
  await send(portal, 'POST', `/api/contracts/${id}/signature`, signature, cookie)
}

/** Uploads bytes; returns their address. */
async function uploadBytes(portal: Portal, caller: Caller, bytes: Buffer): Promise<string> {
  const { uploadURL } = await caller<{ uploadURL: string }>('POST', '/api/objects/upload')
  const { pathname, search } = new URL(uploadURL)
  const stored = await fetch(portal.url + pathname + search, { method: 'PUT', body: new Uint8Array(bytes) })
  if (!stored.ok) throw new Error(`The bytes were refused: ${stored.status}`)
  return uploadURL
}

/** A PDF in a folder. */
export async function addDocument(
  portal: Portal,
  caller: Caller,
  clientFolderId: string,
  { name = 'Handbook.pdf', bytes = pdf(name), requiresSignature = false } = {},
): Promise<{ id: string }> {
  return caller('PUT', '/api/documents', {
    documentURL: await uploadBytes(portal, caller, bytes),
    fileName: name,
    originalName: name,
    fileSize: bytes.length,
    mimeType: 'application/pdf',
    clientFolderId,
    requiresSignature,
  })
}

/** An uploaded ZIP of one file that was not imported yet. */
export const addDocumentImport = async (portal: Portal, caller: Caller, fileName: string) =>
  caller('POST', '/api/document-imports', {
    documentURL: await uploadBytes(portal, caller, zip([{ name: fileName, content: pdf(fileName) }])),
    fileName: 'Files.zip',
  })

export const requestOf = (businessName: string) => ({
  businessName,
  firstName: 'Noor',
  lastName: 'Haddad',
  email: 'noor@journey.example',
  phone: '(540) 555-0142',
  services: ['hr-consulting'],
  needsDescription: 'Two supervisors left in one week.',
  businessGoals: 'Keep the other nine.',
})

/** Turns booking on, and lets someone be booked at any hour. */
export async function openBooking(admin: Caller, { id }: { id: string }): Promise<void> {
  await admin('PATCH', '/api/firm-settings', { booking: bookingOn, officeHours: openEveryDay })
  await admin('PUT', `/api/booking-hours/${id}`, { isBookable: true, days: null })
}

/** A visitor's appointment; returns its private page. */
export async function bookAsVisitor(portal: Portal): Promise<string> {
  const visitor = visitorOf(portal)
  const { days } = await visitor<{ days: { times: string[] }[] }>('GET', '/api/booking-times')
  const { bookingPath } = await visitor<{ bookingPath: string }>('POST', '/api/bookings', {
    name: 'Noor Haddad',
    email: 'noor@journey.example',
    topic: 'A handbook',
    startsAt: days[1]?.times[0],
  })
  return bookingPath
}

/** Signs in and opens a page, by default the start page. */
export const signInAs = (page: Page, portal: Portal, { username, password }: Account, path = '/') =>
  enter(page, portal, { username, password }, path)
