// Encrypted text that people wrote is not readable in a database dump, and can still be found by search.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dumpOf } from '../../tests/dump.ts'
import { applying } from '../../tests/hr-forms.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

it('stores no drafts, assistant questions, or names on forms as plain text in a dump', async () => {
  const { acme } = testApp.folders
  const secrets = [
    'Drafted about Quillfeather',
    'Noted about Quillfeather',
    'May we dismiss Quillfeather',
    'Odalys Quillfeather',
  ]
  await testApp.sam.patch(`/api/drafts/${acme.id}`, { message: secrets[0], note: secrets[1] })
  const asked = await testApp.ann.post('/api/hr-assistant', {
    query: `${secrets[2]} over a cold?`,
    clientFolderId: acme.id,
  })
  const sent = await testApp.ann.post('/api/hr-forms', applying({ firstName: 'Odalys', lastName: 'Quillfeather' }))
  expect([asked.status, sent.status], `${asked.text} ${sent.text}`).toEqual([201, 201])
  const dump = await dumpOf(testApp)
  for (const form of ['Quillfeather', Buffer.from('Quillfeather').toString('hex')])
    expect(dump.includes(form)).toBe(false)

  expect((await testApp.sam.get(`/api/drafts/${acme.id}`)).body).toMatchObject({
    message: secrets[0],
    note: secrets[1],
  })
  const { id } = sent.body.submission
  const found = await testApp.sam.get('/api/hr-form-submissions?q=quillF')
  expect(found.body.map((each: { id: string; subjectName: string }) => [each.id, each.subjectName])).toEqual([
    [id, secrets[3]],
  ])
  expect((await testApp.sam.get('/api/hr-form-submissions?q=Quillfeathers')).body).toEqual([])
  const history = await testApp.ann.get('/api/hr-assistant/conversations?q=QUILLFEATHER')
  expect(history.body.map((each: { id: string }) => each.id)).toEqual([asked.body.id])
})

it('encrypts what earlier releases stored as plain text after the start', async () => {
  const { acme } = testApp.folders
  await testApp.db.run(sql`
    insert into message_drafts (user_id, client_folder_id, kind, content, saved_at)
    values (${testApp.people.ann.id}, ${acme.id}, 'message', 'Earlier draft Zimmerwald', now())`)
  await testApp.db.run(sql`
    insert into bot_conversations (id, user_id, query, response, kind, language, confidence, needs_review, created_at)
    values (gen_random_uuid(), ${testApp.people.ann.id}, 'Earlier question Zimmerwald', 'Earlier answer Zimmerwald', 'not-found', 'en', 40, true, now())`)
  await testApp.db.run(sql`update hr_form_submissions set subject_name = 'Earlier name Zimmerwald'`)
  await testApp.db.run(sql`select graphile_worker.add_job('encrypt-stored-data')`)
  await testApp.runJobs()
  expect((await dumpOf(testApp)).includes('Zimmerwald')).toBe(false)
  expect((await testApp.ann.get(`/api/drafts/${acme.id}`)).body.message).toBe('Earlier draft Zimmerwald')
  const [conversation] = (await testApp.ann.get('/api/hr-assistant/conversations?q=zimmerwald')).body
  expect(conversation).toMatchObject({ query: 'Earlier question Zimmerwald', response: 'Earlier answer Zimmerwald' })
})

it('moves an earlier release’s details of a crisis question into the encrypted text', async () => {
  const { id } = (await testApp.ann.post('/api/hr-assistant', { query: 'I want to kill myself' })).body
  const { createdAt, ...asked } = (await testApp.ann.get(`/api/hr-assistant/conversations/${id}`)).body
  await testApp.db.run(sql`
      update bot_conversations set content_encrypted = null, query = ${asked.query}, response = ${asked.response}, confidence = 3,
        kind = 'crisis', crisis = 'self-harm', language = 'en', relevant_policy_ids = '{}' where id = ${id}`)
  await testApp.db.run(sql`select graphile_worker.add_job('encrypt-stored-data')`)
  await testApp.runJobs()
  const stored = await testApp.db.rows(sql`
      select query, response, kind, crisis, language, confidence, relevant_policy_ids as policies from bot_conversations where id = ${id}`)
  const empty = {
    query: null,
    response: null,
    kind: null,
    crisis: null,
    language: null,
    confidence: null,
    policies: null,
  }
  expect(stored).toEqual([empty])
  expect((await testApp.ann.get(`/api/hr-assistant/conversations/${id}`)).body).toEqual({ ...asked, createdAt })
})

it('pages through search results without losing or repeating one', async () => {
  for (let i = 0; i < 7; i++)
    await testApp.eve.post('/api/hr-assistant', {
      query: i % 2 ? `Xylophone question ${i}?` : `Another question ${i}?`,
    })
  const read = async (path: string): Promise<string[]> => {
    const { body, headers } = await testApp.eve.get(path)
    const next = /<([^>]+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1]
    return [...body.map(({ query }: { query: string }) => query), ...(next === undefined ? [] : await read(next))]
  }
  expect(await read('/api/hr-assistant/conversations?q=xylophone&limit=1')).toEqual(
    [5, 3, 1].map((i) => `Xylophone question ${i}?`),
  )
})
