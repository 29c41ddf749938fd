import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FolderFigures } from '../../domain/folder-figures.ts'
import { officeDate } from '../../domain/time.ts'
import { type Office, openOffice } from '../../tests/office.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
let office: Office
beforeAll(async () => {
  testApp = await createTestApp({ LOG_LEVEL: 'error' })
  office = await openOffice(testApp, 20_261_126)
})
afterAll(() => testApp.close())

const isOpen = (status: string) => status !== 'completed' && status !== 'cancelled'
const pathOf = (id: string) => `/api/client-folders/${id}/figures`
const figuresOf = async (who: Caller, id: string): Promise<FolderFigures> => (await who.get(pathOf(id))).body

async function allOf(who: Caller, path: string): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = []
  for (let next: string | undefined = path; next !== undefined;) {
    const answer = await who.get(next)
    found.push(...answer.body)
    next = /<([^>]+)>; rel="next"/.exec(String(answer.headers['link'] ?? ''))?.[1]
  }
  return found
}

describe('the figures of a folder', () => {
  it('count what the lists contain, and of assignments the open ones, for the team and for the client', async () => {
    const theirs = office.folders.filter(({ client_id: id }) => id === testApp.people.ann.id).slice(0, 6)
    expect(theirs.length).toBeGreaterThan(2)
    for (const { id } of theirs)
      for (const who of [testApp.alice, testApp.ann]) {
        const { counts } = await figuresOf(who, id)
        const inFolder = (noun: string) => allOf(who, `/api/client-folders/${id}/${noun}?limit=200`)
        const found = (noun: string) => allOf(who, `/api/${noun}?clientFolderId=${id}&limit=200`)
        expect(counts).toMatchObject({
          assignments: (await inFolder('assignments')).filter(({ status }) => isOpen(String(status))).length,
          documents: (await inFolder('documents')).length,
          messages: (await inFolder('messages')).length,
          employees: (await inFolder('employees')).length,
          proposals: (await found('proposals')).length,
          contracts: (await found('contracts')).length,
          invoices: (await found('invoices')).length,
        })
      }
  })

  it('count messages beyond a page', async () => {
    const { id } = testApp.folders.acme
    const before = (await figuresOf(testApp.ann, id)).counts.messages ?? 0
    for (let n = 0; n < 41; n++)
      await testApp.sam.post(`/api/client-folders/${id}/messages`, { content: `Message ${n}` })
    expect((await figuresOf(testApp.ann, id)).counts.messages).toBe(before + 41)
  })

  it('sum what is outstanding, overdue, and paid this year', async () => {
    const today = officeDate(testApp.db.now)
    const year = today.slice(0, 4)
    let checked = 0
    for (const { id } of office.folders) {
      const { money } = await figuresOf(testApp.alice, id)
      const invoices = (await allOf(testApp.alice, `/api/invoices?clientFolderId=${id}&limit=200`)) as {
        status: string
        balance: number
      }[]
      const due = (statuses: string[]) =>
        invoices.filter(({ status }) => statuses.includes(status)).reduce((sum, { balance }) => sum + balance, 0)
      const paid = office.payments.filter(
        ({ client_folder_id: folder, date }) => folder === id && String(date).startsWith(year),
      )
      expect(money).toEqual({
        outstanding: due(['sent', 'overdue']),
        overdue: due(['overdue']),
        paidThisYear: paid.reduce((sum, { amount }) => sum + Number(amount), 0),
      })
      checked += paid.length
    }
    expect(checked).toBeGreaterThan(10)
  })

  it('are null for parts that a contact cannot see', async () => {
    const { id } = testApp.folders.acme
    const person = { name: 'Cora Lind', email: 'cora@acme.example', money: false, documents: false, messages: true }
    const { userId } = (await testApp.sam.post(`/api/client-folders/${id}/contacts`, person)).body
    const { counts, money } = await figuresOf(await testApp.signIn(userId, 'client'), id)
    expect(money).toBeNull()
    expect(counts.messages).toBeGreaterThan(40)
    expect({ ...counts, messages: null }).toEqual(Object.fromEntries(Object.keys(counts).map((key) => [key, null])))
  })

  it('are hidden from another client, other staff members, and visitors', async () => {
    const path = pathOf(testApp.folders.acme.id)
    expect((await testApp.eve.get(path)).status).toBe(404)
    expect((await testApp.sue.get(path)).status).toBe(404)
    expect((await testApp.visitor.get(path)).status).toBe(401)
    expect((await testApp.alice.get(pathOf('not-an-id'))).status).toBe(404)
  })
})
