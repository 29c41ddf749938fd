// A client is reminded of what they were asked for: three days before and the day after, each once, and one letter for a folder.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { daysAfter, officeDate, officeHour } from '../../domain/time.ts'
import { type Caller, createWorld, type World } from '../../tests/world.ts'
import { sendDocumentReminders } from './jobs.ts'
import { typed } from '../kit/row-types.ts'

let world: World
let alice: Caller
const worlds: World[] = []
beforeEach(async () => {
  world = await createWorld()
  worlds.push(world)
  // Ten in the morning at the office.
  world.pass({ hours: (34 - officeHour(world.db.now)) % 24 })
  alice = await world.signIn(world.people.alice.id, 'admin')
})
afterAll(async () => {
  for (const each of worlds) await each.close()
})

/** A night ends every session. */
const later = async (days: number) => {
  world.pass({ days })
  alice = await world.signIn(world.people.alice.id, 'admin')
}
const acme = () => `/api/client-folders/${world.folders.acme.id}`
const asked = async (dueIn: number | null, title = 'Handbook'): Promise<string> => {
  const dueDate = dueIn === null ? null : daysAfter(officeDate(world.db.now), dueIn)
  return (await alice.post(`${acme()}/document-requests`, { title, dueDate })).body.id
}
const reminded = async () => (await world.mail()).map(({ subject }) => subject).filter((subject) => /due/.test(subject))
const noted = (id: string) =>
  world.db.rows(typed(z.object({ kind: z.string(), sent: z.boolean() }))`
    select kind, sent from document_request_reminders where document_request_id = ${id} order by kind desc`)
const remind = () => sendDocumentReminders(world.db)

describe('a client is reminded', () => {
  it('three days before and the day after, each once, with two instances', async () => {
    const id = await asked(10)
    await asked(null)
    const twin = await world.twin()
    for (let day = 0; day < 16; day++) {
      await Promise.all([remind(), sendDocumentReminders(twin.db), remind()])
      await later(1)
    }
    expect(await reminded()).toEqual(['A document is due soon', 'A document is past its due date'])
    expect(await noted(id)).toEqual([
      { kind: 'before-3', sent: true },
      { kind: 'after-1', sent: true },
    ])
    const trail = (await world.trail()).filter(({ action }) => action === 'document-request.reminded')
    expect(trail.map(({ actorId, entityId, details }) => [actorId, entityId, details])).toEqual([
      [null, id, { days: -3 }],
      [null, id, { days: 1 }],
    ])
  })

  it('once for all that is due in the folder, without a word about what', async () => {
    await asked(5, 'Payroll register')
    await asked(4, 'Form W-4')
    await asked(9)
    await later(2)
    await remind()
    expect(await reminded()).toEqual(['A document is due soon'])
    expect((await world.mail()).at(-1)?.text).not.toMatch(/Payroll|W-4/)
  })

  it('not on the day of asking, and not at night', async () => {
    await asked(2)
    await remind()
    expect(await reminded()).toEqual([])
    await later(3)
    world.pass({ hours: 12 })
    await remind()
    expect(await reminded()).toEqual([])
  })
})

describe('nobody is reminded', () => {
  it('of what was handed in, accepted or cancelled', async () => {
    const ids = [await asked(4), await asked(4), await asked(4)]
    await alice.patch(`/api/document-requests/${ids[0]}/status`, { status: 'cancelled' })
    await world.db.run(sql`update document_requests set status = 'submitted' where id = ${ids[1]}`)
    await world.db.run(
      sql`update document_requests set status = 'completed', completed_at = now() where id = ${ids[2]}`,
    )
    await later(2)
    await remind()
    expect(await reminded()).toEqual([])
  })

  it('while the folder’s reminders are paused, is archived, or has no client; afterwards of the latest only', async () => {
    const id = await asked(5)
    await alice.patch(acme(), { remindersPaused: true })
    await later(4)
    await remind()
    await alice.patch(acme(), { remindersPaused: false, status: 'archived' })
    await remind()
    await alice.patch(acme(), { status: 'active', clientId: null, reason: 'Ann left.' })
    await remind()
    expect(await reminded()).toEqual([])
    await later(3)
    await alice.patch(acme(), { clientId: world.people.ann.id, reason: 'Ann is back.' })
    await remind()
    await remind()
    expect(await reminded()).toEqual(['A document is past its due date'])
    expect(await noted(id)).toEqual([
      { kind: 'before-3', sent: false },
      { kind: 'after-1', sent: true },
    ])
  })
})
