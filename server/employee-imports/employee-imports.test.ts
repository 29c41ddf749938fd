import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DeadlineView } from '../../domain/deadline.ts'
import type { EmployeeView } from '../../domain/employee.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { type Answer, createTestApp, type TestApp, unknownId } from '../../tests/test-app.ts'
import { typed } from '../kit/row-types.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const folderOf = async (change: Record<string, unknown> = {}): Promise<string> => {
  const { id } = (await testApp.sam.post('/api/client-folders', { name: 'Birch Academy', services: 'x' })).body
  if (Object.keys(change).length > 0) await testApp.sam.patch(`/api/client-folders/${id}`, change)
  return id
}
const headings = 'First name,Last name,Email,Job title,Start date'
const listOf = (...rows: string[]) => [headings, ...rows, ''].join('\r\n')
const row = (n: number, startDate = '12/1/2099') => `Toni,Vance ${n},toni${n}@birch.example,Teacher,${startDate}`
const at = (folder: string) => `/api/client-folders/${folder}/employee-imports`
const load = (folder: string, csv: string, by = testApp.sam) => by.post(at(folder), { csv })
const preview = (folder: string, csv: string) => testApp.sam.post(`${at(folder)}/preview`, { csv })
const employeesIn = async (folder: string): Promise<EmployeeView[]> =>
  (await testApp.sam.get(`/api/client-folders/${folder}/employees?limit=200`)).body
const refusalOf = ({ status, body }: Answer) => [status, body.message]

describe('an import of employees', () => {
  it('adds every row with its standard deadlines and one audit entry', async () => {
    const folder = await folderOf({ sector: 'public-school', headCount: 45 })
    const longAgo = daysAfter(officeDate(testApp.db.now), -400)
    const csv = [
      '\ufeffEmployee Name;E-mail;Position;Hire Date;Last day;Employment type;Email language;Department',
      'Grace Newby;grace@birch.example;Teacher;12/1/2099;;Part-time;Spanish;Math',
      `"Newby, Omar";;Office manager;${longAgo};2099-12-31;;;Office`,
    ].join('\n')
    const checked = await preview(folder, csv)
    expect(checked.body).toEqual({
      rows: [
        { row: 2, name: 'Grace Newby', email: 'grace@birch.example', jobTitle: 'Teacher', problem: null },
        { row: 3, name: 'Newby, Omar', email: '', jobTitle: 'Office manager', problem: null },
      ],
      ignored: ['Department'],
    })
    expect(await employeesIn(folder)).toEqual([])

    const answer = await load(folder, csv)
    expect(answer.body, answer.text).toEqual({ employees: 2, deadlines: 10 })
    const [grace, omar] = await employeesIn(folder)
    expect(grace).toMatchObject({
      name: 'Grace Newby',
      email: 'grace@birch.example',
      startDate: '2099-12-01',
      endDate: null,
      workType: 'part-time',
      language: 'es',
      openDeadlines: 8,
    })
    expect(omar).toMatchObject({ email: null, startDate: longAgo, workType: 'full-time', language: 'en' })
    const deadlines: DeadlineView[] = (await testApp.sam.get(`/api/client-folders/${folder}/deadlines?limit=200`)).body
    expect(deadlines.find(({ title }) => title.includes('section 2'))).toMatchObject({
      dueDate: '2099-12-04',
      employeeName: 'Grace Newby',
    })
    const entries = (await testApp.auditLog()).filter(({ entityId }) => entityId === folder)
    expect(entries.at(-1)).toMatchObject({ action: 'employees.imported', details: { employees: 2, deadlines: 10 } })
  })

  it('reads 200 rows, and one that was sent again with its key only once', async () => {
    const folder = await folderOf()
    const csv = listOf(...Array.from({ length: 200 }, (_, n) => row(n)))
    const key = { 'idempotency-key': `list of ${folder}` }
    for (let time = 0; time < 2; time++) {
      const answer = await testApp.sam.post(at(folder), { csv }, key)
      expect(answer.body, answer.text).toMatchObject({ employees: 200 })
    }
    expect((await testApp.sam.get(`/api/client-folders/${folder}/figures`)).body.counts.employees).toBe(200)
    const next = await preview(folder, listOf(...Array.from({ length: 201 }, (_, n) => row(n))))
    expect(refusalOf(next)).toEqual([400, 'This file has more than 200 rows. Split it into smaller files.'])
  })

  it('is for those who may add an employee', async () => {
    const folder = testApp.folders.acme.id
    expect((await load(folder, listOf(row(701)), testApp.ann)).status).toBe(200)
    for (const by of [testApp.eve, testApp.sue]) expect((await load(folder, listOf(row(702)), by)).status).toBe(404)
    expect((await load(unknownId, listOf(row(702)))).status).toBe(404)
  })

  it('of names that a spreadsheet would run exports them as text', async () => {
    const folder = await folderOf()
    const answer = await load(folder, listOf('"=HYPERLINK(""x"")",Vance,,+1 Teacher,12/1/2099'))
    expect(answer.status, answer.text).toBe(200)
    expect((await testApp.sam.get(`/api/deadlines/csv?clientFolderId=${folder}`)).text).toContain(`"'=HYPERLINK`)
  })
})

