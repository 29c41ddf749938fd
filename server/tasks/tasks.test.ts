import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '../../api/index.ts'
import type { WorkItem } from '../../domain/work-queue.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { openTab } from '../../tests/event-stream.ts'
import { taskInput } from '../../tests/architecture/rights-tasks.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ LOG_LEVEL: 'error' }, { atHour: 10 })
  await testApp.goLive()
})
afterAll(() => testApp.close())
beforeEach(() => testApp.db.run(sql`delete from tasks`))

const path = '/api/tasks'
const today = () => officeDate(testApp.db.now)
const inDays = (days: number) => daysAfter(today(), days)
const create = async (more: object = {}, who = testApp.sam) => {
  const { status, body, text } = await who.post(path, taskInput(testApp, more))
  expect(status, text).toBe(201)
  return body
}
const internal = (more: object = {}, who = testApp.sam) => create({ clientFolderId: null, ...more }, who)
const lastEntry = async () => (await testApp.auditLog()).at(-1)
const titles = async (query: string, who = testApp.sam) =>
  (await who.get(`${path}?${query}`)).body.map(({ title }: { title: string }) => title)
const setStatus = (id: string, status: string, who = testApp.sam, headers = {}) =>
  who.patch(`${path}/${id}/status`, { status }, headers)
const archive = (status: string) => testApp.alice.patch(`/api/client-folders/${testApp.folders.acme.id}`, { status })
const queueOf = async (who: Caller, view: string): Promise<WorkItem[]> =>
  (await who.get(`/api/work-queue?view=${view}`)).body.items.filter(({ kind }: WorkItem) => kind === 'due-task')

