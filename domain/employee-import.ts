// Employees from a CSV list, such as one exported from a payroll program. Each row is checked before anything is created, and
// all rows are imported together or none.
import { z } from 'zod'
import { EmployeeInput, endsBeforeStart, looksLikeSsn, WorkType, wrongLastDay } from './employee.ts'
import { invalid } from './errors.ts'
import { Language } from './language.ts'
import { CalendarDate } from './text.ts'

export const maxEmployeeImportRows = 200
export const maxEmployeeImportLength = 100_000

export const EmployeeImportInput = z.strictObject({
  csv: z
    .string('Paste a list or choose a file.')
    .max(maxEmployeeImportLength, `Use at most ${maxEmployeeImportLength.toLocaleString('en-US')} characters.`)
    .refine((csv) => csv.trim() !== '', 'Paste a list or choose a file.'),
})
export type EmployeeImportInput = z.infer<typeof EmployeeImportInput>

export const EmployeeImportRow = z.object({
  /** The row number in the list, counted from 1 as in a spreadsheet. */
  row: z.int(),
  name: z.string(),
  email: z.string(),
  jobTitle: z.string(),
  /** What is wrong with it; null for a row that can be imported. */
  problem: z.string().nullable(),
})
export type EmployeeImportRow = z.infer<typeof EmployeeImportRow>

export const EmployeeImportPreview = z.object({
  rows: z.array(EmployeeImportRow),
  /** Headings of columns that are not imported. */
  ignored: z.array(z.string()),
})
export type EmployeeImportPreview = z.infer<typeof EmployeeImportPreview>

export const EmployeeImportResult = z.object({ employees: z.int(), deadlines: z.int() })
export type EmployeeImportResult = z.infer<typeof EmployeeImportResult>

/** Headings in lower case without spaces and punctuation; the first match wins. */
const headings = {
  name: ['name', 'employeename', 'fullname', 'employee'],
  firstName: ['firstname', 'first', 'givenname'],
  lastName: ['lastname', 'last', 'surname', 'familyname'],
  email: ['email', 'emailaddress', 'workemail'],
  jobTitle: ['jobtitle', 'title', 'position', 'job'],
  startDate: ['firstdayofwork', 'startdate', 'hiredate', 'dateofhire', 'firstday', 'start'],
  endDate: ['lastdayofwork', 'enddate', 'lastday', 'terminationdate', 'end'],
  workType: ['worktype', 'employmenttype', 'type'],
  language: ['emaillanguage', 'language'],
} as const
type Column = keyof typeof headings
/** The columns that the list has, by their zero-based position. */
type Columns = Partial<Record<Column, number>>

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')

const labels: Record<keyof EmployeeInput, string> = {
  name: 'Name',
  email: 'Email',
  jobTitle: 'Job title',
  startDate: 'Start date',
  endDate: 'Last day',
  workType: 'Work type',
  language: 'Email language',
}

/** Throws 400 if a column is missing that each employee needs. */
function columnsOf(headers: readonly string[]): { columns: Columns; ignored: string[] } {
  const known = headers.map(plain)
  const columns: Columns = Object.fromEntries(
    Object.entries(headings).flatMap(([column, names]) => {
      const at = names.map((name) => known.indexOf(name)).find((index) => index >= 0)
      return at === undefined ? [] : [[column, at]]
    }),
  )
  const hasName = columns.name !== undefined || (columns.firstName !== undefined && columns.lastName !== undefined)
  const missing = [
    ...(hasName ? [] : ['First name', 'Last name']),
    ...(columns.jobTitle === undefined ? ['Job title'] : []),
    ...(columns.startDate === undefined ? ['Start date'] : []),
  ]
  if (missing.length > 0)
    throw invalid('csv', `The first row must contain headings. Add ${missing.map((each) => `“${each}”`).join(', ')}.`)
  const used = new Set(Object.values(columns))
  return { columns, ignored: headers.filter((header, index) => !used.has(index) && header !== '') }
}

