// Folders that can't be merged: who may not, what prevents it, and concurrent calls.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serviceRate } from '../../tests/architecture/rights-time.ts'
import {
  allRights,
  company,
  contactIn,
  contactsOf,
  documentIn,
  sentInvoiceIn,
  sentProposalIn,
} from '../../tests/contacts.ts'
import { sign } from '../../tests/signatures.ts'
import { type Answer, type Caller, createTestApp, type TestApp, unknownId } from '../../tests/test-app.ts'
import { addDocument } from '../../tests/uploads.ts'
import { newId } from '../kit/id.ts'
import { typed } from '../kit/row-types.ts'
import { deliveriesStored } from '../signatures/deliveries.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const folderOf = (id: string, rest = '') => `/api/client-folders/${id}${rest}`
const merge = (id: string, intoId: string, more: object = {}, who: Caller = testApp.alice) =>
  who.post(folderOf(id, '/merge'), { intoId, reason: 'The same business', people: [], ...more })
const pair = async () => [await company(testApp), await company(testApp)] as const
const said = ({ status, body }: Answer) => [status, body.message]

/** The merge is refused with the sentence that the preview shows, and the duplicate is unchanged. */
async function expectObstacle([from, into]: readonly [string, string], sentence: string) {
  expect((await testApp.alice.get(folderOf(from, `/merge?intoId=${into}`))).body.obstacles).toEqual([sentence])
  expect(said(await merge(from, into))).toEqual([409, sentence])
  expect((await testApp.alice.get(folderOf(from))).body).toMatchObject({ status: 'active', mergedIntoId: null })
}

const cantBeMoved = (what: string) =>
  `This folder has ${what}, which can’t be moved. If the other folder has none of these, merge it into this one instead.`

describe('a merge of folders is refused', () => {
  it('for everyone but administrators', async () => {
    const [from, into] = await pair()
    const { cora } = await contactIn(testApp, from, allRights)
    for (const who of [testApp.sam, testApp.sue, testApp.ann, testApp.eve, cora]) {
      expect((await merge(from, into, {}, who)).status).toBe(404)
      expect((await who.get(folderOf(from, `/merge?intoId=${into}`))).status).toBe(404)
    }
    expect((await merge(from, into, {}, testApp.visitor)).status).toBe(401)
  })

  it('without a reason, into itself, and for an unknown folder', async () => {
    const [from, into] = await pair()
    for (const reason of [undefined, '', ' '])
      expect(said(await merge(from, into, { reason }))).toEqual([400, 'Enter the reason for the merge.'])
    expect(said(await merge(from, from))).toEqual([400, 'Choose another folder.'])
    expect((await merge(from, unknownId)).status).toBe(400)
    expect((await merge(from, 'x')).status).toBe(400)
    expect((await merge(unknownId, into)).status).toBe(404)
  })

  it('without a choice for each person, and with one for anyone else', async () => {
    const from = await company(testApp, testApp.people.eve.id)
    const into = await company(testApp)
    const eve = { userId: testApp.people.eve.id, choice: 'none' }
    const ann = { userId: testApp.people.ann.id, choice: 'add' }
    for (const people of [[], [eve, eve], [eve, ann], [ann], [{ ...eve, choice: 'maybe' }], 'all']) {
      const { status, body } = await merge(from, into, { people })
      expect([status, body.issues[0].path.split('.')[0]]).toEqual([400, 'people'])
    }
    expect((await testApp.eve.get(folderOf(from))).status).toBe(200)
    expect((await testApp.eve.get(folderOf(into))).status).toBe(404)
    expect((await merge(from, into, { people: [eve] })).status).toBe(200)
  })

  it('if one of them is archived, or the duplicate has changed since it was read', async () => {
    const [from, into] = await pair()
    const other = await company(testApp)
    await testApp.alice.patch(folderOf(other), { status: 'archived' })
    expect(said(await merge(from, other))).toEqual([
      409,
      'The folder that you chose is archived. Make it active, or choose another one.',
    ])
    expect((await merge(other, into)).status).toBe(409)
    const body = { intoId: into, reason: 'The same business', people: [] }
    expect((await testApp.alice.post(folderOf(from, '/merge'), body, { 'if-match': '"7"' })).status).toBe(412)
  })

  it('a second time, and the duplicate can’t be opened again', async () => {
    const [from, into] = await pair()
    expect((await merge(from, into)).status).toBe(200)
    const auditLog = async () => (await testApp.auditLog()).filter(({ action }) => action.startsWith('client-folder.'))
    const before = await auditLog()
    expect(said(await merge(from, into))).toEqual([409, 'This folder was already merged into another one.'])
    expect((await merge(into, from)).status).toBe(409)
    expect(said(await testApp.alice.patch(folderOf(from), { status: 'active' }))).toEqual([
      409,
      'This folder was merged into another one, so it can’t be changed.',
    ])
    expect((await testApp.sam.post(folderOf(from, '/messages'), { content: 'Hello' })).status).toBe(409)
    expect(await auditLog()).toEqual(before)
  })
})

