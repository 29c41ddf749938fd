// Searching the comments on assignments, which only those may find who may read them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { company, contactIn } from '../../tests/contacts.ts'
import { find, recentIds } from '../../tests/searches.ts'
import { staffMember } from '../../tests/staff.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

async function assignmentIn(folder: string): Promise<string> {
  const body = { title: 'Send the handbook', description: 'The one from 2024 will do.' }
  return (await testApp.sam.post(`/api/client-folders/${folder}/assignments`, body)).body.id
}

async function comment(assignmentId: string, content: string, by: Caller = testApp.sam): Promise<string> {
  const answer = await by.post(`/api/assignments/${assignmentId}/comments`, { content })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.id
}

const idsFor = async (caller: Caller, q: string) =>
  (await find(caller, q))['assignment-comments']?.map(({ id }) => id) ?? []

describe('searching comments on assignments', () => {
  it('finds one for both sides, with its assignment, its folder, and an excerpt around the words', async () => {
    const assignmentId = await assignmentIn(testApp.folders.acme.id)
    const before = 'We spoke about it for a long time. '.repeat(10)
    const id = await comment(assignmentId, `${before}\nThe gingko policy is missing.${' Thank you.'.repeat(30)}`)
    for (const caller of [testApp.ann, testApp.sam, testApp.alice]) {
      const { 'assignment-comments': comments, ...others } = await find(caller, 'policy GINGKO')
      expect(others).toEqual({})
      expect(comments).toEqual([
        {
          id,
          title: 'Send the handbook · Acme Tooling',
          detail: expect.stringMatching(/^….*The gingko policy is missing\. Thank you\..*…$/),
          status: null,
          clientFolderId: testApp.folders.acme.id,
          assignmentId,
        },
      ])
    }
    expect(await recentIds(testApp.ann, `assignment-comments:${id}`)).toEqual([id])
  })

  it('finds the newest five of several assignments, and none for short words alone', async () => {
    const folder = await company(testApp)
    const [first, second] = [await assignmentIn(folder), await assignmentIn(folder)]
    const ids: string[] = []
    for (let number = 1; number <= 6; number++)
      ids.push(await comment(number % 2 === 0 ? first : second, 'Zq wisteria'))
    expect(await idsFor(testApp.ann, 'wisteria')).toEqual(ids.toReversed().slice(0, 5))
    expect(await idsFor(testApp.ann, 'zq')).toEqual([])
    expect(await idsFor(testApp.ann, 'wist%')).toEqual([])
  })

  it('hides it from other clients, staff who are not assigned, and bookkeepers', async () => {
    const id = await comment(await assignmentIn(testApp.folders.acme.id), 'A persimmon for Acme', testApp.ann)
    const bookkeeper = await staffMember(testApp, 'Bo', { staffAccess: 'bookkeeper' })
    for (const caller of [testApp.eve, testApp.sue, bookkeeper.caller]) {
      expect(await find(caller, 'persimmon')).toEqual({})
      expect(await recentIds(caller, `assignment-comments:${id}`)).toEqual([])
    }
    expect(await idsFor(testApp.sam, 'persimmon')).toEqual([id])
    expect((await testApp.visitor.get('/api/search?q=persimmon')).status).toBe(401)
  })

  it('shows it to contacts only with access to documents', async () => {
    const folder = await company(testApp)
    const id = await comment(await assignmentIn(folder), 'The quince is late')
    const reader = await contactIn(testApp, folder, { documents: true })
    const others = await contactIn(testApp, folder, { money: true, messages: true })
    expect(await idsFor(reader.cora, 'quince')).toEqual([id])
    expect(await find(others.cora, 'quince')).toEqual({})
    expect(await recentIds(others.cora, `assignment-comments:${id}`)).toEqual([])
  })

  it('does not find a retracted comment, by its words or as a recent item', async () => {
    const id = await comment(await assignmentIn(testApp.folders.acme.id), 'Please forget the rambutan')
    expect(await idsFor(testApp.ann, 'rambutan')).toEqual([id])
    expect((await testApp.sam.post(`/api/assignment-comments/${id}/retraction`)).status).toBe(200)
    for (const caller of [testApp.ann, testApp.sam]) {
      expect(await find(caller, 'rambutan')).toEqual({})
      expect(await recentIds(caller, `assignment-comments:${id}`)).toEqual([])
    }
  })
})
