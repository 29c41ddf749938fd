// Searching the texts of messages and staff notes, which only those may find who may read them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { find, recentIds } from '../../tests/searches.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

describe('searching text', () => {
  const send = async (caller: Caller, content: string, folderId = testApp.folders.acme.id) => {
    const answer = await caller.post(`/api/client-folders/${folderId}/messages`, { content })
    expect(answer.status, answer.text).toBe(201)
    return answer.body.id as string
  }
  const note = async (caller: Caller, content: string) => {
    const answer = await caller.post(`/api/client-folders/${testApp.folders.acme.id}/staff-notes`, { content })
    expect(answer.status, answer.text).toBe(201)
    return answer.body.id as string
  }

  it('finds a message for both sides, with an excerpt around the words', async () => {
    const { ann, sam, alice, folders } = testApp
    const before = 'We spoke about it for a long time. '.repeat(10)
    const id = await send(ann, `${before}\nThe gingko policy <b>is</b> missing.${' Thank you.'.repeat(30)}`)
    for (const caller of [ann, sam, alice]) {
      const { messages, ...others } = await find(caller, 'policy GINGKO')
      expect(others).toEqual({})
      expect(messages).toEqual([
        {
          id,
          title: 'Acme Tooling',
          detail: expect.stringMatching(/^….*time\. The gingko policy <b>is<\/b> missing\. Thank you\..*…$/),
          status: null,
          clientFolderId: folders.acme.id,
        },
      ])
    }
    expect(await recentIds(ann, `messages:${id}`)).toEqual([id])
  })

  it('finds the newest five messages, and a short word at the start of a line', async () => {
    const { ann, sam } = testApp
    const ids = []
    for (const content of ['wisteria 1', 'my wisteria', 'wisteria 3', 'a\nto wisteria', 'not wisteria', 'wisteria 6'])
      ids.push(await send(sam, content))
    expect((await find(ann, 'wisteria')).messages?.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 5))
    expect((await find(ann, 'wisteria to')).messages?.map(({ detail }) => detail)).toEqual(['a to wisteria'])
  })

  it('searches no texts for short words alone, and no characters as wildcards', async () => {
    const { ann, sam } = testApp
    await send(ann, 'Zq zqx')
    await note(sam, 'Zq zqx')
    expect(await find(sam, 'zq')).toEqual({})
    expect(Object.keys(await find(sam, 'zqx'))).toEqual(['messages', 'staff-notes'])
    for (const words of ['zq_', 'zq%', 'z%x', '%%%']) expect(await find(sam, words), words).toEqual({})
  })

  it('hides a message from other clients and from staff who are not assigned', async () => {
    const { ann, sam, sue, eve, mona, folders } = testApp
    const id = await send(ann, 'A persimmon for my consultant')
    expect((await find(sam, 'persimmon')).messages?.map((item) => item.id)).toEqual([id])
    for (const caller of [sue, eve]) {
      expect(await find(caller, 'persimmon')).toEqual({})
      expect(await recentIds(caller, `messages:${id}`)).toEqual([])
    }
    // People outside the folder still find messages of their own folder.
    const own = await send(eve, 'A persimmon, too', folders.elmwood.id)
    expect((await find(eve, 'persimmon')).messages?.map((item) => item.id)).toEqual([own])
    expect((await find(ann, 'persimmon')).messages?.map((item) => item.id)).toEqual([id])
    expect((await find(mona, 'persimmon')).messages?.map((item) => item.id)).toEqual([own, id])
  })

  it('shows messages only to contacts with access to messages, and a staff-only note to none', async () => {
    const { ann, sam, folders } = testApp
    const id = await send(ann, 'The quince is late')
    const secret = await note(sam, 'The quince is never on time')
    const contact = async (email: string, rights: object) => {
      const body = { name: 'Cora Lind', email, money: false, documents: false, messages: false, ...rights }
      const answer = await sam.post(`/api/client-folders/${folders.acme.id}/contacts`, body)
      expect(answer.status, answer.text).toBe(201)
      return testApp.signIn(answer.body.userId, 'client')
    }
    const writer = await contact('writer@example.com', { messages: true })
    expect((await find(writer, 'quince')).messages?.map((item) => item.id)).toEqual([id])
    const others = await contact('others@example.com', { money: true, documents: true })
    expect(await find(others, 'quince')).toEqual({})
    expect(await recentIds(others, `messages:${id}`)).toEqual([])
    const all = await contact('all@example.com', { money: true, documents: true, messages: true })
    for (const caller of [writer, others, all]) {
      expect(await find(caller, 'quince never')).toEqual({})
      expect(await recentIds(caller, `staff-notes:${secret}`)).toEqual([])
    }
  })

  it('shows a staff-only note to the team of its folder, and never to a client', async () => {
    const { ann, eve, sam, sue, alice, mona } = testApp
    const id = await note(alice, 'They medlar with everything')
    for (const caller of [sam, alice, mona]) {
      const { 'staff-notes': notes, ...others } = await find(caller, 'medlar')
      expect(others).toEqual({})
      expect(notes?.map(({ id: each, detail }) => [each, detail])).toEqual([[id, 'They medlar with everything']])
      expect(await recentIds(caller, `staff-notes:${id}`)).toEqual([id])
    }
    for (const caller of [ann, eve, sue]) {
      expect(await find(caller, 'medlar')).toEqual({})
      expect(await find(caller, 'medlar everything')).toEqual({})
      expect(await recentIds(caller, `staff-notes:${id}`)).toEqual([])
      expect(await recentIds(caller, `messages:${id}`)).toEqual([])
    }
  })

  it('does not find a retracted message, by its words or as a recent item', async () => {
    const { ann, sam } = testApp
    const id = await send(ann, 'Please forget the rambutan')
    expect((await find(sam, 'rambutan')).messages?.map((item) => item.id)).toEqual([id])
    expect((await ann.post(`/api/messages/${id}/retraction`)).status).toBe(200)
    for (const caller of [ann, sam]) {
      expect(await find(caller, 'rambutan')).toEqual({})
      expect(await recentIds(caller, `messages:${id}`)).toEqual([])
    }
  })

  it('finds a message in an archived folder, which can still be read', async () => {
    const { ann, alice, folders } = testApp
    const id = await send(ann, 'The last loquat')
    const setStatus = (status: string) => alice.patch(`/api/client-folders/${folders.acme.id}`, { status })
    expect((await setStatus('archived')).status).toBe(200)
    expect((await find(ann, 'loquat')).messages?.map((item) => item.id)).toEqual([id])
    expect((await setStatus('active')).status).toBe(200)
  })
})