describe('a folder can’t be merged into another one', () => {
  it('with agreements or invoices, which can’t be moved', async () => {
    const folders = await pair()
    await sentProposalIn(testApp, folders[0])
    await sentInvoiceIn(testApp, folders[0])
    await expectObstacle(folders, cantBeMoved('1 proposal and 1 invoice'))
    const [from, into] = folders
    expect((await merge(into, from)).status).toBe(200)
  })

  it('with prices of its own', async () => {
    const folders = await pair()
    const price = { serviceRateId: await serviceRate(testApp), hourlyRate: 9000 }
    expect((await testApp.alice.post(folderOf(folders[0], '/client-prices'), price)).status).toBeLessThan(300)
    await expectObstacle(folders, cantBeMoved('1 client price'))
  })

  it('with a document that waits for a signature, or was signed', async () => {
    const waiting = await pair()
    await documentIn(testApp, waiting[0], { requiresSignature: true })
    await expectObstacle(waiting, 'This folder has documents waiting for signatures. Withdraw them first.')
    const signed = await pair()
    const { body } = await addDocument(testApp.sam, signed[0], { requiresSignature: true })
    expect((await testApp.ann.get(body.objectPath)).status).toBe(200)
    await deliveriesStored(testApp.people.ann.id)
    const answer = await sign(testApp.ann, body)
    expect(answer.status, answer.text).toBeLessThan(300)
    await expectObstacle(signed, cantBeMoved('1 signed document'))
  })

  it('on legal hold, until it is released', async () => {
    const folders = await pair()
    const [from, into] = folders
    const hold = await testApp.alice.post(folderOf(from, '/legal-holds'), { reason: 'A claim is pending.' })
    await expectObstacle(folders, 'This folder is on legal hold. Release the hold first.')
    await testApp.alice.post(`/api/legal-holds/${hold.body.id}/release`, { releaseReason: 'Settled.' })
    expect((await merge(from, into)).status).toBe(200)
  })

  it('while someone waits for access to it, or it is being exported', async () => {
    const waiting = await pair()
    const contact = { name: 'Eve Novak', email: 'eve@example.com', ...allRights }
    expect((await testApp.sam.post(contactsOf(waiting[0]), contact)).body.status).toBe('waiting')
    await expectObstacle(waiting, 'Someone is waiting for access to this folder. Confirm or decline the request first.')
    const exported = await pair()
    expect((await testApp.alice.post(folderOf(exported[0], '/exports'))).status).toBe(201)
    await expectObstacle(exported, 'This folder is being exported. Try again in a few minutes.')
  })

  it('while a bulk action has yet to reach it', async () => {
    const folders = await pair()
    const id = newId()
    await testApp.db.run(sql`
      insert into bulk_actions (id, kind, title, content, started_by_id, created_at)
      values (${id}, 'message', 'Hello', '{}', ${testApp.people.alice.id}, now())`)
    await testApp.db.run(sql`
      insert into bulk_action_items (id, bulk_action_id, client_folder_id, name)
      values (${newId()}, ${id}, ${folders[0]}, 'Company')`)
    await expectObstacle(
      folders,
      'A bulk action or an import for this folder is still running. Try again in a few minutes.',
    )
  })
})

describe('concurrent calls', () => {
  it('merge two folders once, in one direction', async () => {
    const [first, second] = await pair()
    const answers = await Promise.all([merge(first, second), merge(first, second), merge(second, first)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    const both = await Promise.all([first, second].map(async (id) => (await testApp.alice.get(folderOf(id))).body))
    expect(both.filter(({ status }) => status === 'archived')).toHaveLength(1)
  })

  it('never leave a message in the duplicate', async () => {
    for (const who of [testApp.ann, testApp.sam, testApp.ann, testApp.sam]) {
      const [from, into] = await pair()
      const content = `Sent to ${from}`
      const [sent, merged] = await Promise.all([who.post(folderOf(from, '/messages'), { content }), merge(from, into)])
      expect(merged.status, merged.text).toBe(200)
      expect([201, 404, 409]).toContain(sent.status)
      const stored = await testApp.db.rows(typed(z.object({ folder: z.string() }))`
        select client_folder_id as folder from messages where content = ${content}`)
      expect(stored).toEqual(sent.status === 201 ? [{ folder: into }] : [])
    }
  })
})

// Last, because the clock moves.
it('a merge requires reauthentication within ten minutes', async () => {
  const [from, into] = await pair()
  testApp.pass({ minutes: 11 })
  const answer = await merge(from, into)
  expect([answer.status, answer.body.code]).toEqual([403, 'step-up'])
  expect((await testApp.alice.get(folderOf(from))).body.status).toBe('active')
})
