// Who gets which reply from which endpoint. Every endpoint has a row; a missing one fails. The owner is the client of
// the folder in question, the stranger another client, the holder the staff member it is assigned to; a contact is
// another client of the folder, with all rights in it or with none.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../api/index.ts'
import type { Caller, TestApp } from '../test-app.ts'
import { createTestApp } from '../test-app.ts'
import { rights } from './rights.ts'
import { type ContactRights, contactRoles, type FolderRole, folderRoles, inRole, type Row } from './folder-roles.ts'

let testApp: TestApp
let callers: Record<FolderRole | ContactRights, Caller>
const contactIds = {} as Record<ContactRights, string>

beforeAll(async () => {
  testApp = await createTestApp({ DEMO: 'on' })
  const people = Object.entries(inRole).map(([role, name]) => [role, testApp[name]])
  callers = {
    ...(Object.fromEntries(people) as Record<keyof typeof inRole, Caller>),
    visitor: testApp.visitor,
    contact: await contactOfAcme('contact', true),
    bareContact: await contactOfAcme('bareContact', false),
  }
})
afterAll(() => testApp.close())

async function contactOfAcme(role: ContactRights, has: boolean): Promise<Caller> {
  const path = `/api/client-folders/${testApp.folders.acme.id}/contacts`
  const rights = { money: has, documents: has, messages: has }
  const { body } = await testApp.alice.post(path, { name: role, email: `${role}@acme.example`, ...rights })
  contactIds[role] = body.userId
  return testApp.signIn(body.userId, 'client')
}

const isContact = (role: string): role is ContactRights => (contactRoles as readonly string[]).includes(role)

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

it('B1: the table has exactly one row for every endpoint', () => {
  expect(Object.keys(rights).toSorted()).toEqual(endpoints.map(nameOf).toSorted())
})

describe.each(Object.entries(rights))('B1, B4: %s', (name, row) => {
  it.each([...folderRoles, ...contactRoles])('answers the %s as the table says', async (role) => {
    const expected = expectedFor(row, role)
    const [method, path] = name.split(' ') as [string, string]
    const { url = path, body } = (await row.aim?.(testApp, isContact(role) ? 'owner' : role, callers[role])) ?? {}
    // A fresh sign-in for each cell: some of these calls end the caller's session.
    const caller = row.endsSession === true ? await again(role) : callers[role]
    if (row.streams === true) return expect(await statusOfStream(caller, url)).toBe(expected)
    const answer = await caller.send({
      method: method as 'GET',
      url,
      ...(body === undefined ? {} : { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    expect(answer.status, `${answer.text.slice(0, 300)}`).toBe(expected)
  })
})

async function statusOfStream(caller: Caller, url: string): Promise<number> {
  const cut = new AbortController()
  const headers: Record<string, string> = caller.cookie === null ? {} : { cookie: caller.cookie }
  const { status } = await fetch(`${await testApp.address()}${url}`, { headers, signal: cut.signal })
  cut.abort()
  return status
}

async function again(role: FolderRole | ContactRights): Promise<Caller> {
  if (role === 'visitor') return testApp.visitor
  if (isContact(role)) return testApp.signIn(contactIds[role], 'client')
  const person = testApp.people[inRole[role]]
  return testApp.signIn(person.id, person.role)
}

function expectedFor({ answers, contacts }: Row, role: FolderRole | ContactRights): number | undefined {
  const [visitors, owners, strangers] = answers
  expect([visitors, owners, strangers]).not.toContain(undefined)
  if (role === 'contact') return contacts?.[0] ?? owners
  if (role === 'bareContact') return contacts?.[1] ?? strangers
  return answers[folderRoles.indexOf(role)]
}