/** "3/14/2026" as well as "2026-03-14". */
function asDate(text: string): string {
  const [, month = '', day = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? []
  return year === '' ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

const wrongDate = 'Enter a date, such as 3/14/2026.'
const day = z
  .string()
  .transform((text, context) => {
    const date = asDate(text)
    if (!z.iso.date().safeParse(date).success) context.addIssue(wrongDate)
    return date
  })
  .pipe(CalendarDate)

const workTypes: Record<string, WorkType> = {
  '': 'full-time',
  fulltime: 'full-time',
  ft: 'full-time',
  parttime: 'part-time',
  pt: 'part-time',
  temporary: 'temporary',
  temp: 'temporary',
  seasonal: 'seasonal',
}
const languages: Record<string, Language> = { '': 'en', english: 'en', en: 'en', spanish: 'es', es: 'es' }

const choice = <T extends string>(words: Record<string, T>, message: string) =>
  z.string().transform((text, context) => {
    const found = words[plain(text)]
    if (found === undefined) context.addIssue(message)
    return found as T
  })

const ImportedEmployee = EmployeeInput.extend({
  startDate: day,
  endDate: z.union([z.literal('').transform(() => null), day], wrongDate),
  workType: choice(workTypes, 'Use full-time, part-time, temporary, or seasonal.'),
  language: choice(languages, 'Use English or Spanish.'),
})
export type ImportedEmployee = z.output<typeof ImportedEmployee>

interface CsvRow {
  row: number
  cells: readonly string[]
}

export type CheckedEmployee = EmployeeImportRow & { employee: ImportedEmployee | null }

/** Throws 400 for a list without the columns that are needed. */
export function checkEmployees(
  { headers, rows }: { headers: readonly string[]; rows: readonly CsvRow[] },
  /** The email addresses of the folder's employees in lower case, with their names. */
  taken: ReadonlyMap<string, string>,
): { checked: CheckedEmployee[]; ignored: string[] } {
  const { columns, ignored } = columnsOf(headers)
  const rowOf = new Map<string, number>()
  const checked = rows.map(({ row, cells }) => {
    const given = cellsOf(cells, columns)
    const seen = { row, name: shown(given.name), email: shown(given.email), jobTitle: shown(given.jobTitle) }
    const { employee, problem } = readEmployee(given)
    if (employee === null) return { ...seen, employee, problem }
    const address = employee.email?.toLowerCase()
    if (address === undefined) return { ...seen, employee, problem: null }
    const owner = taken.get(address)
    const earlier = rowOf.get(address)
    if (owner !== undefined) return { ...seen, employee: null, problem: `Email: ${owner} already has this address.` }
    if (earlier !== undefined)
      return { ...seen, employee: null, problem: `Email: Row ${earlier} has the same address.` }
    rowOf.set(address, row)
    return { ...seen, employee, problem: null }
  })
  return { checked, ignored }
}

/** A Social Security number is not shown again. */
const shown = (text: string) => (looksLikeSsn(text) ? '' : text.slice(0, 200))

function cellsOf(cells: readonly string[], columns: Columns) {
  const cell = (column: Column) => {
    const at = columns[column]
    return at === undefined ? '' : (cells[at] ?? '').trim()
  }
  const names = [cell('firstName'), cell('lastName')].filter((name) => name !== '').join(' ')
  return {
    name: cell('name') === '' ? names : cell('name'),
    email: cell('email'),
    jobTitle: cell('jobTitle'),
    startDate: cell('startDate'),
    endDate: cell('endDate'),
    workType: cell('workType'),
    language: cell('language'),
  }
}

function readEmployee(given: Record<string, string>) {
  const { data, error } = ImportedEmployee.safeParse(given)
  if (data !== undefined && !endsBeforeStart(data)) return { employee: data, problem: null }
  if (data !== undefined) return { employee: null, problem: `${labels.endDate}: ${wrongLastDay}` }
  const sentences = new Map<string, string>()
  for (const { path, message } of error.issues) {
    const field = String(path[0]) as keyof EmployeeInput
    if (!sentences.has(field)) sentences.set(field, `${labels[field]}: ${message}`)
  }
  return { employee: null, problem: [...sentences.values()].join(' ') }
}

/** Throws 400 with the first problem. */
export function assertNoProblems(checked: readonly CheckedEmployee[]): ImportedEmployee[] {
  const wrong = checked.filter(({ problem }) => problem !== null)
  const [first] = wrong
  if (first !== undefined) {
    const count = wrong.length === 1 ? '' : `${wrong.length} rows have problems. `
    throw invalid('csv', `${count}Row ${first.row}: ${first.problem}`)
  }
  return checked.flatMap(({ employee }) => employee ?? [])
}
