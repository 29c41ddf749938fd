// Merging a request into another one: who may, what becomes of both, and races.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestInput } from '../../tests/architecture/request-input.ts'
import { staffMember } from '../../tests/staff.ts'
import { type Caller, createTestApp, type TestApp, unknownId } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

let count = 0
const person = () => ({ businessName: `Works ${++count}`, email: `works${count}@example.com` })
const submit = async (more: object) =>
  (await testApp.visitor.post('/api/service-requests', { ...requestInput, ...more })).body as {
    id: string
    statusPath: string
  }
/** Two requests of one person. */
async function pair(first: object = {}, second: object = {}) {
  const who = person()
  return [await submit({ ...who, ...first }), await submit({ ...who, ...second })] as const
}
const merge = (id: string, intoId: string, caller: Caller = testApp.sam) =>
  caller.post(`/api/service-requests/${id}/merge`, { intoId })
const read = async (id: string) => (await testApp.alice.get(`/api/service-requests/${id}`)).body
const accept = (id: string, caller: Caller = testApp.sam) =>
  caller.patch(`/api/service-requests/${id}/status`, { status: 'in-progress' })

describe('merging two requests', () => {
  it('closes one, and shows its text and services with the other, with an entry for both', async () => {
    const [first, second] = await pair(
      { services: ['hr-operations'], needsDescription: 'A handbook.' },
      { services: ['hr-operations', 'hr-consulting'], needsDescription: 'And a policy.' },
    )
    const answer = await merge(second.id, first.id)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({
      id: first.id,
      status: 'pending',
      services: ['hr-operations', 'hr-consulting'],
      serviceNames: ['HR Operations and Compliance', 'HR Consulting'],
    })
    expect(await read(second.id)).toMatchObject({ status: 'cancelled', mergedIntoId: first.id, allowed: [] })
    const merged = await testApp.sam.get(`/api/service-requests/${first.id}/merged`)
    expect(merged.body).toMatchObject([{ id: second.id, needsDescription: 'And a policy.' }])
    const entries = (await testApp.auditLog()).slice(-2)
    expect(entries.map(({ action, entityId, details }) => [action, entityId, details])).toEqual([
      ['service-request.merged', second.id, { intoId: first.id }],
      ['service-request.continued', first.id, { mergedId: second.id }],
    ])
  })

  it('says on the status page that it is handled with another one', async () => {
    const [first, second] = await pair()
    await merge(second.id, first.id)
    const statusOf = async ({ statusPath }: { statusPath: string }) =>
      (await testApp.visitor.post('/api/request-status', { token: statusPath.split('/').at(-1) })).body
    expect((await statusOf(second)).stage).toBe('merged')
    expect((await statusOf(first)).stage).toBe('received')
  })

  it('needs the same email address or business name, whatever their case', async () => {
    const { businessName, email } = person()
    const first = await submit({ businessName, email })
    const sameName = await submit({ ...person(), businessName: businessName.toUpperCase().replaceAll(' ', '') })
    const sameEmail = await submit({ ...person(), email: email.toUpperCase() })
    const stranger = await submit(person())
    expect((await merge(sameName.id, first.id)).status).toBe(200)
    expect((await merge(sameEmail.id, first.id)).status).toBe(200)
    const refused = await merge(stranger.id, first.id)
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'These requests have neither the same email address nor the same business name.',
    ])
  })

  it('keeps what was merged before with the request that continues', async () => {
    const who = person()
    const [first, second, third] = [await submit(who), await submit(who), await submit(who)]
    await merge(first.id, second.id)
    await merge(second.id, third.id)
    const merged = await testApp.sam.get(`/api/service-requests/${third.id}/merged`)
    expect(merged.body.map(({ id }: { id: string }) => id)).toEqual([first.id, second.id])
  })

  it('isn’t counted or listed as a duplicate', async () => {
    const [first, second] = await pair()
    const duplicates = async () => (await testApp.sam.get(`/api/service-requests/${first.id}/duplicates`)).body
    expect(await duplicates()).toMatchObject([{ id: second.id, isMergeable: true }])
    await merge(second.id, first.id)
    expect(await duplicates()).toEqual([])
  })
})