describe('a team task', () => {
  it('belongs to its creator by default, and is audited without its texts', async () => {
    const task = await create({ notes: 'Mind the leave policy', dueDate: inDays(3) })
    expect(task).toMatchObject({
      clientFolderName: 'Acme Tooling',
      assigneeId: testApp.people.sam.id,
      assigneeName: 'Sam Carter',
      status: 'to-do',
      checklist: [
        { text: 'Read it', isDone: false },
        { text: 'Write our comments', isDone: false },
      ],
      allowed: ['edit', 'change-status', 'delete'],
    })
    expect(await lastEntry()).toMatchObject({ action: 'task.created', entityId: task.id })
    expect(JSON.stringify(await testApp.auditLog())).not.toMatch(
      /Mind the leave|Review the handbook|Write our comments/,
    )
    const { history, ...read } = (await testApp.sam.get(`${path}/${task.id}`)).body
    expect(read).toEqual(task)
    expect(history).toMatchObject([{ action: 'task.created', actorName: 'Sam Carter' }])
  })

  it('says who completed and who reopened it, and when', async () => {
    const { id } = await create()
    expect((await setStatus(id, 'in-progress')).body.status).toBe('in-progress')
    const done = (await setStatus(id, 'done', testApp.alice)).body
    expect(done).toMatchObject({ status: 'done', completedByName: 'Alice Moore', allowed: ['change-status', 'delete'] })
    expect(done.completedAt.slice(0, 10)).toBe(testApp.db.now.toISOString().slice(0, 10))
    expect((await setStatus(id, 'to-do')).body).toMatchObject({ completedAt: null, completedByName: null })
    const { history } = (await testApp.sam.get(`${path}/${id}`)).body
    expect(history.map(({ action }: { action: string }) => action)).toEqual([
      'task.created',
      'task.in-progress',
      'task.done',
      'task.reopened',
    ])
  })

  it('has a checklist, in which single items are checked', async () => {
    const { id, checklist } = await create()
    const check = (isDone: boolean) => testApp.sam.patch(`${path}/${id}/checklist`, { itemId: checklist[1].id, isDone })
    expect((await check(true)).body.checklist.map(({ isDone }: { isDone: boolean }) => isDone)).toEqual([false, true])
    expect(await lastEntry()).toMatchObject({ action: 'task.checked', details: { itemId: checklist[1].id } })
    const edited = await testApp.sam.put(
      `${path}/${id}`,
      taskInput(testApp, { checklist: [checklist[1], { text: 'Call' }] }),
    )
    expect(edited.body.checklist).toMatchObject([{ id: checklist[1].id }, { text: 'Call', isDone: false }])
    await check(false)
    expect(await lastEntry()).toMatchObject({ action: 'task.unchecked' })
  })

  it('moves between folders and becomes internal, with the people who then see it', async () => {
    const { id } = await create({}, testApp.alice)
    const moved = await testApp.alice.put(
      `${path}/${id}`,
      taskInput(testApp, { clientFolderId: testApp.folders.elmwood.id, assigneeId: testApp.people.sue.id }),
    )
    expect(moved.body).toMatchObject({ clientFolderId: testApp.folders.elmwood.id, assigneeName: 'Sue Bennett' })
    expect((await testApp.sam.get(`${path}/${id}`)).status).toBe(404)
    await testApp.alice.put(`${path}/${id}`, taskInput(testApp, { clientFolderId: null }))
    expect((await testApp.sue.get(`${path}/${id}`)).body.clientFolderId).toBe(null)
  })

  it('is deleted by its creator and by administrators', async () => {
    const { id } = await create()
    expect((await testApp.sam.delete(`${path}/${id}`)).status).toBe(200)
    expect(await lastEntry()).toMatchObject({ action: 'task.deleted', entityId: id })
    expect((await testApp.sam.get(`${path}/${id}`)).status).toBe(404)
    const other = await create()
    expect((await testApp.mona.delete(`${path}/${other.id}`)).status).toBe(200)
  })

  it('is sent live to the team, and to no client', async () => {
    const [sam, ann] = await Promise.all([
      openTab(await testApp.address(), testApp.sam, ''),
      openTab(await testApp.address(), testApp.ann, `?clientFolderId=${testApp.folders.acme.id}`),
    ])
    const { id } = await create({}, testApp.alice)
    await expect.poll(() => sam.text()).toContain(id)
    await testApp.sam.post(`/api/client-folders/${testApp.folders.acme.id}/messages`, { content: 'Hello' })
    await expect.poll(() => ann.received.some(({ type }) => type === 'messages')).toBe(true)
    expect(ann.received.map(({ type }) => type)).not.toContain('tasks')
    sam.close()
    ann.close()
  })

  it('never reaches a client, by any call, email, or folder export', async () => {
    const word = 'wolframite'
    const { id } = await create({ title: `Ask about ${word}`, notes: word, dueDate: today() })
    const [emails, dashboard] = [(await testApp.mail()).length, (await testApp.ann.get('/api/dashboard')).body]
    const closes = new Set(['/api/events', '/api/logout'])
    for (const { path: address, query } of endpoints.filter(
      ({ method, path: at }) => method === 'GET' && !closes.has(at),
    )) {
      const own = address.startsWith('/api/client-folders/') ? testApp.folders.acme.id : (id as string)
      const url = address
        .replace(':id', own)
        .replace(':folder', testApp.folders.acme.id)
        .replace(/:[a-z]+/i, 'tasks')
      for (const asked of [url, ...('q' in query.shape ? [`${url}?q=${word}`] : [])]) {
        const text = (await testApp.ann.get(asked)).text.replaceAll(`q=${word}`, '')
        expect(text.includes(word), asked).toBe(false)
      }
    }
    expect((await testApp.ann.get('/api/dashboard')).body).toEqual(dashboard)
    expect((await testApp.mail()).slice(emails)).toEqual([])
  })
})

