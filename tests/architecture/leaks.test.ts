// Two companies whose every record contains a marker word. After a thousand actions by everyone, no reply, email,
// calendar, log line, or live notice to one side contains the other's word or the name of one of its items; nor does one to
// a bookkeeper or an assistant contain what their access leaves out. The actions are derived from the seed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../api/index.ts'
import { openLog } from '../../server/kit/log.ts'
import { openTab, type Tab } from '../event-stream.ts'
import { textOf } from '../pdf/text-of.ts'
import { secretKey, startStripeServer, type StripeServer, webhookSecret } from '../stripe-server.ts'
import { type Answer, createTestApp, type TestApp } from '../test-app.ts'
import { randomFrom } from '../random.ts'
import { templateOf } from './rights-tasks.ts'
import { serviceRate } from './rights-time.ts'
import { agreementActs } from './two-companies/agreement-acts.ts'
import { leftOut, noCalls, noting } from './two-companies/calls.ts'
import { documentActs } from './two-companies/document-acts.ts'
import { folderActs } from './two-companies/folder-acts.ts'
import { furnish, publishPolicy, writeFirmSettings } from './two-companies/furnish.ts'
import { libraryActs } from './two-companies/library-acts.ts'
import { moneyActs } from './two-companies/money-acts.ts'
import { ownActs } from './two-companies/own-acts.ts'
import { idsOf, moneyNouns, type People, peopleOf, type Person, workNouns } from './two-companies/people.ts'
import { addressOf, readActs, reads } from './two-companies/read-acts.ts'
import {
  type Act,
  allMarks,
  bodyOf,
  type Cast,
  castOf,
  hush,
  openWalk,
  type Side,
  type Walk,
} from './two-companies/sides.ts'
import { workActs } from './two-companies/work-acts.ts'

const seed = Number(process.env.CANARY_SEED ?? 20_260_731)
const steps = 1000
const timeout = 60_000 + steps * 1000

let testApp: TestApp
let stripe: StripeServer
let acme: Side
let elmwood: Side
let cast: Cast
let walk: Walk
let people: People
const calls = noCalls()
const logged: string[] = []
const tabs: Partial<Record<keyof People, Tab>> = {}

beforeAll(async () => {
  stripe = await startStripeServer()
  const keys = {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: stripe.url,
  }
  testApp = await createTestApp(keys, { log: openLog('trace', { write: (line) => void logged.push(line) }) })
  await testApp.goLive()
  for (const name of ['alice', 'mona', 'sam', 'sue', 'ann', 'eve', 'visitor'] as const)
    testApp[name] = noting(testApp[name], calls)
  const { folders } = testApp
  acme = { word: 'zebrawood', folder: folders.acme.id, client: 'ann', staff: 'sam', created: {} }
  elmwood = { word: 'quicksilver', folder: folders.elmwood.id, client: 'eve', staff: 'sue', created: {} }
  cast = await castOf(testApp, acme)
  for (const each of [cast.mel, cast.cole, cast.ash, cast.bo]) each.caller = noting(each.caller, calls)
  people = peopleOf(testApp, cast, acme, elmwood)
  await writeFirmSettings(testApp, acme, elmwood)
  const ownPolicyId = await publishPolicy(testApp)
  for (const side of [acme, elmwood]) await furnish(testApp, stripe, side, ownPolicyId)
  walk = openWalk({
    testApp,
    stripe,
    random: randomFrom(seed),
    sides: [acme, elmwood],
    cast,
    ownPolicyId,
    serviceRateId: await serviceRate(testApp),
    jobTemplateId: await templateOf(testApp),
    lawChangeId: (await testApp.alice.get('/api/law-changes')).body[0].id,
  })
  for (const who of ['ann', 'eve', 'sam', 'sue', 'mel', 'ash', 'bo'] as const)
    tabs[who] = await openTab(await testApp.address(), people[who].caller)
}, timeout)
afterAll(async () => {
  await testApp.close()
  await stripe.close()
})

const sawOwn: Record<string, number> = {}
let refused = 0

function check({ name, side, never }: Person, what: string, { status, text }: Answer) {
  expect(status, `${what} ${text.slice(0, 200)}`).toBeLessThan(500)
  if (status >= 400) refused++
  for (const word of never) expect(text.includes(word), `${name}: ${what}: ${text}`).toBe(false)
  if (side !== null && text.includes(side.word)) sawOwn[name] = (sawOwn[name] ?? 0) + 1
}

async function take(person: Person, act: Act, side: Side, step: string) {
  const [what, answer] = await act(person.caller, side)
  check(what === 'wishes' ? people.visitor : person, `${step} ${what}`, answer)
}

const sidesInTurn = () =>
  [
    [acme, elmwood],
    [elmwood, acme],
  ] as const

