import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { company } from '../../tests/contacts.ts'
import { templateInput, templateOf } from '../../tests/architecture/rights-tasks.ts'
import { createTestApp, type TestApp, unknownId } from '../../tests/test-app.ts'
import { newId } from '../kit/id.ts'
import { typed } from '../kit/row-types.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp({ LOG_LEVEL: 'error' }, { atHour: 10 })))
afterAll(() => testApp.close())

const path = '/api/job-templates'
const refusalOf = ({ status, body }: { status: number; body: { message: string } }) => [status, body.message]
const job = (templateId: string, more: object = {}) => ({
  templateId,
  templateVersion: 1,
  startsOn: '2030-01-31',
  ...more,
})
const jobsOf = (folder: string) => `/api/client-folders/${folder}/jobs`
const contentOf = async (folder: string) => {
  const [tasks, requests, assignments] = await Promise.all(
    [
      `/api/tasks?clientFolderId=${folder}`,
      `/api/client-folders/${folder}/document-requests`,
      `/api/client-folders/${folder}/assignments`,
    ].map(async (url) => (await testApp.alice.get(url)).body),
  )
  return { tasks, requests, assignments }
}
const step = (more: object = {}) => ({ kind: 'task', title: 'Call', ...more })

describe('a job template', () => {
  it('is edited by administrators and used by everyone on the team', async () => {
    const { status, body } = await testApp.alice.post(path, templateInput({ name: 'Handbook review' }))
    expect([status, body]).toMatchObject([
      201,
      { name: 'Handbook review', service: 'hr-operations', createdByName: 'Alice Moore', allowed: ['edit', 'delete'] },
    ])
    expect(body.steps[0]).toEqual({
      kind: 'task',
      title: 'Call the client',
      details: 'Agree on a schedule.',
      dueInDays: 1,
      assigneeId: null,
      checklist: [],
    })
    expect((await testApp.sam.get(`${path}/${body.id}`)).body).toEqual({ ...body, allowed: [] })
    expect((await testApp.sam.get(`${path}?q=handbook`)).body).toHaveLength(1)
    expect((await testApp.auditLog()).at(-1)).toMatchObject({ action: 'job-template.created', details: { steps: 3 } })
    const edited = await testApp.mona.put(`${path}/${body.id}`, templateInput({ name: 'Review', steps: [step()] }))
    expect(edited.body).toMatchObject({ name: 'Review', version: 2, steps: [{ dueInDays: null }] })
    expect((await testApp.alice.delete(`${path}/${body.id}`)).status).toBe(200)
    expect((await testApp.alice.get(`${path}/${body.id}`)).status).toBe(404)
  })

  it.each([
    ['no name', { name: '' }, 'Enter a name.'],
    ['no step', { steps: [] }, 'Add a step.'],
    ['51 steps', { steps: Array.from({ length: 51 }, () => step()) }, 'Use at most 50 steps.'],
    ['a step without a title', { steps: [step({ title: '' })] }, 'Enter a title.'],
    ['a step of another kind', { steps: [step({ kind: 'email' })] }, 'Choose a type.'],
    ['days before the start', { steps: [step({ dueInDays: -1 })] }, 'Enter a number of days from 0 to 730.'],
    ['half a day', { steps: [step({ dueInDays: 1.5 })] }, 'Enter a number of days from 0 to 730.'],
    [
      'an assignment that says nothing',
      { steps: [step({ kind: 'assignment' })] },
      'Enter a description for the client.',
    ],
    [
      'a checklist of a document request',
      { steps: [step({ kind: 'document-request', checklist: [{ text: 'Read it' }] })] },
      'Only a team task can have a checklist.',
    ],
    ['an empty checklist item', { steps: [step({ checklist: [{ text: ' ' }] })] }, 'Enter the checklist item.'],
    [
      '51 checklist items',
      { steps: [step({ checklist: Array.from({ length: 51 }, () => ({ text: 'Read it' })) })] },
      'Use at most 50 items.',
    ],
    ['someone unknown', { steps: [step({ assigneeId: unknownId })] }, 'Choose someone on the team.'],
    ['an unknown service', { service: 'payroll' }, 'Choose a service from the list.'],
  ])('refuses %s', async (_what, part, sentence) => {
    expect(refusalOf(await testApp.alice.post(path, templateInput(part)))).toEqual([400, sentence])
    const url = `${path}/${await templateOf(testApp)}`
    expect(refusalOf(await testApp.alice.put(url, templateInput(part)))).toEqual([400, sentence])
  })

  it('has steps without a checklist if it was stored by an earlier version', async () => {
    const id = newId()
    const stored = { kind: 'task', title: 'Call', details: null, dueInDays: null, assigneeId: null }
    const { now } = testApp.db
    await testApp.db.run(sql`
      insert into job_templates (id, name, service, steps, created_by_id, created_at, updated_at)
      values (${id}, 'Stored earlier', null, ${JSON.stringify([stored])}, ${testApp.people.alice.id}, ${now}, ${now})`)
    const steps = [{ ...stored, checklist: [] }]
    const { body } = await testApp.alice.get(`${path}/${id}`)
    expect(body).toMatchObject({ name: 'Stored earlier', steps })
    expect((await testApp.sam.get(`${path}?q=stored`)).body).toMatchObject([{ steps }])
    const folder = await company(testApp)
    expect((await testApp.sam.post(jobsOf(folder), job(id))).status).toBe(201)
    expect((await contentOf(folder)).tasks).toMatchObject([{ title: 'Call', checklist: [] }])
    const edited = await testApp.alice.put(`${path}/${id}`, templateInput({ steps }))
    expect(edited.body).toMatchObject({ version: 2, steps })
  })

  it('refuses a client as an assignee, staff who edit, an earlier version, and an unknown template', async () => {
    const ofAnn = { steps: [step({ assigneeId: testApp.people.ann.id })] }
    expect((await testApp.alice.post(path, templateInput(ofAnn))).status).toBe(400)
    expect((await testApp.sam.post(path, templateInput())).status).toBe(403)
    const url = `${path}/${await templateOf(testApp)}`
    expect((await testApp.sam.put(url, templateInput())).status).toBe(404)
    expect((await testApp.ann.get(url)).status).toBe(404)
    expect((await testApp.alice.put(url, templateInput(), { 'if-match': '"9"' })).status).toBe(412)
    expect((await testApp.alice.delete(`${path}/${unknownId}`)).status).toBe(404)
  })

  it('is changed once in the version that both saw, and deleted once', async () => {
    const url = `${path}/${await templateOf(testApp)}`
    const both = [testApp.alice, testApp.mona]
    const edits = await Promise.all(both.map((by) => by.put(url, templateInput(), { 'if-match': '"1"' })))
    expect(edits.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
    const deletions = await Promise.all(both.map((by) => by.delete(url)))
    expect(deletions.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
  })
})

describe('starting a job', () => {
  it('creates what the preview lists, with due dates from the start', async () => {
    const folder = await company(testApp)
    const id = await templateOf(testApp)
    const preview = (
      await testApp.sam.get(`/api/client-folders/${folder}/job-preview?templateId=${id}&startsOn=2030-01-31`)
    ).body
    expect(preview).toEqual({
      templateId: id,
      templateVersion: 1,
      items: [
        {
          kind: 'task',
          title: 'Call the client',
          dueDate: '2030-02-01',
          assigneeId: testApp.people.sam.id,
          assigneeName: 'Sam Carter',
          isReassigned: false,
        },
        expect.objectContaining({ kind: 'document-request', dueDate: '2030-02-07', assigneeId: null }),
        expect.objectContaining({ kind: 'assignment', dueDate: '2030-02-03' }),
      ],
    })
    const { status, body } = await testApp.sam.post(jobsOf(folder), job(id))
    expect([status, body]).toEqual([201, { tasks: 1, documentRequests: 1, assignments: 1 }])
    expect(await contentOf(folder)).toMatchObject({
      tasks: [
        { title: 'Call the client', notes: 'Agree on a schedule.', dueDate: '2030-02-01', assigneeName: 'Sam Carter' },
      ],
      requests: [{ title: 'Current handbook', dueDate: '2030-02-07' }],
      assignments: [{ title: 'Name a contact', description: 'Who answers our questions?', dueDate: '2030-02-03' }],
    })
    expect((await testApp.auditLog()).at(-1)).toMatchObject({ action: 'job-template.started', details: { tasks: 1 } })
  })

  it('creates each task with the checklist of its step, and nothing in it is done', async () => {
    const folder = await company(testApp)
    const checklist = [{ text: 'Read it' }, { text: 'Write our comments', isDone: true }]
    const id = await templateOf(testApp, { steps: [step({ checklist })] })
    const items = (await testApp.alice.get(`${path}/${id}`)).body.steps[0].checklist
    expect(items).toMatchObject([
      { id: expect.any(String), text: 'Read it', isDone: false },
      { text: 'Write our comments' },
    ])
    await testApp.sam.post(jobsOf(folder), job(id))
    await testApp.sam.post(jobsOf(folder), job(id))
    const [first, second] = (await contentOf(folder)).tasks
    for (const task of [first, second])
      expect(task.checklist).toMatchObject([
        { text: 'Read it', isDone: false },
        { text: 'Write our comments', isDone: false },
      ])
    const ids = [...items, ...first.checklist, ...second.checklist].map((item: { id: string }) => item.id)
    expect(new Set(ids).size).toBe(6)
    const change = { itemId: first.checklist[0].id, isDone: true }
    expect((await testApp.sam.patch(`/api/tasks/${first.id}/checklist`, change)).status).toBe(200)
    expect((await testApp.alice.get(`${path}/${id}`)).body.steps[0].checklist).toEqual(items)
  })

  it('sends the client one email for all requests and one for all assignments, and each assignee one', async () => {
    const folder = await company(testApp)
    const twice = (kind: string) => [1, 2].map((n) => step({ kind, title: `${kind} ${n}`, details: 'Details.' }))
    const steps = [...twice('task'), ...twice('document-request'), ...twice('assignment')]
    const id = await templateOf(testApp, { steps })
    const before = (await testApp.mail()).length
    await testApp.alice.post(jobsOf(folder), job(id))
    const sent = (await testApp.mail()).slice(before)
    expect(sent.map(({ subject }) => subject).toSorted()).toEqual([
      'ProHR needs documents from you',
      'ProHR portal: tasks were assigned to you',
      'You have new assignments from ProHR',
    ])
    expect(sent.find(({ to }) => to === 'sam@example.com')?.subject).toContain('tasks')
  })

  it('gives the lead the task of someone who can’t see the folder, and says so in the preview', async () => {
    const folder = await company(testApp)
    const id = await templateOf(testApp, {
      steps: [step({ assigneeId: testApp.people.sue.id }), step({ assigneeId: testApp.people.alice.id })],
    })
    const url = `/api/client-folders/${folder}/job-preview?templateId=${id}&startsOn=2030-01-31`
    expect((await testApp.sam.get(url)).body.items).toMatchObject([
      { assigneeName: 'Sam Carter', isReassigned: true },
      { assigneeName: 'Alice Moore', isReassigned: false },
    ])
    await testApp.sam.post(jobsOf(folder), job(id))
    expect(
      (await contentOf(folder)).tasks.map((each: { assigneeName: string }) => each.assigneeName).toSorted(),
    ).toEqual(['Alice Moore', 'Sam Carter'])
  })

  it('happens once for each Idempotency-Key, even in two concurrent requests', async () => {
    const folder = await company(testApp)
    const id = await templateOf(testApp)
    const key = { 'idempotency-key': newId() }
    const twin = (await testApp.twin()).caller(testApp.sam.cookie)
    const answers = await Promise.all([
      testApp.sam.post(jobsOf(folder), job(id), key),
      twin.post(jobsOf(folder), job(id), key),
    ])
    expect(answers.some(({ status }) => status === 201)).toBe(true)
    expect((await testApp.sam.post(jobsOf(folder), job(id), key)).status).toBe(201)
    const { tasks, requests, assignments } = await contentOf(folder)
    expect([tasks, requests, assignments].map((list) => list.length)).toEqual([1, 1, 1])
  })

  it('doesn’t change what was created when the template is changed or deleted', async () => {
    const folder = await company(testApp)
    const id = await templateOf(testApp)
    await testApp.sam.post(jobsOf(folder), job(id))
    const before = await contentOf(folder)
    await testApp.alice.put(`${path}/${id}`, templateInput({ steps: [step({ title: 'Something else' })] }))
    await testApp.alice.delete(`${path}/${id}`)
    expect(await contentOf(folder)).toEqual(before)
  })

  it('creates nothing for a changed template, a colleague’s or an archived folder, or bad input', async () => {
    const folder = await company(testApp)
    const id = await templateOf(testApp)
    expect((await testApp.sue.post(jobsOf(folder), job(id))).status).toBe(404)
    expect((await testApp.ann.post(jobsOf(folder), job(id))).status).toBe(404)
    expect(refusalOf(await testApp.sam.post(jobsOf(folder), job(unknownId)))).toEqual([400, 'Choose a template.'])
    expect((await testApp.sam.post(jobsOf(folder), job(id, { startsOn: '' }))).status).toBe(400)
    expect((await testApp.sam.post(jobsOf(folder), job(id, { templateVersion: 2 }))).status).toBe(409)
    const preview = `/api/client-folders/${folder}/job-preview`
    expect((await testApp.sue.get(`${preview}?templateId=${id}&startsOn=2030-01-31`)).status).toBe(404)
    expect((await testApp.sam.get(`${preview}?templateId=${id}`)).status).toBe(400)
    await testApp.alice.patch(`/api/client-folders/${folder}`, { status: 'archived' })
    expect((await testApp.sam.post(jobsOf(folder), job(id))).status).toBe(409)
    expect(
      await testApp.db.one(
        typed(z.object({ n: z.number() }))`select count(*)::int as n from tasks where client_folder_id = ${folder}`,
      ),
    ).toEqual({ n: 0 })
  })

  it('while its template is changed creates all of one version, or nothing', async () => {
    const folder = await company(testApp)
    const id = await templateOf(testApp)
    const change = templateInput({ steps: [step({ title: 'Something else' })] })
    const [started, changed] = await Promise.all([
      testApp.sam.post(jobsOf(folder), job(id)),
      testApp.alice.put(`${path}/${id}`, change),
    ])
    expect(changed.status).toBe(200)
    expect([201, 409]).toContain(started.status)
    const { tasks, requests, assignments } = await contentOf(folder)
    const each = started.status === 201 ? 1 : 0
    expect([tasks, requests, assignments].map((list) => list.length)).toEqual([each, each, each])
    expect(JSON.stringify(tasks)).not.toContain('Something else')
  })
})
