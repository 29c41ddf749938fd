// A client import from a CSV file, for administrators: each row of the file becomes a client folder with its client
// and contacts. States: draft (checked, nothing created) → running → finished, or stopped.
import { z } from 'zod'
import { HeadCount, type Sector } from './audience.ts'
import { conflict } from './errors.ts'
import { maxContacts } from './folder-contact.ts'
import { ImportCounts, ImportRowStatus, ImportStatus, maxImportColumns } from './import.ts'
import {
  emailAddress,
  Id,
  Instant,
  versioned,
  optionalName,
  optionalText,
  requiredName,
  requiredPersonName,
} from './text.ts'

export const importLimitBytes = 10 * 1024 * 1024
export const maxImportRows = 20_000

/** The fields of a client that a column can be mapped to, with their labels. */
export const importFields = {
  name: 'Business name',
  email: 'Email',
  firstName: 'First name',
  lastName: 'Last name',
  phone: 'Phone',
  address: 'Address',
  sector: 'Sector',
  headCount: 'Number of employees',
  services: 'Services',
  taxExempt: 'Tax-exempt',
  taxExemptionNumber: 'Exemption number',
  lead: 'Consultant’s email',
  contacts: 'Other contacts',
} as const
export type ImportField = keyof typeof importFields
export const importFieldNames = Object.keys(importFields) as ImportField[]

/** The zero-based column of each field; null or omitted if the file has none. */
const column = z
  .int()
  .min(0)
  .max(maxImportColumns)
  .nullish()
  .transform((index) => index ?? null)
export const ImportMapping = z.strictObject(
  Object.fromEntries(importFieldNames.map((field) => [field, column])) as Record<ImportField, typeof column>,
)
export type ImportMapping = z.infer<typeof ImportMapping>

export const ClientImportAction = z.enum(['map', 'start', 'stop', 'discard'])

export const ClientImport = z.object({
  id: Id,
  fileName: z.string(),
  status: ImportStatus,
  /** The cells of the file's first row. */
  headers: z.array(z.string()),
  mapping: ImportMapping,
  /** The consultant for rows without one. */
  defaultLeadId: Id.nullable(),
  invites: z.boolean(),
  startedById: Id,
  startedByName: z.string().nullable(),
  counts: ImportCounts,
  finishedAt: Instant.nullable(),
  createdAt: Instant,
  ...versioned,
})
export type ClientImport = z.infer<typeof ClientImport>

export const ClientImportView = ClientImport.extend({ allowed: z.array(ClientImportAction) })
export type ClientImportView = z.infer<typeof ClientImportView>

export const ClientImportRow = z.object({
  id: Id,
  /** The row number in the file, counted from 1 as in a spreadsheet. */
  row: z.int(),
  name: z.string(),
  email: z.string(),
  status: ImportRowStatus,
  /** What is wrong with it, or why it was skipped. */
  reason: z.string().nullable(),
  clientFolderId: Id.nullable(),
})
export type ClientImportRow = z.infer<typeof ClientImportRow>

export const ClientImportChange = z.strictObject({ mapping: ImportMapping, defaultLeadId: Id.nullable() })
export type ClientImportChange = z.infer<typeof ClientImportChange>

export const ClientImportStart = z.strictObject({ invites: z.boolean() })
export type ClientImportStart = z.infer<typeof ClientImportStart>

export function allowedInImport({
  status,
  counts,
}: Pick<ClientImport, 'status' | 'counts'>): ClientImportView['allowed'] {
  if (status === 'draft') return counts.pending > 0 ? ['map', 'start', 'discard'] : ['map', 'discard']
  return status === 'running' ? ['stop'] : []
}

const refusals: Record<z.infer<typeof ClientImportAction>, string> = {
  map: 'This import has started, so its columns can’t be changed. Upload the file again.',
  start: 'There’s nothing to import, or this import has already started.',
  stop: 'This import isn’t running, so it can’t be stopped.',
  discard: 'This import has started, so it can’t be discarded.',
}

/** Throws 409 if the import's status does not allow it. */
export function assertCanInImport(
  action: z.infer<typeof ClientImportAction>,
  its: Pick<ClientImport, 'status' | 'counts'>,
): void {
  if (!allowedInImport(its).includes(action)) throw conflict(refusals[action])
}

/** Headings for each field, in lower case without spaces and punctuation; the first match wins. */
const headings: Record<ImportField, readonly string[]> = {
  name: [
    'businessname',
    'clientname',
    'companyname',
    'business',
    'company',
    'organization',
    'employer',
    'client',
    'clientfolder',
    'name',
  ],
  email: ['email', 'emailaddress', 'clientemail', 'contactemail', 'mail'],
  firstName: ['firstname', 'first', 'givenname'],
  lastName: ['lastname', 'last', 'surname', 'familyname'],
  phone: ['phone', 'phonenumber', 'telephone', 'tel', 'mobile', 'cell'],
  address: ['address', 'streetaddress', 'mailingaddress', 'street'],
  sector: ['sector', 'clienttype', 'type', 'businesstype', 'organizationtype'],
  headCount: ['numberofemployees', 'employees', 'headcount', 'employeecount', 'staffcount', 'size'],
  services: ['services', 'service'],
  taxExempt: ['taxexempt', 'exempt', 'tax', 'taxstatus', 'taxsetting', 'salestax'],
  taxExemptionNumber: ['exemptionnumber', 'taxexemptionnumber', 'exemptnumber', 'certificatenumber'],
  lead: [
    'consultantsemail',
    'consultantemail',
    'consultant',
    'lead',
    'leademail',
    'staffemail',
    'staffmember',
    'assignedto',
    'owner',
  ],
  contacts: ['othercontacts', 'contacts', 'additionalcontacts', 'furthercontacts'],
}