describe('a request that can’t be merged', () => {
  it('has ended, has a folder, or is suspected spam', async () => {
    const sentence = 'Only open requests without a client folder can be merged.'
    const refused = async (id: string, intoId: string) => {
      for (const answer of [await merge(id, intoId, testApp.alice), await merge(intoId, id, testApp.alice)])
        expect([answer.status, answer.body.message]).toEqual([409, sentence])
    }
    const [ended, first] = await pair()
    await testApp.alice.patch(`/api/service-requests/${ended.id}/status`, { status: 'cancelled' })
    await refused(ended.id, first.id)
    const [opened, second] = await pair()
    await accept(opened.id, testApp.sam)
    const folder = { name: 'From a request', services: 'x', serviceRequestId: opened.id }
    expect((await testApp.sam.post('/api/client-folders', folder)).status).toBe(201)
    await refused(opened.id, second.id)
    const [spam, third] = await pair({ decoy: 'Cheap watches' })
    await refused(spam.id, third.id)
  })

  it('is itself, unknown, or someone else’s', async () => {
    const [first, second] = await pair()
    expect((await merge(first.id, first.id)).status).toBe(400)
    expect((await merge(first.id, unknownId)).status).toBe(400)
    expect((await merge(first.id, 'x')).status).toBe(400)
    expect((await merge(unknownId, first.id)).status).toBe(404)
    await accept(second.id, testApp.sue)
    expect((await merge(second.id, first.id)).status).toBe(404)
    expect((await merge(first.id, second.id)).status).toBe(400)
    for (const caller of [testApp.ann, testApp.eve]) expect((await merge(first.id, second.id, caller)).status).toBe(404)
    expect((await merge(first.id, second.id, testApp.visitor)).status).toBe(401)
    expect((await merge(first.id, second.id, testApp.sue)).status).toBe(200)
  })

  it('is seen by an assistant, who may not merge, or not seen by a bookkeeper', async () => {
    const [first, second] = await pair()
    const [assistant, bookkeeper] = [
      await staffMember(testApp, 'Ash', { staffAccess: 'assistant' }),
      await staffMember(testApp, 'Bo', { staffAccess: 'bookkeeper' }),
    ]
    const refused = await merge(second.id, first.id, assistant.caller)
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'Only consultants and administrators can merge requests.',
    ])
    expect((await merge(second.id, first.id, bookkeeper.caller)).status).toBe(404)
    expect((await read(second.id)).status).toBe('pending')
  })

  it('was merged already', async () => {
    const who = person()
    const [first, second, third] = [await submit(who), await submit(who), await submit(who)]
    expect((await merge(second.id, first.id)).status).toBe(200)
    const again = await merge(second.id, third.id, testApp.alice)
    expect([again.status, again.body.message]).toEqual([409, 'This request has already been merged.'])
    expect((await merge(third.id, second.id, testApp.alice)).status).toBe(409)
  })

  it('changed since it was read', async () => {
    const [first, second] = await pair()
    const answer = await testApp.sam.post(
      `/api/service-requests/${second.id}/merge`,
      { intoId: first.id },
      { 'if-match': '"7"' },
    )
    expect(answer.status).toBe(412)
  })
})

describe('concurrent merges', () => {
  it('merge once, in one direction', async () => {
    const [first, second] = await pair()
    const answers = await Promise.all([
      merge(second.id, first.id, testApp.alice),
      merge(second.id, first.id, testApp.mona),
      merge(first.id, second.id, testApp.alice),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    const both = [await read(first.id), await read(second.id)]
    expect(both.filter(({ status }) => status === 'cancelled')).toHaveLength(1)
  })

  it('never leave a folder for a merged request', async () => {
    const [first, second] = await pair()
    await accept(second.id)
    const folder = { name: 'Raced', services: 'x', serviceRequestId: second.id }
    const [opened, merged] = await Promise.all([
      testApp.sam.post('/api/client-folders', folder),
      merge(second.id, first.id),
    ])
    expect([
      [201, 409],
      [400, 200],
    ]).toContainEqual([opened.status, merged.status])
  })
})