describe('B3, B7: two companies in one portal', () => {
  it(`never see a word of each other in ${steps} steps (seed ${seed})`, { timeout }, async () => {
    const { random } = walk
    const subjects = [moneyActs, agreementActs, documentActs, libraryActs, workActs, readActs, folderActs]
    const shared = subjects.flatMap((actsOf) => actsOf(walk))
    const all = [...ownActs(walk), ...shared]
    // Each once by those who may, then by anyone.
    for (const act of all)
      for (const side of walk.sides)
        for (const who of [side.staff, side.client, 'alice'] as const) await take(people[who], act, side, 'first')

    const { ann, eve, sam, sue, alice, mona, visitor, mel, cole, ash, bo } = people
    const everyone = [ann, eve, sam, sue, ann, eve, sam, sue, alice, mona, visitor, mel, cole, ash, bo]
    for (let step = 0; step < steps; step++) {
      if (step === steps / 2) {
        await bodyOf(testApp.sam.delete(`/api/staff-covers/${cast.coverId}`), 200)
        cole.never.push(acme.word)
      }
      const person = random.oneOf(everyone)
      // What would stay theirs when the cover ends.
      const acts = person === cole ? shared : all
      await take(person, random.oneOf(acts), random.oneOf(walk.sides), `step ${step}`)
    }

    const total = Object.values(sawOwn).reduce((sum, each) => sum + each, 0)
    expect(total, 'people see their own').toBeGreaterThan(steps / 10)
    expect(refused, 'people are refused what is not theirs').toBeGreaterThan(steps / 10)
    for (const who of ['ann', 'eve', 'sam', 'sue', 'mel', 'cole', 'ash']) expect(sawOwn[who], who).toBeGreaterThan(0)
  })

  it('read every address with the items of both, and see their own alone', { timeout }, async () => {
    for (const person of Object.values(people))
      for (const side of walk.sides)
        for (const each of reads) check(person, each.path, await person.caller.get(addressOf(each, walk, side)))
  })

  it('are tried at every endpoint that is not left out for a reason', () => {
    const names = endpoints.map(({ method, path }) => `${method} ${path}`)
    expect(names.filter((name) => !calls.called.has(name)).toSorted()).toEqual(leftOut.toSorted())
    const neverDone = names.filter((name) => !leftOut.includes(name) && !calls.done.has(name))
    expect(neverDone.length, `never succeeded: ${neverDone.join(', ')}`).toBeLessThan(names.length / 8)
  })

  it('get no email and no calendar with a word of each other', async () => {
    const mail = await testApp.mail()
    for (const person of Object.values(people)) {
      // Cole was rightly notified of one company before the cover ended.
      const never = person === people.cole ? [elmwood.word] : person.never
      for (const sent of mail.filter(({ to }) => to === person.email))
        for (const word of never) expect(JSON.stringify(sent), person.name).not.toContain(word)
      if (person.email === null) continue
      const { url } = (await person.caller.post('/api/calendar')).body
      check(person, 'calendar', await testApp.visitor.get(new URL(url).pathname))
    }
    for (const { created } of walk.sides) expect(created.assignments?.length).toBeGreaterThan(0)
  })

  it('get live events about their own items alone', { timeout }, async () => {
    for (const [side, other] of sidesInTurn()) {
      const last = (await testApp[side.client].patch(`/api/client-folders/${side.folder}`, {})).status
      expect(last).toBe(403)
      await testApp.alice.patch(`/api/client-folders/${side.folder}`, { status: 'active' })
      const others = side === acme ? (['mel', 'ash'] as const) : []
      for (const who of [side.client, side.staff, ...others]) {
        const tab = tabs[who] as Tab
        await expect.poll(() => tab.text()).toContain(side.folder)
        for (const id of idsOf(other)) expect(tab.text(), who).not.toContain(id)
        expect(tab.text()).not.toMatch(allMarks(walk.sides))
      }
      const hidden = (nouns: string[]) => nouns.flatMap((noun) => side.created[noun] ?? [])
      const [bookkeeper, assistant] = [tabs.bo as Tab, tabs.ash as Tab]
      await expect.poll(() => bookkeeper.text()).toContain(side.folder)
      for (const id of hidden(workNouns)) expect(bookkeeper.text()).not.toContain(id)
      for (const id of hidden(moneyNouns)) expect(assistant.text()).not.toContain(id)
    }
  })

  // PDFs are compressed, so that the check of every reply does not read them.
  it('have PDFs of their own alone', { timeout }, async () => {
    for (const [side, other] of sidesInTurn()) {
      const { handbooks = [], invoices = [], payments = [] } = side.created
      const paths = [
        `handbooks/${handbooks[0]}/download?version=1`,
        `invoices/${invoices[0]}/pdf`,
        `payments/${payments[0]}/pdf`,
      ]
      for (const path of paths) {
        const headers = { cookie: testApp[side.client].cookie ?? '' }
        const { statusCode, rawPayload } = await testApp.app.inject({ url: `/api/${path}`, headers })
        const text = statusCode === 200 ? await textOf(rawPayload) : ''
        expect(text, `${side.client} ${path} ${statusCode}`).toContain(side.word)
        expect(text).not.toContain(other.word)
        expect(text).not.toContain(hush)
      }
    }
  })

  it('leave no word in the logs', async () => {
    // The log belongs to neither side, so it must contain neither word.
    expect(logged.length, 'there is a line for each step').toBeGreaterThan(steps)
    expect(logged.filter((line) => allMarks(walk.sides).test(line))).toEqual([])
    // The audit log records actions, not text.
    expect(JSON.stringify(await testApp.auditLog())).not.toMatch(allMarks(walk.sides))
  })
})