const plain = (heading: string) => heading.toLowerCase().replace(/[^a-z0-9]/g, '')

export function guessMapping(headers: readonly string[]): ImportMapping {
  const known = headers.map(plain)
  const guess = (field: ImportField) => {
    const found = headings[field].map((heading) => known.indexOf(heading)).find((index) => index >= 0)
    return [field, found ?? null] as const
  }
  return Object.fromEntries(importFieldNames.map(guess)) as ImportMapping
}

const sectorWords: Record<string, Sector> = {
  private: 'private',
  business: 'private',
  smallbusiness: 'private',
  privatebusiness: 'private',
  public: 'public-school',
  publicschool: 'public-school',
  k12: 'public-school',
  education: 'public-school',
  privateschool: 'private-school',
  privateeducation: 'private-school',
}

const yes = ['yes', 'y', 'true', '1', 'x', 'exempt', 'taxexempt']
const no = ['', 'no', 'n', 'false', '0', 'taxable']

const personName = z
  .string()
  .transform((text) => (text === '' ? null : text))
  .pipe(requiredPersonName('Enter a name.').nullable())

const sector = z.string().transform((text, context): Sector | null => {
  if (text === '') return null
  const known = sectorWords[plain(text)]
  if (known === undefined) context.addIssue('Use Private business, Public school, or Private school.')
  return known ?? null
})

/** Thousands separators are fine. */
const headCount = z
  .string()
  .transform((text) =>
    text === '' ? null : /^\d{1,3}(,\d{3})+$/.test(text) ? Number(text.replaceAll(',', '')) : Number(text),
  )
  .pipe(HeadCount.nullable())

const taxExempt = z.string().transform((text, context) => {
  const word = plain(text)
  if (!yes.includes(word) && !no.includes(word)) context.addIssue('Use yes or no.')
  return yes.includes(word)
})

const ImportedContact = z.object({
  name: requiredPersonName('Enter a name.'),
  email: emailAddress('Email is required', 'Enter a valid email address.'),
})

/** "Jo Park <jo@example.com>; lee@example.com" */
const contacts = z
  .string()
  .transform((text) =>
    text
      .split(/[;\n]/)
      .map((each) => each.trim())
      .filter((each) => each !== '')
      .map((each) => {
        // "Ann Keller <ann@acme.example>", or the address alone.
        const start = each.endsWith('>') ? each.indexOf('<') : -1
        const email = start < 0 ? each : each.slice(start + 1, -1)
        const name = start < 0 ? '' : each.slice(0, start).trim()
        return { name: name === '' ? (email.split('@')[0] ?? '') : name, email }
      }),
  )
  .pipe(z.array(ImportedContact).max(maxContacts, `A folder can have at most ${maxContacts} contacts.`))

export const ImportedClient = z.object({
  name: requiredName('Business name is required'),
  email: emailAddress('Email is required', 'Enter a valid email address.'),
  firstName: personName,
  lastName: personName,
  phone: optionalName,
  address: optionalText,
  sector,
  headCount,
  services: optionalText,
  taxExempt,
  taxExemptionNumber: optionalName,
  lead: z.union([
    z.literal('').transform(() => null),
    emailAddress('Email is required', 'Enter a valid email address.'),
  ]),
  contacts,
})
export type ImportedClient = z.output<typeof ImportedClient>

/** The client of a row, or what is wrong with it: a sentence for each field. */
export function readImportRow(
  cells: readonly string[],
  mapping: ImportMapping,
): { client: ImportedClient; problem: null } | { client: null; problem: string } {
  const given = Object.fromEntries(importFieldNames.map((field) => [field, cellOf(cells, mapping[field])]))
  const { data, error } = ImportedClient.safeParse(given)
  if (data !== undefined) {
    const twice = data.contacts.find(({ email }) => email.toLowerCase() === data.email.toLowerCase())
    if (twice === undefined) return { client: data, problem: null }
    return { client: null, problem: `${importFields.contacts}: ${twice.email} is already the client.` }
  }
  const sentences = new Map<string, string>()
  for (const { path, message } of error.issues) {
    const field = String(path[0]) as ImportField
    if (!sentences.has(field)) sentences.set(field, `${importFields[field]}: ${message.replace(/\.?$/, '.')}`)
  }
  return { client: null, problem: [...sentences.values()].join(' ') }
}

export const cellOf = (cells: readonly string[], index: number | null): string =>
  index === null ? '' : (cells[index] ?? '').trim()

/** Two rows with the same key are the same client; the key ignores case. */
export const importKeyOf = ({ email, name }: Pick<ImportedClient, 'email' | 'name'>): string =>
  `${email.trim().toLowerCase()}\n${name.trim().toLowerCase()}`
