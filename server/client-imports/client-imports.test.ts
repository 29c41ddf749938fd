import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emailsTo } from '../../tests/contacts.ts'
import { type Answer, createTestApp, type TestApp, unknownId } from '../../tests/test-app.ts'
import { newId } from '../kit/id.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp({}, { atHour: 9 })))
afterAll(() => testApp.close())

const path = '/api/client-imports'
const upload = (csv: string | Buffer, who = testApp.alice, fileName = 'clients.csv'): Promise<Answer> =>
  who.send({
    method: 'POST',
    url: `${path}?fileName=${fileName}`,
    headers: { 'content-type': 'text/csv' },
    payload: csv,
  })
const run = () => testApp.runJobs('run-client-imports')
const rowsOf = async (id: string, status = '') =>
  (await testApp.alice.get(`${path}/${id}/rows?limit=200${status && `&status=${status}`}`)).body
const start = (id: string, invites = false) => testApp.alice.post(`${path}/${id}/start`, { invites })
const imported = async (csv: string, invites = false) => {
  const { id } = (await upload(csv)).body
  expect((await start(id, invites)).status).toBe(201)
  await run()
  return (await testApp.alice.get(`${path}/${id}`)).body
}
const folderNamed = async (name: string) =>
  (await testApp.alice.get(`/api/client-folders?q=${encodeURIComponent(name)}`)).body

const header =
  'Business name,Email,First name,Last name,Phone,Address,Sector,Employees,Tax exempt,Exemption number,Consultant,Contacts'
const line = (name: string, email: string, more = '') =>
  `${name},${email},Rae,Fox,804-555-0100,"1 Main St, Richmond",Public school,"1,250",yes,EX-7,sam@example.com,${more}`

