// The hint of earlier contact with a business, limited to what the reader may see.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestInput } from '../../tests/architecture/request-input.ts'
import { company, contactIn, noRights } from '../../tests/contacts.ts'
import { createTestApp, type TestApp, unknownId } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

let count = 0
/** Of a business and a person that no other test has. */
async function submit(more: object = {}): Promise<{ id: string; businessName: string; email: string }> {
  const own = { businessName: `Business ${++count} Inc`, email: `person${count}@business.example` }
  return (await testApp.visitor.post('/api/service-requests', { ...requestInput, ...own, ...more })).body
}
const duplicatesOf = (id: string, caller = testApp.alice) => caller.get(`/api/service-requests/${id}/duplicates`)
const idsOf = async (id: string, caller = testApp.alice): Promise<string[]> =>
  (await duplicatesOf(id, caller)).body.map((each: { id: string }) => each.id)
const moveTo = (id: string, status: string, caller = testApp.alice) =>
  caller.patch(`/api/service-requests/${id}/status`, { status })

describe('the duplicates of a service request', () => {
  it('are none for a new business and a new address', async () => {
    await submit()
    expect((await duplicatesOf((await submit()).id)).body).toEqual([])
  })

  it('include a request with the same email address, whatever its case', async () => {
    const first = await submit({ email: 'Lena@Oysters.example' })
    const second = await submit({ email: 'lena@oysters.EXAMPLE' })
    expect((await duplicatesOf(second.id)).body).toEqual([
      {
        type: 'service-requests',
        id: first.id,
        name: first.businessName,
        hasSameEmail: true,
        hasSameName: false,
        status: 'pending',
        isMergeable: true,
        createdAt: expect.any(String),
      },
    ])
  })

  it('include a request with the same business name, ignoring case and spaces', async () => {
    const first = await submit({ businessName: 'Saxis Crab House' })
    const second = await submit({ businessName: 'SAXIS crabhouse' })
    expect((await duplicatesOf(second.id)).body).toMatchObject([
      { id: first.id, hasSameEmail: false, hasSameName: true },
    ])
    expect(await idsOf(first.id)).toEqual([second.id])
  })

  it('include the folders of the client and of the contact with the address, and those with the name', async () => {
    const ofClient = await company(testApp)
    const email = 'cora.of.duplicates@example.com'
    const ofContact = await company(testApp)
    await contactIn(testApp, ofContact, noRights, email)
    const ann = 'ann@example.com'
    expect(await idsOf((await submit({ email: ann })).id)).toContain(ofClient)
    expect((await duplicatesOf((await submit({ email })).id)).body).toMatchObject([
      { type: 'client-folders', id: ofContact, hasSameEmail: true, hasSameName: false },
    ])
    const { name } = (await testApp.alice.get(`/api/client-folders/${ofContact}`)).body
    expect((await duplicatesOf((await submit({ businessName: name.toUpperCase() })).id)).body).toMatchObject([
      { type: 'client-folders', id: ofContact, hasSameEmail: false, hasSameName: true },
    ])
  })

  it('leave out the folder that was created from the request itself', async () => {
    const { id, businessName } = await submit()
    await moveTo(id, 'in-progress', testApp.sam)
    const body = { name: businessName, services: 'x', serviceRequestId: id }
    expect((await testApp.sam.post('/api/client-folders', body)).status).toBe(201)
    expect(await idsOf(id, testApp.sam)).toEqual([])
  })

  it('leave out suspected spam, and requests that ended more than a year ago', async () => {
    const { id, email } = await submit()
    await submit({ email, decoy: 'Cheap watches' })
    const ended = await submit({ email })
    const open = await submit({ email })
    await moveTo(ended.id, 'cancelled')
    expect((await idsOf(id)).toSorted()).toEqual([ended.id, open.id].toSorted())
    await testApp.owner.run(sql`
      update service_requests set created_at = created_at - interval '13 months' where id in (${ended.id}, ${open.id})`)
    expect(await idsOf(id)).toEqual([open.id])
  })

  it('are at most ten', async () => {
    const { id, email } = await submit()
    for (let n = 0; n < 11; n++) await submit({ email })
    expect(await idsOf(id)).toHaveLength(10)
  })
})

describe('privacy of duplicates', () => {
  it('is a folder or a request that the reader can’t see', async () => {
    const folder = await company(testApp)
    const { name } = (await testApp.alice.get(`/api/client-folders/${folder}`)).body
    const taken = await submit({ businessName: name })
    await moveTo(taken.id, 'in-progress', testApp.sam)
    const email = 'cora.unseen@example.com'
    await contactIn(testApp, folder, noRights, email)
    const { id } = await submit({ businessName: name, email })
    expect(await idsOf(id)).toEqual(expect.arrayContaining([folder, taken.id]))
    expect(await idsOf(id, testApp.sam)).toEqual(expect.arrayContaining([folder, taken.id]))
    expect((await duplicatesOf(id, testApp.sue)).text).toBe('[]')
  })

  it('is anything to clients, visitors, and staff who can’t see the request', async () => {
    const { id } = await submit()
    const client = await duplicatesOf(id, testApp.ann)
    expect([client.status, client.text]).toEqual([404, (await duplicatesOf(unknownId, testApp.ann)).text])
    expect((await duplicatesOf(id, testApp.visitor)).status).toBe(401)
    await moveTo(id, 'in-progress', testApp.sam)
    expect((await duplicatesOf(id, testApp.sue)).status).toBe(404)
    expect((await duplicatesOf(id, testApp.sam)).status).toBe(200)
  })
})
