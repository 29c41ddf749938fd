// An office with history: some hundreds of fictional rows, the same each time, to verify the portal's counts.
import sql, { raw } from 'sql-template-tag'
import { lineTotal } from '../domain/money.ts'
import { newId } from '../server/kit/id.ts'
import { createTestApp, type TestApp } from './test-app.ts'

type Row = Record<string, unknown> & { id: string }

const day = 86_400_000

/** A seeded random number generator. */
function chance(seed: number) {
  let state = seed
  const next = () => (state = (state * 1_664_525 + 1_013_904_223) >>> 0) / 4_294_967_296
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    oneOf: <T>(from: readonly T[]): T => from[below(from.length)] as T,
    isIn: (share: number) => next() < share,
  }
}

export interface Office {
  folders: Row[]
  invoices: Row[]
  payments: Row[]
  requests: Row[]
  /** When a request was accepted. */
  accepted: Map<string, Date>
  contracts: Row[]
  proposals: Row[]
  documents: Row[]
  assignments: Row[]
  documentRequests: Row[]
}

/** Fills the test app; folders are Sam's, Sue's, or created by one and assigned to the other. */
export async function openOffice(testApp: TestApp, seed: number): Promise<Office> {
  const { below, oneOf, isIn } = chance(seed)
  const now = testApp.db.now.getTime()
  const { sam, sue, alice, ann } = testApp.people
  const ago = (days: number) => new Date(now - below(days * 24 * 60) * 60_000)
  const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10)
  const times = (count: number) => Array.from({ length: count })
  const stamps = (at: Date) => ({ created_at: at, updated_at: at })

  const folders = times(40).map((_, n) => ({
    id: newId(),
    name: `Client ${n}`,
    client_id: isIn(0.8) ? ann.id : null,
    assigned_staff_id: oneOf([sam.id, sue.id]),
    created_by_id: oneOf([sam.id, sue.id, alice.id]),
    services: 'HR Consulting',
    status: oneOf(['active', 'active', 'on-hold', 'completed', 'archived']),
    ...stamps(ago(700)),
  }))
  const inFolder = () => ({ client_folder_id: oneOf(folders).id, created_by_id: alice.id })

  const payments: Row[] = []
  const invoices = times(300).map((_, n) => {
    const sent = ago(600)
    const status = oneOf(['draft', 'void', 'sent', 'overdue', 'paid', 'paid', 'paid'])
    const total = lineTotal(1 + below(4_000) / 100, 12_345)
    const row = { id: newId(), ...inFolder(), total, subtotal: total, tax: 0, description: 'Consulting' }
    const paidAt = new Date(Math.min(now, sent.getTime() + below(120) * day))
    const paid = status === 'paid' ? total : (status === 'sent' || status === 'overdue') && isIn(0.4) ? below(total) : 0
    const parts = paid > 1 && isIn(0.5) ? [Math.floor(paid / 3), paid - Math.floor(paid / 3)] : [paid]
    for (const amount of parts.filter((each) => each > 0))
      payments.push({
        id: newId(),
        invoice_id: row.id,
        client_folder_id: row.client_folder_id,
        amount,
        date: dateOf(paidAt.getTime() - below(40) * day),
        method: 'check',
        recorded_by_id: alice.id,
        created_at: paidAt,
      })
    return {
      ...row,
      invoice_number: `INV-20260101-${1000 + n}`,
      status,
      // Some are due on the day they are sent, some were due before, since an invoice may be backdated.
      due_date: dateOf(sent.getTime() + (below(60) - 10) * day),
      sent_at: status === 'draft' ? null : sent,
      paid_at: status === 'paid' ? paidAt : null,
      amount_paid: paid,
      ...stamps(sent),
    }
  })

  const accepted = new Map<string, Date>()
  const requests = times(250).map((_, n) => {
    const status = oneOf(['pending', 'in-progress', 'completed', 'cancelled'])
    const at = status === 'pending' ? ago(3) : ago(100)
    const id = newId()
    const isTaken = status === 'in-progress' || status === 'completed' || (status === 'cancelled' && isIn(0.5))
    if (isTaken) accepted.set(id, new Date(at.getTime() + below(48 * 60) * 60_000))
    return {
      id,
      business_name: `Business ${n}`,
      first_name: 'Noor',
      last_name: 'Haddad',
      email: 'noor@example.com',
      phone: '(540) 555-0142',
      services: ['hr-consulting'],
      service_names: ['HR Consulting'],
      needs_description: 'Everything',
      business_goals: 'More',
      status,
      assigned_staff_id: isTaken ? oneOf([sam.id, sue.id, null]) : null,
      ...stamps(at),
    }
  })

  const contracts = times(80).map((_, n) => {
    const at = ago(20)
    const status = oneOf(['draft', 'draft', 'active', 'cancelled'])
    const more = { signed_at: status === 'active' ? at : null, contract_number: `PROHR-202601-${1000 + n}` }
    const client = { client_name: 'Ann Keller', client_email: 'ann@example.com' }
    const row = { id: newId(), ...inFolder(), ...client, ...more, terms: 'Net 30', total_value: 1 + below(900_000) }
    return { ...row, status, start_date: dateOf(now), ...stamps(at) }
  })

  const proposals = times(80).map((_, n) => {
    const at = ago(20)
    const status = oneOf(['draft', 'sent', 'sent', 'sent', 'approved', 'withdrawn'])
    const row = { id: newId(), ...inFolder(), title: `Proposal ${n}`, description: 'What', total_cost: below(900_000) }
    const decided_at = status === 'approved' ? at : null
    const valid_until = isIn(0.1) ? null : dateOf(now + (below(12) - 4) * day)
    return { ...row, status, sent_at: status === 'draft' ? null : at, decided_at, valid_until, ...stamps(at) }
  })

  const documents = times(60).map((_, n) => {
    const requires_signature = isIn(0.7)
    const at = ago(30)
    const is_signed = requires_signature && isIn(0.3)
    const facts = {
      file_name: 'a.pdf',
      original_name: `Paper ${n}.pdf`,
      file_size: 9,
      mime_type: 'application/pdf',
      sha256: '',
    }
    return {
      id: newId(),
      ...facts,
      storage_key: `made-up-${n}`,
      client_folder_id: oneOf(folders).id,
      uploaded_by_id: sam.id,
      requires_signature,
      is_signed,
      signed_at: is_signed ? at : null,
      declined_at: requires_signature && !is_signed && isIn(0.2) ? at : null,
      created_at: at,
    }
  })

  const assignments = times(80).map((_, n) => {
    const status = oneOf(['pending', 'in-progress', 'completed'])
    const at = ago(60)
    const due_date = isIn(0.2) ? null : dateOf(now + (below(30) - 20) * day)
    const row = { id: newId(), title: `Task ${n}`, description: 'Do it', client_folder_id: oneOf(folders).id }
    const completed_at = status === 'completed' ? at : null
    return { ...row, assigned_by_id: sam.id, status, due_date, completed_at, created_at: at }
  })

  const documentRequests = times(80).map((_, n) => {
    const status = oneOf(['pending', 'pending', 'submitted', 'completed', 'cancelled'])
    const at = ago(60)
    const due_date = isIn(0.2) ? null : dateOf(now + (below(30) - 20) * day)
    const row = { id: newId(), title: `Paper ${n}`, client_folder_id: oneOf(folders).id, document_type: 'other' }
    const completed_at = status === 'completed' ? at : null
    return { ...row, requested_by_id: sam.id, status, due_date, completed_at, created_at: at }
  })

  for (const [table, rows] of Object.entries({
    client_folders: folders,
    invoices,
    payments,
    service_requests: requests.map((row) => ({ ...row, accepted_at: accepted.get(row.id) ?? null })),
    contracts,
    proposals,
    documents,
    assignments,
    document_requests: documentRequests,
  }))
    await insert(testApp, table, rows)
  return {
    folders,
    invoices,
    payments,
    requests,
    accepted,
    contracts,
    proposals,
    documents,
    assignments,
    documentRequests,
  }
}

