// Two companies whose every record holds a word of its own. After a thousand steps by everybody, no answer, letter, calendar,
// line of the log or live notice to one side ever holds the other's word or the name of a thing of theirs. The steps follow from the seed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openLog } from '../../server/kit/log.ts'
import { openTab, type Tab } from '../tab.ts'
import { type Answer, createWorld, type Name, type World } from '../world.ts'
import { actsIn, hush, randomFrom, type Side } from './two-companies.ts'

const seed = Number(process.env.CANARY_SEED ?? 20_260_731)
const steps = 1000
const timeout = 60_000 + steps * 1000

let world: World
const logged: string[] = []
let acme: Side
let elmwood: Side
const tabs: Partial<Record<Name, Tab>> = {}

beforeAll(async () => {
  world = await createWorld({}, { log: openLog('trace', { write: (line) => void logged.push(line) }) })
  await world.goLive()
  const { folders } = world
  acme = { word: 'zebrawood', folder: folders.acme.id, client: 'ann', staff: 'sam', made: { contracts: [] } }
  elmwood = { word: 'quicksilver', folder: folders.elmwood.id, client: 'eve', staff: 'sue', made: { contracts: [] } }
  for (const { word, folder, client, made } of [acme, elmwood]) {
    const { id, email, firstName, role } = (await world[client].get('/api/user')).body
    const person = { email, firstName, role, lastName: word, phone: `call ${word}`, company: `${word} Inc.` }
    expect((await world.alice.put(`/api/users/${id}`, person)).status).toBe(200)
    const change = { name: `${word} works`, services: `all about ${word}`, purchaseOrderNumber: `PO ${word}` }
    expect((await world.alice.patch(`/api/client-folders/${folder}`, change)).status).toBe(200)
    const who = { clientName: `Client ${word}`, clientEmail: `${word}@example.com`, clientAddress: `The ${word} road` }
    const contract = { clientFolderId: folder, ...who, services: [`All about ${word}`], totalValue: 1 }
    made.contracts?.push((await world.alice.post('/api/contracts', { ...contract, startDate: '2026-12-01' })).body.id)
  }
  for (const who of ['ann', 'eve', 'sam', 'sue'] as const) tabs[who] = await openTab(await world.address(), world[who])
})
afterAll(() => world.close())

describe('B3, B7: two companies', () => {
  it(`never see a word of one another in ${steps} steps (seed ${seed})`, { timeout }, async () => {
    const random = randomFrom(seed)
    const saw = { own: 0, refused: 0, done: 0 }

    /** What this person must never be shown; administrators and visitors are asked about separately. */
    const otherOf = (who: Name | 'visitor'): Side[] => {
      if (who === 'ann' || who === 'sam') return [elmwood]
      if (who === 'eve' || who === 'sue') return [acme]
      return who === 'visitor' ? [acme, elmwood] : []
    }

    const check = (who: Name | 'visitor', what: string, { status, text }: Answer) => {
      expect(status, `${what} ${text.slice(0, 200)}`).toBeLessThan(500)
      if (status >= 400) saw.refused++
      for (const other of otherOf(who)) expect(text.includes(other.word), `${who}: ${what}: ${text}`).toBe(false)
      if (who === 'ann' || who === 'eve') expect(text.includes(hush), `${who}: ${what}: ${text}`).toBe(false)
      if (who !== 'visitor' && text.includes(who === 'eve' || who === 'sue' ? elmwood.word : acme.word)) saw.own++
    }

    const acts = actsIn(world, random, [acme, elmwood])
    const everybody = ['ann', 'eve', 'sam', 'sue', 'ann', 'eve', 'sam', 'sue', 'alice', 'mona', 'visitor'] as const
    for (; saw.done < steps; saw.done++) {
      const who = random.oneOf(everybody)
      const [what, answer] = await random.oneOf(acts)(world[who], random.oneOf([acme, elmwood]))
      check(what === 'wishes' ? 'visitor' : who, `step ${saw.done} ${what}`, answer)
    }

    expect(saw.own, 'people see their own').toBeGreaterThan(steps / 10)
    expect(saw.refused, 'people are refused what is not theirs').toBeGreaterThan(steps / 10)

    for (const letter of await world.mail())
      for (const [side, other] of [
        [acme, elmwood],
        [elmwood, acme],
      ] as const)
        if ([side.client, side.staff].some((who) => letter.to === `${world.people[who].username}@example.com`))
          expect(JSON.stringify(letter), letter.to).not.toContain(other.word)

    for (const [who, other] of [
      ['ann', elmwood],
      ['sam', elmwood],
      ['eve', acme],
      ['sue', acme],
    ] as const) {
      const { url } = (await world[who].post('/api/calendar')).body
      check(who, 'calendar', await world.visitor.get(new URL(url).pathname))
      expect(other.made.assignments?.length).toBeGreaterThan(0)
    }

    for (const [side, other] of [
      [acme, elmwood],
      [elmwood, acme],
    ] as const) {
      const last = (await world[side.client].patch(`/api/client-folders/${side.folder}`, {})).status
      expect(last).toBe(403)
      await world.alice.patch(`/api/client-folders/${side.folder}`, { status: 'active' })
      for (const who of [side.client, side.staff]) {
        const tab = tabs[who] as Tab
        await expect.poll(() => tab.text()).toContain(side.folder)
        for (const id of [other.folder, ...Object.values(other.made).flat()]) expect(tab.text()).not.toContain(id)
        expect(tab.text()).not.toMatch(/zebrawood|quicksilver/)
      }
    }
    // Nobody reads a log for one side only: it holds a word of neither.
    expect(logged.length, 'there is a line for each step').toBeGreaterThan(steps)
    expect(logged.filter((line) => /zebrawood|quicksilver|whisperwort/.test(line))).toEqual([])
    // The trail names what was done, not what was written.
    expect(JSON.stringify(await world.trail())).not.toMatch(/zebrawood|quicksilver|whisperwort/)
  })
})
