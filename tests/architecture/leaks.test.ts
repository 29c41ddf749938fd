// Two companies whose every record contains a marker word. After a thousand actions by everyone, no reply, email,
// calendar, log line, or live notice to one side contains the other's word or the name of one of its items. The actions
// are derived from the seed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openLog } from '../../server/kit/log.ts'
import { openTab, type Tab } from '../event-stream.ts'
import { textOf } from '../pdf/text-of.ts'
import { secretKey, startStripeServer, type StripeServer, webhookSecret } from '../stripe-server.ts'
import { type Answer, createTestApp, type Name, type TestApp } from '../test-app.ts'
import { randomFrom } from '../random.ts'
import { actsIn, furnish, hush, publishPolicy, type Side, writeFirmSettings } from './two-companies.ts'

const seed = Number(process.env.CANARY_SEED ?? 20_260_731)
const steps = 1000
const timeout = 60_000 + steps * 1000

let testApp: TestApp
let stripe: StripeServer
/** A policy of the firm that both handbooks quote. */
let ownPolicyId: string
const logged: string[] = []
let acme: Side
let elmwood: Side
const tabs: Partial<Record<Name, Tab>> = {}

beforeAll(async () => {
  stripe = await startStripeServer()
  const keys = {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: stripe.url,
  }
  testApp = await createTestApp(keys, { log: openLog('trace', { write: (line) => void logged.push(line) }) })
  await testApp.goLive()
  const { folders } = testApp
  acme = { word: 'zebrawood', folder: folders.acme.id, client: 'ann', staff: 'sam', created: { contracts: [] } }
  elmwood = { word: 'quicksilver', folder: folders.elmwood.id, client: 'eve', staff: 'sue', created: { contracts: [] } }
  for (const { word, folder, client, created } of [acme, elmwood]) {
    const { id, email, firstName, role } = (await testApp[client].get('/api/user')).body
    const person = { email, firstName, role, lastName: word, phone: `call ${word}`, company: `${word} Inc.` }
    expect((await testApp.alice.put(`/api/users/${id}`, person)).status).toBe(200)
    const change = { name: `${word} works`, services: `all about ${word}`, purchaseOrderNumber: `PO ${word}` }
    expect((await testApp.alice.patch(`/api/client-folders/${folder}`, change)).status).toBe(200)
    const who = { clientName: `Client ${word}`, clientEmail: `${word}@example.com`, clientAddress: `The ${word} road` }
    const contract = { clientFolderId: folder, ...who, services: [`All about ${word}`], totalValue: 1 }
    created.contracts?.push(
      (await testApp.alice.post('/api/contracts', { ...contract, startDate: '2026-12-01' })).body.id,
    )
  }
  await writeFirmSettings(testApp, acme, elmwood)
  ownPolicyId = await publishPolicy(testApp)
  for (const side of [acme, elmwood]) await furnish(testApp, stripe, side, ownPolicyId)
  for (const who of ['ann', 'eve', 'sam', 'sue'] as const)
    tabs[who] = await openTab(await testApp.address(), testApp[who])
}, timeout)
afterAll(async () => {
  await testApp.close()
  await stripe.close()
})

describe('B3, B7: two companies in one portal', () => {
  it(`never see a word of each other in ${steps} steps (seed ${seed})`, { timeout }, async () => {
    const random = randomFrom(seed)
    const saw = { own: 0, refused: 0, done: 0 }

    /** What this person must never be shown; administrators and visitors are checked separately. */
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

    const acts = actsIn(testApp, stripe, random, [acme, elmwood], ownPolicyId)
    const everyone = ['ann', 'eve', 'sam', 'sue', 'ann', 'eve', 'sam', 'sue', 'alice', 'mona', 'visitor'] as const
    for (; saw.done < steps; saw.done++) {
      const who = random.oneOf(everyone)
      const [what, answer] = await random.oneOf(acts)(testApp[who], random.oneOf([acme, elmwood]))
      check(what === 'wishes' ? 'visitor' : who, `step ${saw.done} ${what}`, answer)
    }

    expect(saw.own, 'people see their own').toBeGreaterThan(steps / 10)
    expect(saw.refused, 'people are refused what is not theirs').toBeGreaterThan(steps / 10)

    for (const sent of await testApp.mail())
      for (const [side, other] of [
        [acme, elmwood],
        [elmwood, acme],
      ] as const)
        if ([side.client, side.staff].some((who) => sent.to === `${testApp.people[who].username}@example.com`))
          expect(JSON.stringify(sent), sent.to).not.toContain(other.word)

    for (const [who, other] of [
      ['ann', elmwood],
      ['sam', elmwood],
      ['eve', acme],
      ['sue', acme],
    ] as const) {
      const { url } = (await testApp[who].post('/api/calendar')).body
      check(who, 'calendar', await testApp.visitor.get(new URL(url).pathname))
      expect(other.created.assignments?.length).toBeGreaterThan(0)
    }

    for (const [side, other] of [
      [acme, elmwood],
      [elmwood, acme],
    ] as const) {
      const last = (await testApp[side.client].patch(`/api/client-folders/${side.folder}`, {})).status
      expect(last).toBe(403)
      await testApp.alice.patch(`/api/client-folders/${side.folder}`, { status: 'active' })
      for (const who of [side.client, side.staff]) {
        const tab = tabs[who] as Tab
        await expect.poll(() => tab.text()).toContain(side.folder)
        for (const id of [other.folder, ...Object.values(other.created).flat()]) expect(tab.text()).not.toContain(id)
        expect(tab.text()).not.toMatch(/zebrawood|quicksilver/)
      }
    }
    // PDFs are compressed, so that the check of every reply does not read them.
    for (const [side, other] of [
      [acme, elmwood],
      [elmwood, acme],
    ] as const) {
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
    // The log belongs to neither side, so it must contain neither word.
    expect(logged.length, 'there is a line for each step').toBeGreaterThan(steps)
    expect(logged.filter((line) => /zebrawood|quicksilver|whisperwort/.test(line))).toEqual([])
    // The audit log records actions, not text.
    expect(JSON.stringify(await testApp.auditLog())).not.toMatch(/zebrawood|quicksilver|whisperwort/)
  })
})