/** A row of the requests table. */
export const requestOn = (created: string, status: 'pending' | 'completed', businessName = 'Oysters') => ({
  id: newId(),
  business_name: businessName,
  first_name: 'Noor',
  last_name: 'Haddad',
  email: 'noor@example.com',
  phone: '(540) 555-0142',
  services: ['hr-consulting'],
  service_names: ['HR Consulting'],
  needs_description: 'Everything',
  business_goals: 'More',
  status,
  created_at: created,
  updated_at: created,
})

/** A separate test app at a future instant; `go` advances it and returns the team, signed in at that time. */
export async function futureTestApp(instant: string) {
  const future = await createTestApp()
  const { alice, sam, sue } = future.people
  const go = async (to: string) => {
    future.pass({ minutes: (Date.parse(to) - future.db.now.getTime()) / 60_000 })
    return {
      alice: await future.signIn(alice.id, 'admin'),
      sam: await future.signIn(sam.id, 'staff'),
      sue: await future.signIn(sue.id, 'staff'),
    }
  }
  return { future, go, people: await go(instant) }
}

/** The folders that a team member may see, by the plain rule. */
export function foldersOf(testApp: TestApp, office: Office, username: 'alice' | 'sam' | 'sue'): Map<string, Row> {
  const { id } = testApp.people[username]
  const own = (each: Row) => each.assigned_staff_id === id || each.created_by_id === id
  return new Map(office.folders.filter((each) => username === 'alice' || own(each)).map((each) => [each.id, each]))
}

/** Inserts directly into the table; all rows have the same columns. */
export async function insert(testApp: TestApp, table: string, rows: readonly Row[]): Promise<void> {
  const columns = raw(Object.keys(rows[0] ?? {}).join(', '))
  await testApp.db.run(sql`
    insert into ${raw(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${raw(table)}, ${JSON.stringify(rows)}::jsonb)`)
}