describe('the list of tasks', () => {
  it('shows staff the tasks of their folders and their own internal ones; administrators see all', async () => {
    await create({ title: 'Of Acme' })
    await internal({ title: 'Sam’s own' })
    await internal({ title: 'For Sam', assigneeId: testApp.people.sam.id }, testApp.sue)
    await internal({ title: 'Sue’s own' }, testApp.sue)
    expect((await titles('order=title')).toSorted()).toEqual(['For Sam', 'Of Acme', 'Sam’s own'])
    expect((await titles('order=title', testApp.sue)).toSorted()).toEqual(['For Sam', 'Sue’s own'])
    expect(await titles('', testApp.alice)).toHaveLength(4)
  })

  it('is filtered by folder, person, status, and due date, earliest first', async () => {
    await create({ title: 'Later', dueDate: inDays(5) })
    await create({ title: 'Soon', dueDate: inDays(1), assigneeId: null })
    await create({ title: 'Some day', assigneeId: testApp.people.alice.id })
    const { id } = await internal({ title: 'Done', notes: 'quarry' })
    await setStatus(id, 'done')
    expect(await titles('')).toEqual(['Soon', 'Later', 'Some day', 'Done'])
    expect(await titles('order=due-desc&status=open')).toEqual(['Some day', 'Later', 'Soon'])
    expect(await titles('order=title-desc')).toEqual(['Soon', 'Some day', 'Later', 'Done'])
    expect(await titles(`clientFolderId=${testApp.folders.acme.id}&status=open`)).toHaveLength(3)
    expect(await titles('status=done&order=completed')).toEqual(['Done'])
    expect(await titles('assignee=none')).toEqual(['Soon'])
    expect(await titles(`assignee=${testApp.people.alice.id}`)).toEqual(['Some day'])
    expect(await titles('assignee=me&status=open')).toEqual(['Soon', 'Later'])
    expect(await titles(`from=${inDays(2)}&to=${inDays(6)}`)).toEqual(['Later'])
    expect(await titles('q=quarry')).toEqual(['Done'])
    expect(await titles('q=acme')).toHaveLength(3)
    const csv = await testApp.sam.get(`${path}/csv?status=done`)
    expect(csv.text).toContain('Done,quarry,,Sam Carter,done')
    expect((await testApp.sam.get(`/api/search?q=quarry`)).body.groups).toMatchObject([
      { kind: 'tasks', items: [{ id, title: 'Done', status: 'done' }] },
    ])
    expect((await testApp.sue.get(`/api/search?q=quarry`)).body.groups).toEqual([])
  })

  it('leaves out open tasks of archived folders, which the folder still shows', async () => {
    const { id } = await create({ dueDate: today() })
    await archive('archived')
    expect(await titles('status=open')).toEqual([])
    expect(await queueOf(testApp.sam, 'all')).toEqual([])
    expect(await titles(`status=open&clientFolderId=${testApp.folders.acme.id}`)).toHaveLength(1)
    expect((await testApp.sam.get(`${path}/${id}`)).body.allowed).toEqual([])
    for (const answer of [
      await setStatus(id, 'done'),
      await testApp.sam.put(`${path}/${id}`, taskInput(testApp)),
      await testApp.sam.delete(`${path}/${id}`),
      await testApp.sam.post(path, taskInput(testApp)),
    ])
      expect(answer.status).toBe(409)
    await archive('active')
  })
})

