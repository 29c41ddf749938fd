// An invitation to an address that isn't confirmed, which gets at most three emails a day.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { company, emailsTo, noRights } from '../../tests/contacts.ts'
import { signInAgain } from '../../tests/follow-ups.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { newId } from '../kit/id.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp({}, { atHour: 9 })))
afterAll(() => testApp.close())

const path = '/api/bulk-actions'

async function newClient(): Promise<{ id: string; email: string }> {
  const email = `${newId()}@example.com`
  const { id } = (await testApp.alice.post('/api/users', { email, firstName: 'Ida', lastName: 'Moss', role: 'client' }))
    .body
  return { id, email }
}

/** Invites everyone in a folder; the status and the reason. */
async function invite(folderId: string): Promise<[string, string | null]> {
  const { body } = await testApp.alice.post(path, { kind: 'invitation', recipients: { folderIds: [folderId] } })
  await testApp.runJobs('run-bulk-actions')
  const [item] = (await testApp.alice.get(`${path}/${body.id}/items`)).body
  return [item.status, item.reason]
}

const countOf = async (email: string) => (await emailsTo(testApp, email)).length

describe('a bulk invitation of an address that isn’t confirmed', () => {
  it('is skipped after three emails, and sent on the next day', async () => {
    const { id, email } = await newClient()
    const folder = await company(testApp, id)
    for (let sent = await countOf(email); sent < 3; sent++) expect(await invite(folder)).toEqual(['done', null])
    const limit =
      'No email was sent: someone who hasn’t set up their account gets at most 3 emails a day. Invite them again tomorrow.'
    expect(await invite(folder)).toEqual(['skipped', limit])
    expect(await countOf(email)).toBe(3)
    testApp.pass({ hours: 24 })
    await signInAgain(testApp)
    expect(await invite(folder)).toEqual(['done', null])
    expect(await countOf(email)).toBe(4)
  })

  it('is skipped for a folder in which only some could be invited, and says so', async () => {
    const { id, email } = await newClient()
    const folder = await company(testApp, id)
    for (let sent = await countOf(email); sent < 3; sent++) await invite(folder)
    const contact = `${newId()}@example.com`
    const added = await testApp.alice.post(`/api/client-folders/${folder}/contacts`, {
      name: 'Cora Lind',
      email: contact,
      ...noRights,
      documents: true,
    })
    expect(added.status, added.text).toBe(201)
    const before = await countOf(contact)
    expect(await invite(folder)).toEqual(['skipped', expect.stringMatching(/^Not everyone was invited: someone who/)])
    expect([await countOf(email), await countOf(contact)]).toEqual([3, before + 1])
  })
})
