import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../api/index.ts'
import { openTab } from '../../tests/tab.ts'
import { createWorld, type World } from '../../tests/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await world.goLive()
})
afterAll(() => world.close())

const acme = (rest: string) => `/api/client-folders/${world.folders.acme.id}${rest}`
/** A stream that does not end, and the way out. */
const closes = new Set(['/api/events', '/api/logout'])

const notes = () => acme('/staff-notes')

describe('a staff-only note', () => {
  it('is there for the team, with its author, and leaves its trace', async () => {
    const answer = await world.sam.post(notes(), { content: 'They pay late' })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ content: 'They pay late', authorName: 'Sam Carter' })
    expect((await world.trail()).at(-1)).toMatchObject({ action: 'staff-note.added', details: {} })
    for (const who of [world.sam, world.alice, world.mona]) expect((await who.get(notes())).body).toEqual([answer.body])
  })

  it('of a colleague rings for the staff member who has the folder, without its text', async () => {
    const letters = (await world.mail()).length
    await world.sam.post(notes(), { content: 'Mine' })
    expect(await world.mail()).toHaveLength(letters)
    await world.alice.post(notes(), { content: 'canary: call them' })
    const letter = (await world.mail()).at(-1)
    expect(letter).toMatchObject({ to: 'sam@example.com', subject: 'A staff-only note is waiting for you' })
    expect(letter?.text).not.toContain('canary')
    expect((await world.sam.get('/api/notices?limit=1')).body[0]).toMatchObject({
      subject: 'A staff-only note is waiting for you',
      actorName: 'Alice Moore',
    })
  })

  it('is no message: the thread keeps waiting for an answer', async () => {
    await world.ann.post(acme('/messages'), { content: 'Are you there?' })
    const before = (await world.sam.get(acme('/messages'))).body
    await world.sam.post(notes(), { content: 'I will answer tomorrow' })
    expect((await world.sam.get(acme('/messages'))).body).toEqual(before)
    expect((await world.sam.get('/api/waiting-threads')).body).toHaveLength(1)
  })

  it.each([
    [{ content: '' }, 'Please write a note.'],
    [{ content: 'x'.repeat(10_001) }, expect.stringContaining('10,000')],
    [{ content: 'Hi', isFromClient: true }, expect.stringContaining('isFromClient')],
  ])('is refused as %j', async (body, sentence) => {
    const answer = await world.sam.post(notes(), body)
    expect([answer.status, answer.body.message]).toEqual([400, sentence])
  })

  it('is closed to the client, another client, another staff member and a visitor', async () => {
    for (const who of [world.ann, world.eve, world.sue]) {
      expect((await who.get(notes())).status).toBe(404)
      expect((await who.post(notes(), { content: 'Hello' })).status).toBe(404)
    }
    expect((await world.visitor.get(notes())).status).toBe(401)
  })

  it('in an archived folder is read, and none is added', async () => {
    await world.alice.patch(acme(''), { status: 'archived' })
    expect((await world.sam.post(notes(), { content: 'Late' })).body.code).toBe('conflict')
    expect((await world.sam.get(notes())).status).toBe(200)
    await world.alice.patch(acme(''), { status: 'active' })
  })

  it('never reaches its client: by no call, letter, live notice or count', async () => {
    const word = 'wolframite'
    world.pass({ minutes: 3 })
    const tab = await openTab(await world.address(), world.ann, `?clientFolderId=${world.folders.acme.id}`)
    const [unread, letters] = [(await world.ann.get('/api/notices/figures')).body, (await world.mail()).length]
    const dashboard = (await world.ann.get('/api/dashboard')).body
    const ids: string[] = []
    for (const who of [world.sam, world.alice]) {
      const note = (await who.post(notes(), { content: `${word} between us` })).body
      ids.push(note.id)
      await who.patch(`/api/drafts/${world.folders.acme.id}`, { note: `${word} draft` })
    }
    expect((await world.sam.get(notes())).text).toContain(word)
    let answered = 0
    for (const { path, query } of endpoints.filter(({ method, path: each }) => method === 'GET' && !closes.has(each))) {
      const own = path.startsWith('/api/client-folders/') ? world.folders.acme.id : String(ids[0])
      const url = path
        .replace(':id', own)
        .replace(':folder', world.folders.acme.id)
        .replace(/:[a-z]+/i, 'messages')
      for (const address of [url, ...('q' in query.shape ? [`${url}?q=${word}`] : [])]) {
        const answer = await world.ann.get(address)
        if (answer.status === 200) answered++
        const text = answer.text.replaceAll(`q=${word}`, '')
        for (const secret of [word, ...ids]) expect(text.includes(secret), `${address} says ${secret}`).toBe(false)
      }
    }
    expect(answered).toBeGreaterThan(20)
    for (const id of ids)
      for (const noun of ['documents', 'assignments', 'contracts', 'proposals', 'invoices', 'staff-notes', 'messages'])
        expect((await world.ann.get(`/api/${noun}/${id}`)).status).toBe(404)
    expect((await world.ann.get(acme('/audit'))).status).toBe(403)
    expect((await world.ann.get('/api/notices/figures')).body).toEqual(unread)
    expect((await world.ann.get('/api/dashboard')).body).toEqual(dashboard)
    const since = (await world.mail()).slice(letters)
    expect(since.length).toBeGreaterThan(0)
    expect(since.filter(({ to, text }) => to === 'ann@example.com' || text.includes(word))).toEqual([])
    // A message after them has come through the same stream: what was before it has been there, or never will be.
    await world.sam.post(acme('/messages'), { content: 'The last of this story' })
    await expect.poll(() => tab.heard.some(({ type }) => type === 'messages')).toBe(true)
    expect(tab.heard.map(({ type }) => type)).not.toContain('staff-notes')
    expect(tab.text()).not.toMatch(new RegExp([word, ...ids].join('|')))
    tab.close()
    const stored = await world.db.rows(sql`
      select id from messages where content like ${`%${word}%`} union all select id from audit_entries where details::text like ${`%${word}%`}`)
    expect(stored).toEqual([])
  })
})