describe('a client import', () => {
  it('creates the folder, the client, and the contacts of each row without an email to them', async () => {
    const word = `Oak ${newId()}`
    const email = `${newId()}@example.com`
    const other = `${newId()}@example.com`
    const before = (await testApp.mail()).length
    const its = await imported(`${header}\n${line(word, email, `Jo Park <${other}>`)}\n`)
    expect(its).toMatchObject({
      status: 'finished',
      counts: { pending: 0, done: 1, skipped: 0, failed: 0 },
      allowed: [],
    })
    const [folder] = await folderNamed(word)
    expect(folder).toMatchObject({
      name: word,
      clientName: 'Rae Fox',
      clientEmail: email,
      assignedStaffId: testApp.people.sam.id,
      address: '1 Main St, Richmond',
      sector: 'public-school',
      headCount: 1250,
      taxExempt: true,
      taxExemptionNumber: 'EX-7',
      services: 'Not specified',
    })
    expect((await testApp.alice.get(`/api/client-folders/${folder.id}/contacts`)).body).toMatchObject([
      { name: 'Jo Park', email: other, money: false, documents: true, messages: true },
    ])
    expect((await testApp.mail()).slice(before).map(({ to, subject }) => [to, subject])).toEqual([
      ['sam@example.com', 'ProHR portal: client folders were assigned to you'],
    ])
    expect(await rowsOf(its.id)).toMatchObject([{ row: 2, name: word, status: 'done', clientFolderId: folder.id }])
  })

  it('is audited once for the file and once for each client, by the administrator', async () => {
    const its = await imported(`${header}\n${line(newId(), `${newId()}@example.com`)}`)
    const log = await testApp.auditLog()
    expect(log.filter(({ entityId }) => entityId === its.id).map(({ action }) => action)).toEqual([
      'client-import.uploaded',
      'client-import.started',
      'client-import.finished',
    ])
    expect(log.findLast(({ action }) => action === 'client-folder.created')?.actorId).toBe(testApp.people.alice.id)
  })

  it('sends invitations only if asked to', async () => {
    const [quiet, invited] = [`${newId()}@example.com`, `${newId()}@example.com`]
    await imported(`${header}\n${line(newId(), quiet)}`)
    await imported(`${header}\n${line(newId(), invited)}`, true)
    expect(await emailsTo(testApp, quiet)).toEqual([])
    expect((await emailsTo(testApp, invited)).map(({ subject }) => subject)).toEqual([
      'ProHR invited you to its portal',
    ])
  })

  it('changes nothing when the same file is imported again', async () => {
    const word = newId()
    const csv = `${header}\n${line(`A ${word}`, `a${word}@example.com`)}\n${line(`B ${word}`, `b${word}@example.com`)}`
    await imported(csv)
    const again = (await upload(csv)).body
    expect(again).toMatchObject({ counts: { pending: 0, skipped: 2 }, allowed: ['map', 'discard'] })
    expect(await rowsOf(again.id)).toMatchObject([
      { reason: 'This client already exists.' },
      { reason: 'This client already exists.' },
    ])
    expect((await start(again.id)).status).toBe(409)
    expect(await folderNamed(word)).toHaveLength(2)
  })

  it('creates each client once when two imports of one file run at the same time', async () => {
    const word = newId()
    const csv = `${header}\n${line(`Twin ${word}`, `${word}@example.com`)}`
    const [first, second] = [(await upload(csv)).body, (await upload(csv)).body]
    await Promise.all([start(first.id), start(second.id)])
    const twin = await testApp.twin()
    await Promise.all([run(), twin.context.runDueJobs('run-client-imports')])
    expect(await folderNamed(word)).toHaveLength(1)
    const rows = [...(await rowsOf(first.id)), ...(await rowsOf(second.id))]
    expect(new Set(rows.map(({ status }: { status: string }) => status))).toEqual(new Set(['done', 'skipped']))
  })

  it('imports a second business of the same client, and a duplicate row once', async () => {
    const word = newId()
    const email = `${word}@example.com`
    const its = await imported(
      `${header}\n${line(`One ${word}`, email)}\n${line(`Two ${word}`, email)}\n${line(`ONE ${word}`, email.toUpperCase())}`,
    )
    expect(await rowsOf(its.id)).toMatchObject([
      { status: 'done' },
      { status: 'done' },
      { status: 'skipped', reason: 'This is the same client as in row 2.' },
    ])
  })

  it.each([
    [
      'semicolons, a byte order mark, and Windows line endings',
      '\ufeffCompany;E-mail;Lead\r\n"Fox; Sons";fox@x.example;sam@example.com\r\n',
      'Fox; Sons',
    ],
    ['empty lines, which count as rows', 'Company,Email,Lead\n\nElm Farm,elm@x.example,sam@example.com\n', 'Elm Farm'],
    [
      'quoted cells with line breaks and quotes',
      'Company,Email,Lead\n"The ""Mill""\nWest",mill@x.example,sam@example.com\n',
      'The "Mill"\nWest',
    ],
    ['formulas, which stay text', 'Company,Email,Lead\n=1+1,sum@x.example,sam@example.com\n', '=1+1'],
  ])('reads %s', async (_what, csv, name) => {
    const { body } = await upload(csv)
    expect(await rowsOf(body.id)).toMatchObject([{ name, status: 'pending', reason: null }])
  })

  it('says what is wrong with each row and exports those rows with their cells, to correct and upload again', async () => {
    const { body } = await upload(
      `Company,Email,Employees,Sector,Tax,Lead,Contacts\n` +
        `,not an email,many,Bakery,perhaps,nobody@example.com,x\n` +
        `Sam’s shop,sam@example.com,3,,,sue@example.com,\n` +
        `Fine,${newId()}@example.com,3,,,,\n`,
    )
    expect(body.counts).toEqual({ pending: 0, done: 0, skipped: 0, failed: 3 })
    expect((await rowsOf(body.id)).map(({ reason }: { reason: string }) => reason)).toEqual([
      'Business name: Business name is required. Email: Enter a valid email address. Sector: Use Private business, Public school, or Private school. Number of employees: Enter a whole number of employees. Tax-exempt: Use yes or no. Other contacts: Enter a valid email address.',
      'sam@example.com belongs to someone who can’t be a client or contact.',
      'Consultant’s email: Enter it in the file, or choose a consultant for rows without one.',
    ])
    const { text } = await testApp.alice.get(`${path}/${body.id}/csv`)
    expect(text.split('\r\n').slice(0, 2)).toEqual([
      '\ufeffCompany,Email,Employees,Sector,Tax,Lead,Contacts,Row,Problem',
      expect.stringMatching(/^,not an email,many,Bakery,perhaps,nobody@example\.com,x,2,"?Business name:/),
    ])
  })

  it('checks the rows again with other columns and a consultant for all rows', async () => {
    const { body } = await upload(`Who,Where\nAsh ${newId()},${newId()}@example.com`)
    expect(body.mapping).toMatchObject({ name: null, email: null })
    const mapping = { name: 0, email: 1 }
    const change = { mapping, defaultLeadId: testApp.people.sue.id }
    const mapped = await testApp.alice.put(`${path}/${body.id}`, change)
    expect(mapped.body).toMatchObject({ counts: { pending: 1, failed: 0 }, version: 2 })
    expect((await testApp.alice.put(`${path}/${body.id}`, change, { 'if-match': '"1"' })).status).toBe(412)
    await start(body.id)
    await run()
    const [row] = await rowsOf(body.id)
    expect((await testApp.alice.get(`/api/client-folders/${row.clientFolderId}`)).body.assignedStaffId).toBe(
      testApp.people.sue.id,
    )
  })

  it('can be stopped, and a draft discarded', async () => {
    const word = newId()
    const { id } = (await upload(`${header}\n${line(word, `${word}@example.com`)}`)).body
    expect((await testApp.alice.post(`${path}/${id}/stop`)).status).toBe(409)
    await start(id)
    expect((await testApp.alice.post(`${path}/${id}/stop`)).body.status).toBe('stopped')
    await run()
    expect(await folderNamed(word)).toEqual([])
    expect((await testApp.alice.delete(`${path}/${id}`)).status).toBe(409)
    const draft = (await upload(`${header}\n${line(word, `${word}@example.com`)}`)).body
    expect((await testApp.alice.delete(`${path}/${draft.id}`)).status).toBe(200)
    expect((await testApp.alice.get(`${path}/${draft.id}`)).status).toBe(404)
  })

  it('fails the remaining rows if its administrator is no longer one', async () => {
    const word = newId()
    const { id } = (await upload(`${header}\n${line(word, `${word}@example.com`)}`, testApp.mona)).body
    await testApp.mona.post(`${path}/${id}/start`, { invites: false })
    const { mona } = testApp.people
    await testApp.db.run(sql`update users set role = 'staff' where id = ${mona.id}`)
    await run()
    await testApp.db.run(sql`update users set role = 'master-admin' where id = ${mona.id}`)
    expect(await rowsOf(id)).toMatchObject([
      { status: 'failed', reason: 'The person who started this is no longer an administrator.' },
    ])
  })
})

describe('an upload is refused', () => {
  it.each([
    ['an empty file', '', 'This file is empty.'],
    ['headings alone', 'Company,Email\n', 'This file has headings but no clients.'],
    [
      'a file in another encoding, with its byte',
      Buffer.from('Company,Email\nCaf\xe9,x@example.com\n', 'latin1'),
      'This file isn’t UTF-8: byte 18 isn’t valid. In Excel, save the file as “CSV UTF-8.”',
    ],
    [
      'an open quote',
      'Company,Email\n"Oak,x@example.com\n',
      'This file can’t be read after row 1. Check the quotation marks there.',
    ],
    [
      'a binary file',
      Buffer.from('PK\u0003\u0004\u0000\u0000'),
      'This isn’t a CSV file. Save the list as CSV, then upload it again.',
    ],
  ])('%s', async (_what, csv, sentence) => {
    const { status, body } = await upload(csv)
    expect([status, body.message]).toEqual([400, sentence])
  })

  it('with more than 20,000 rows or 10 MB', async () => {
    expect((await upload(`a\n${'b\n'.repeat(20_001)}`)).status).toBe(400)
    expect((await upload(Buffer.alloc(10 * 1024 * 1024 + 1, 'a'))).status).toBe(413)
  })

  it('for staff and clients, to whom imports don’t exist', async () => {
    const csv = `${header}\n${line(newId(), `${newId()}@example.com`)}`
    const { id } = (await upload(csv)).body
    for (const who of [testApp.sam, testApp.ann]) {
      expect((await upload(csv, who)).status).toBe(403)
      expect((await who.get(path)).status).toBe(403)
      for (const rest of ['', '/rows', '/csv']) expect((await who.get(`${path}/${id}${rest}`)).status).toBe(404)
      expect((await who.post(`${path}/${id}/start`, { invites: true })).status).toBe(404)
      expect((await who.delete(`${path}/${id}`)).status).toBe(404)
    }
    expect((await upload(csv, testApp.visitor)).status).toBe(401)
  })

  it.each([
    ['an unknown field', { mapping: { salary: 1 }, defaultLeadId: null }],
    ['a column that is no number', { mapping: { name: 'A' }, defaultLeadId: null }],
    ['a consultant who is a client', { mapping: {}, defaultLeadId: '01890000-0000-7000-8000-000000000005' }],
    ['an unknown consultant', { mapping: {}, defaultLeadId: unknownId }],
  ])('a mapping with %s', async (_what, change) => {
    const { id } = (await upload(`${header}\n${line(newId(), `${newId()}@example.com`)}`)).body
    expect((await testApp.alice.put(`${path}/${id}`, change)).status).toBe(400)
  })
})
