// Who gets which answer from which endpoint. A row for every endpoint; an endpoint without a row fails. The owner is the client
// of the folder in question, the stranger another client, the holder the staff member it is assigned to; a contact is another client
// of the folder, with all rights in it or with none.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../api/index.ts'
import type { Caller, World } from '../world.ts'
import { createWorld } from '../world.ts'
import { rights } from './rights.ts'
import { type ContactSeat, contactSeats, type Row, type Seat, seated as castIn, seats } from './seats.ts'

let world: World
let seated: Record<Seat | ContactSeat, Caller>
const contactIds = {} as Record<ContactSeat, string>

beforeAll(async () => {
  world = await createWorld({ DEMO: 'on' })
  const cast = Object.entries(castIn).map(([seat, name]) => [seat, world[name]])
  seated = {
    ...(Object.fromEntries(cast) as Record<keyof typeof castIn, Caller>),
    visitor: world.visitor,
    contact: await contactOfAcme('contact', true),
    bareContact: await contactOfAcme('bareContact', false),
  }
})
afterAll(() => world.close())

async function contactOfAcme(seat: ContactSeat, has: boolean): Promise<Caller> {
  const path = `/api/client-folders/${world.folders.acme.id}/contacts`
  const rights = { money: has, documents: has, messages: has }
  const { body } = await world.alice.post(path, { name: seat, email: `${seat}@acme.example`, ...rights })
  contactIds[seat] = body.userId
  return world.signIn(body.userId, 'client')
}

const isContact = (seat: string): seat is ContactSeat => (contactSeats as readonly string[]).includes(seat)

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

it('B1: every endpoint has a row in the table, and every row an endpoint', () => {
  expect(Object.keys(rights).toSorted()).toEqual(endpoints.map(nameOf).toSorted())
})

describe.each(Object.entries(rights))('B1, B4: %s', (name, row) => {
  it.each([...seats, ...contactSeats])('for the %s', async (seat) => {
    const expected = expectedFor(row, seat)
    const [method, path] = name.split(' ') as [string, string]
    const { url = path, body } = (await row.aim?.(world, isContact(seat) ? 'owner' : seat, seated[seat])) ?? {}
    // A fresh sign-in for each cell: some of these calls end the session that made them.
    const caller = row.endsSession === true ? await again(seat) : seated[seat]
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
  const { status } = await fetch(`${await world.address()}${url}`, { headers, signal: cut.signal })
  cut.abort()
  return status
}

async function again(seat: Seat | ContactSeat): Promise<Caller> {
  if (seat === 'visitor') return world.visitor
  if (isContact(seat)) return world.signIn(contactIds[seat], 'client')
  const person = world.people[castIn[seat]]
  return world.signIn(person.id, person.role)
}

function expectedFor({ answers, contacts }: Row, seat: Seat | ContactSeat): number | undefined {
  const [visitors, owners, strangers] = answers
  expect([visitors, owners, strangers]).not.toContain(undefined)
  if (seat === 'contact') return contacts?.[0] ?? owners
  if (seat === 'bareContact') return contacts?.[1] ?? strangers
  return answers[seats.indexOf(seat)]
}
