// Webhooks in the wrong state, with bad input, and changed twice at the same time.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, createTestApp, type TestApp, unknownId } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const path = '/api/webhooks'
const input = { url: 'https://hooks.example.com/portal', events: ['message.sent'] }
const created = async (): Promise<string> => {
  const { status, text, body } = await testApp.alice.post(path, input)
  expect(status, text).toBe(201)
  return `${path}/${body.id as string}`
}
const change = (url: string, more: object, headers = {}) =>
  testApp.alice.put(url, { ...input, isOn: true, ...more }, headers)
const tested = async (url: string): Promise<string> => (await testApp.alice.post(`${url}/test`)).body.id
const resend = (url: string, deliveryId: string) => testApp.alice.post(`${url}/deliveries/${deliveryId}/resend`)
const statuses = (answers: Answer[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b)

describe('a change of a webhook is refused', () => {
  // The address was public when the webhook was created.
  it.each([
    'http://hooks.example.com/portal',
    'https://127.0.0.1/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://portal.localhost/',
    'https://ann:secret@hooks.example.com/',
    'ftp://hooks.example.com/',
    '',
  ])('to the address %j', async (address) => {
    const url = await created()
    const { status, body } = await change(url, { url: address })
    expect([status, body.issues[0].path]).toEqual([400, 'url'])
    expect((await testApp.alice.get(url)).body).toMatchObject({ url: input.url, version: 1 })
    await testApp.alice.delete(url)
  })

  it.each([
    ['no events', { events: [] }],
    ['an unknown event', { events: ['user.created'] }],
    ['neither on nor off', { isOn: undefined }],
    ['a secret of its own', { secret: 'whsec_AAAA' }],
  ])('with %s', async (_what, more) => {
    const url = await created()
    expect((await change(url, more)).status).toBe(400)
    expect((await testApp.alice.get(url)).body).toMatchObject({ ...input, isOn: true, version: 1 })
    await testApp.alice.delete(url)
  })

  it('by staff and clients, and of an unknown one', async () => {
    const url = await created()
    for (const [who, target] of [
      [testApp.sam, url],
      [testApp.ann, url],
      [testApp.alice, `${path}/${unknownId}`],
    ] as const)
      for (const answer of [
        await who.put(target, { ...input, isOn: false }),
        await who.post(`${target}/test`),
        await who.post(`${target}/deliveries/${unknownId}/resend`),
        await who.delete(target),
      ])
        expect(answer.status).toBe(404)
    expect((await testApp.alice.get(url)).body.isOn).toBe(true)
  })
})

describe('a message of a webhook is not sent again', () => {
  it('while it is being sent, or while the webhook is off', async () => {
    const url = await created()
    const deliveryId = await tested(url)
    const pending = await resend(url, deliveryId)
    expect([pending.status, pending.body.message]).toEqual([409, 'This message is still being sent.'])
    expect((await change(url, { isOn: false })).status).toBe(200)
    const off = [409, 'This webhook is off. Turn it on first.']
    for (const { status, body } of [await resend(url, deliveryId), await testApp.alice.post(`${url}/test`)])
      expect([status, body.message]).toEqual(off)
  })

  it('through another webhook', async () => {
    const [one, other] = [await created(), await created()]
    const deliveryId = await tested(one)
    await change(one, { isOn: false })
    await change(one, { isOn: true })
    expect((await resend(other, deliveryId)).status).toBe(404)
    expect((await testApp.alice.get(`${other}/deliveries`)).body).toEqual([])
  })
})

describe('concurrent changes of a webhook', () => {
  it('send a message again once', async () => {
    const url = await created()
    const deliveryId = await tested(url)
    // Turning it off ends the attempts.
    await change(url, { isOn: false })
    await change(url, { isOn: true })
    expect(statuses(await Promise.all([resend(url, deliveryId), resend(url, deliveryId)]))).toEqual([200, 409])
  })

  it('change the version that both saw once, and delete it once', async () => {
    const url = await created()
    const edit = (event: string) => change(url, { events: [event] }, { 'if-match': '"1"' })
    expect(statuses(await Promise.all([edit('invoice.paid'), edit('invoice.sent')]))).toEqual([200, 412])
    const deletions = await Promise.all([testApp.alice, testApp.mona].map((by) => by.delete(url)))
    expect(statuses(deletions)).toEqual([200, 404])
  })
})