describe('an assignee', () => {
  it('is notified by a colleague, without the task’s title in the email', async () => {
    const emails = (await testApp.mail()).length
    await create()
    expect(await testApp.mail()).toHaveLength(emails)
    const { id } = await create({ assigneeId: testApp.people.sam.id, title: 'Call the canary' }, testApp.alice)
    const email = (await testApp.mail()).at(-1)
    expect(email).toMatchObject({ to: 'sam@example.com', subject: 'ProHR portal: a task was assigned to you' })
    expect(email?.text).not.toContain('canary')
    expect((await testApp.sam.get('/api/notifications?limit=1')).body[0]).toMatchObject({
      kind: 'assignments',
      subject: 'Task assigned to you: Call the canary',
      path: `/tasks?panel=tasks/${id}`,
    })
    await testApp.alice.put(`${path}/${id}`, taskInput(testApp, { title: 'Call them' }))
    expect(await testApp.mail()).toHaveLength(emails + 1)
  })

  it('is anyone who can see the folder, and for an internal task anyone on the team', async () => {
    const names = async (query = '') =>
      (await testApp.sam.get(`${path}/assignees${query}`)).body.map(({ name }: { name: string }) => name)
    expect(await names(`?clientFolderId=${testApp.folders.acme.id}`)).toEqual([
      'Alice Moore',
      'Mona Reyes',
      'Sam Carter',
    ])
    expect(await names()).toEqual(['Alice Moore', 'Mona Reyes', 'Sam Carter', 'Sue Bennett'])
    const elmwood = `${path}/assignees?clientFolderId=${testApp.folders.elmwood.id}`
    expect((await testApp.sam.get(elmwood)).status).toBe(404)
  })

  it('who loses access to the folder loses the task, which becomes unassigned and is listed for the lead', async () => {
    const members = `/api/client-folders/${testApp.folders.acme.id}/members`
    const member = (await testApp.alice.post(members, { userId: testApp.people.sue.id })).body
    const { id } = await create({ assigneeId: testApp.people.sue.id, dueDate: today() })
    expect(await queueOf(testApp.sue, 'mine')).toMatchObject([{ id, action: 'done' }])
    expect(await queueOf(testApp.sam, 'mine')).toEqual([])
    expect((await testApp.alice.delete(`/api/folder-members/${member.id}`)).status).toBe(200)
    expect((await testApp.sam.get(`${path}/${id}`)).body).toMatchObject({
      assigneeId: null,
      formerAssigneeName: 'Sue Bennett',
    })
    expect(await queueOf(testApp.sam, 'mine')).toMatchObject([{ id, contact: null }])
    expect(await titles('assignee=me')).toHaveLength(1)
    expect((await testApp.sue.get(`${path}/${id}`)).status).toBe(404)
    expect(await queueOf(testApp.sue, 'all')).toEqual([])
    await testApp.alice.post(members, { userId: testApp.people.sue.id })
    expect((await testApp.sam.get(`${path}/${id}`)).body.assigneeName).toBe('Sue Bennett')
    await testApp.db.run(sql`delete from folder_members`)
  })

  it('who leaves the team leaves an internal task to its creator', async () => {
    const { id } = await internal({ assigneeId: testApp.people.sue.id, dueDate: inDays(-1) })
    await testApp.db.run(sql`update users set is_active = false where id = ${testApp.people.sue.id}`)
    expect(await queueOf(testApp.sam, 'mine')).toMatchObject([{ id, isLate: true, clientFolderId: null }])
    await testApp.db.run(sql`update users set is_active = true where id = ${testApp.people.sue.id}`)
  })
})

describe('a task that repeats', () => {
  it('creates the next one when it is done, with an unchecked checklist, and once', async () => {
    const { id, checklist } = await create({ dueDate: today(), recurrence: 'weekly' })
    await testApp.sam.patch(`${path}/${id}/checklist`, { itemId: checklist[0].id, isDone: true })
    await setStatus(id, 'done')
    const open = (await testApp.sam.get(`${path}?status=open`)).body
    expect(open).toMatchObject([{ dueDate: inDays(7), recurrence: 'weekly', assigneeName: 'Sam Carter' }])
    expect(open[0].checklist.every(({ isDone }: { isDone: boolean }) => !isDone)).toBe(true)
    expect(await lastEntry()).toMatchObject({ action: 'task.done', details: { nextTaskId: open[0].id } })
    await setStatus(id, 'to-do')
    await setStatus(id, 'done')
    expect(await titles('status=open')).toHaveLength(1)
  })

  it('creates one next task when two people complete it at the same time', async () => {
    const { id } = await create({ dueDate: inDays(-3), recurrence: 'monthly' })
    const twin = (await testApp.twin()).caller(testApp.alice.cookie)
    const answers = await Promise.all([setStatus(id, 'done'), setStatus(id, 'done', twin), setStatus(id, 'done')])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect(await titles('status=open')).toHaveLength(1)
  })

  it('continues after its last task was deleted', async () => {
    const { id } = await create({ dueDate: today(), recurrence: 'yearly' })
    await setStatus(id, 'done')
    expect((await testApp.sam.delete(`${path}/${id}`)).status).toBe(200)
    expect(await titles('status=open')).toHaveLength(1)
  })
})