describe('an import with a problem', () => {
  const good = row(1)
  it.each([
    ['without a name', ',,a@birch.example,Teacher,12/1/2099', 'Name: Enter a name.'],
    ['without a job title', 'Toni,Vance,,,12/1/2099', 'Job title: Enter a job title.'],
    ['without a start date', 'Toni,Vance,,Teacher,', 'Start date: Enter a date, such as 3/14/2026.'],
    ['with a day that doesn’t exist', 'Toni,Vance,,Teacher,2/30/2026', 'Start date: Enter a date, such as 3/14/2026.'],
    ['with a short year', 'Toni,Vance,,Teacher,3/14/26', 'Start date: Enter a date, such as 3/14/2026.'],
    ['with a year long ago', 'Toni,Vance,,Teacher,3/14/1026', 'Start date: Enter a date between 1900 and 2999.'],
    ['with an email that is none', 'Toni,Vance,toni at birch,Teacher,12/1/2099', 'Email: Enter a valid email address.'],
    [
      'with an address of an earlier row',
      'Toni,Vance,TONI1@birch.example,Teacher,12/1/2099',
      'Email: Row 2 has the same address.',
    ],
    [
      'with an address of an employee',
      'Toni,Vance,Here@birch.example,Teacher,12/1/2099',
      'Email: Lee Here already has this address.',
    ],
    [
      'with a web address as a name',
      'www.example.com,Vance,,Teacher,12/1/2099',
      'Name: A name can’t contain a web address.',
    ],
    ['with two problems', ',,x,Teacher,12/1/2099', 'Name: Enter a name. Email: Enter a valid email address.'],
  ])('%s says so in its row, and imports none', async (_what, bad, problem) => {
    const folder = await folderOf()
    await load(folder, listOf('Lee,Here,here@birch.example,Teacher,12/1/2099'))
    const csv = listOf(good, bad, row(2))
    expect((await preview(folder, csv)).body.rows).toMatchObject([
      { row: 2, problem: null },
      { row: 3, problem },
      { row: 4, problem: null },
    ])
    expect(refusalOf(await load(folder, csv))).toEqual([400, `Row 3: ${problem}`])
    expect(await employeesIn(folder)).toHaveLength(1)
  })

  it('of several rows names the first one', async () => {
    const folder = await folderOf()
    const answer = await load(folder, listOf(good, ',,,Teacher,12/1/2099', 'Toni,Vance,,,12/1/2099'))
    expect(refusalOf(answer)).toEqual([400, '2 rows have problems. Row 3: Name: Enter a name.'])
  })

  it('never repeats a Social Security number', async () => {
    const folder = await folderOf()
    const csv = listOf('Toni,Vance 219-09-9999,,Clerk 219099999,12/1/2099')
    for (const answer of [await preview(folder, csv), await load(folder, csv)]) {
      expect(answer.text).toContain('Leave out Social Security numbers.')
      expect(answer.text).not.toContain('219')
    }
  })

  it('of more columns says which words it expects', async () => {
    const folder = await folderOf()
    const csv =
      'Name,Job title,Start date,Last day,Work type,Language\nToni,Clerk,2026-12-01,2026-11-01,volunteer,Latin\n'
    const late = 'Name,Job title,Start date,Last day\nToni,Clerk,2026-12-01,2026-11-01\n'
    expect((await preview(folder, csv)).body.rows[0].problem).toBe(
      'Work type: Use full-time, part-time, temporary, or seasonal. Email language: Use English or Spanish.',
    )
    expect((await preview(folder, late)).body.rows[0].problem).toBe(
      'Last day: The last day must be on or after the first day.',
    )
  })

  it.each([
    ['nothing', '', 'Paste a list or choose a file.'],
    ['spaces', ' \n ', 'Paste a list or choose a file.'],
    ['headings alone', listOf(), 'This file has headings but no employees.'],
    [
      'no headings',
      'Toni,Vance,Teacher,12/1/2099\nLee,Here,Teacher,12/1/2099',
      'The first row must contain headings. Add “First name”, “Last name”, “Job title”, “Start date”.',
    ],
    [
      'a first name but no last name',
      'First name,Job title,Start date\nToni,Teacher,12/1/2099',
      'The first row must contain headings. Add “First name”, “Last name”.',
    ],
    [
      'an open quotation mark',
      `${headings}\n"Toni,Vance`,
      'This file can’t be read after row 1. Check the quotation marks there.',
    ],
    ['more than fits', 'x'.repeat(100_001), 'Use at most 100,000 characters.'],
  ])('is refused with %s', async (_what, csv, sentence) => {
    const folder = await folderOf()
    for (const answer of [await preview(folder, csv), await load(folder, csv)])
      expect(refusalOf(answer)).toEqual([400, sentence])
  })

  it('is refused in an archived folder, and in a full one', async () => {
    const archived = await folderOf({ status: 'archived' })
    const full = await folderOf()
    await testApp.db.run(sql`
      insert into employees (id, client_folder_id, name, job_title, work_type, start_date, created_at, updated_at)
      select gen_random_uuid(), ${full}, 'Toni ' || n, 'Teacher', 'full-time', '2026-01-05', now(), now() from generate_series(1, 1999) n`)
    for (const folder of [archived, full])
      for (const answer of [await preview(folder, listOf(row(1), row(2))), await load(folder, listOf(row(1), row(2)))])
        expect(answer.status).toBe(409)
    expect((await load(full, listOf(row(1)))).status).toBe(200)
  })

  it('adds each address once by two concurrent calls', async () => {
    const folder = await folderOf()
    const answers = await Promise.all([load(folder, listOf(good)), load(folder, listOf(good))])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
    const Count = z.object({ count: z.number() })
    const { count } = await testApp.db.one(
      typed(Count)`select count(*)::int as count from employees where client_folder_id = ${folder}`,
    )
    expect(count).toBe(1)
  })
})
