// What both companies have before the walk begins.
import sql from 'sql-template-tag'
import { firstBilling } from '../../../domain/firm-settings.ts'
import { newId } from '../../../server/kit/id.ts'
import { encryptReceived } from '../../../server/received-emails/stored-email.ts'
import { deliveriesStored } from '../../../server/signatures/deliveries.ts'
import { openBooking } from '../../bookings.ts'
import { handbook, handbooksOf, ownPolicy } from '../../handbooks.ts'
import { ownForm } from '../../own-forms.ts'
import { pdf, zip } from '../../samples.ts'
import { deliver, type StripeServer } from '../../stripe-server.ts'
import { fixturePassword, type TestApp } from '../../test-app.ts'
import { addDocument, upload } from '../../uploads.ts'
import { bodyOf, hush, ofMoney, ofWork, type Side, workMark } from './sides.ts'

/** More uploads are made than a person may in a day. */
export const forgetUploads = sql`update uploads set created_at = created_at - interval '2 days'`

/** Handbooks are of a side; a policy of the firm is for the team alone until a handbook quotes it. */
export const handbookFor = (side: Side, ownPolicyId: string) => ({
  ...handbook,
  title: `Handbook of ${ofWork(side)}`,
  items: [
    { source: 'model', id: 'code-of-conduct' },
    { source: 'own', id: ownPolicyId },
  ],
  fields: { ...handbook.fields, employer: `${side.word} Inc.` },
})

export const employeeOf = (side: Side) => ({
  name: `Nora ${ofWork(side)}`,
  jobTitle: `Maker of ${side.word}`,
  workType: 'full-time',
  startDate: '2026-11-02',
})

export const signature = ({ word }: Side) => ({
  consent: true,
  kind: 'typed',
  name: `Signed ${word}`,
  password: fixturePassword,
})

export const creditOf = (side: Side, invoiceId: string | null) => ({
  clientFolderId: side.folder,
  invoiceId,
  amount: 100,
  reason: `Credit for ${ofMoney(side)}`,
})

/** The lead is the only consultant in the list. */
export const clientListOf = ({ word, staff }: Side, n: number): string =>
  `Business name,Email,Consultant\nImported ${word} ${n},import-${word}-${n}@example.com,${staff}@example.com\n`

/** Completes the payment, also by bank. Refunds half of it if `isRefunded`. */
export async function payAtStripe(testApp: TestApp, stripe: StripeServer, { isRefunded = false } = {}) {
  const [sessionId = '', session] = [...stripe.sessions].at(-1) ?? []
  if (session === undefined || session.status !== 'open') return
  const isCard = session.allowed_payment_method_types.includes('card')
  const intent = stripe.pay(sessionId, isCard ? 'card' : 'us_bank_account')
  stripe.settle(sessionId, true)
  const refund = isRefunded ? stripe.refund(intent, Math.floor(session.amount_total / 2)) : null
  await deliver(testApp, stripe.signed('checkout.session.completed', session))
  if (refund !== null) await deliver(testApp, stripe.signed('refund.created', refund))
}

/** Payment instructions are specific to the kind of client: Elmwood is a public body, Acme is not. */
export async function writeFirmSettings(testApp: TestApp, acme: Side, elmwood: Side) {
  const billing = {
    ...firstBilling,
    paymentInstructions: `Pay into the account ${acme.word}.`,
    publicBodyInstructions: `Pay into the account ${elmwood.word}.`,
  }
  await bodyOf(testApp.alice.patch('/api/firm-settings', { billing }), 200)
  await openBooking(testApp)
  await bodyOf(testApp.alice.patch(`/api/client-folders/${elmwood.folder}`, { sector: 'public-school' }), 200)
}

/** A policy of the firm: published, and with an edit that is for the team alone. */
export async function publishPolicy({ alice }: TestApp): Promise<string> {
  const { id } = await bodyOf(alice.post('/api/own-policies', ownPolicy))
  await bodyOf(alice.post(`/api/own-policies/${id}/versions`))
  await bodyOf(alice.put(`/api/own-policies/${id}`, { ...ownPolicy, content: `## Purpose\n\nAbout ${hush}.\n` }), 200)
  return id
}

/** One record of each kind for a side, regardless of the random steps. */
export async function furnish(testApp: TestApp, stripe: StripeServer, side: Side, ownPolicyId: string) {
  await nameCompany(testApp, side)
  await furnishDocuments(testApp, side, ownPolicyId)
  await furnishForm(testApp, side)
  await furnishMoney(testApp, stripe, side)
  await furnishImports(testApp, side)
  await receiveEmails(testApp, side)
}

const rememberIn = (side: Side) => (noun: string, id: string) => void (side.created[noun] ??= []).push(id)

/** The client, the folder, and a first contract. */
async function nameCompany(testApp: TestApp, side: Side) {
  const { alice } = testApp
  const { word, folder } = side
  const { id, email, firstName, role } = await bodyOf(testApp[side.client].get('/api/user'), 200)
  const person = { email, firstName, role, lastName: word, phone: `call ${word}`, company: `${word} Inc.` }
  await bodyOf(alice.put(`/api/users/${id}`, person), 200)
  const change = { name: `${word} works`, services: `all about ${word}`, purchaseOrderNumber: `PO ${ofMoney(side)}` }
  await bodyOf(alice.patch(`/api/client-folders/${folder}`, change), 200)
  const who = { clientName: `Client ${word}`, clientEmail: `${word}@example.com`, clientAddress: `The ${word} road` }
  const contract = { clientFolderId: folder, ...who, services: [`All about ${ofMoney(side)}`], totalValue: 1 }
  const { id: contractId } = await bodyOf(alice.post('/api/contracts', { ...contract, startDate: '2026-12-01' }))
  rememberIn(side)('contracts', contractId)
}

async function furnishDocuments(testApp: TestApp, side: Side, ownPolicyId: string) {
  const [staff, client] = [testApp[side.staff], testApp[side.client]]
  const within = `/api/client-folders/${side.folder}`
  const remember = rememberIn(side)
  const { id: handbookId } = await bodyOf(staff.post(handbooksOf(side.folder), handbookFor(side, ownPolicyId)))
  remember('handbooks', handbookId)
  const { versions } = await bodyOf(staff.post(`/api/handbooks/${handbookId}/versions`))
  const documentId = versions[0].documentId
  remember('documents', documentId)
  const { objectPath } = await bodyOf(client.get(`/api/documents/${documentId}`), 200)
  await client.get(objectPath)
  await deliveriesStored(testApp.people[side.client].id)
  await bodyOf(client.post(`/api/documents/${documentId}/signature`, signature(side)))
  const { version } = await bodyOf(client.get('/api/hr-policies/wage-hour'), 200)
  await bodyOf(client.post('/api/hr-policies/wage-hour/acknowledgement', { version }))

  const teamOnly = { name: `About ${hush} ${workMark}.pdf`, bytes: pdf(`About ${hush}`), visibility: 'team-only' }
  remember('documents', (await bodyOf(addDocument(staff, side.folder, teamOnly))).id)
  const employee = await bodyOf(staff.post(`${within}/employees`, employeeOf(side)))
  remember('employees', employee.id)
  const training = {
    training: `Training of ${ofWork(side)}`,
    provider: `School of ${ofWork(side)}`,
    completedOn: '2026-03-02',
  }
  const recorded = await bodyOf(client.post(`${within}/training-records`, { ...training, employeeId: employee.id }))
  remember('training-records', recorded.id)
  const about = { title: `License of ${ofWork(side)}`, kind: 'license', dueDate: '2027-03-01', employeeId: employee.id }
  remember('deadlines', (await bodyOf(client.post(`${within}/deadlines`, about))).id)
}

/** A form for the side only: published, and with an edit that is for the team alone. */
async function furnishForm({ alice }: TestApp, side: Side) {
  const form = { ...ownForm, title: `Form of ${ofWork(side)}` }
  const { id } = await bodyOf(alice.post('/api/own-forms', { ...form, clientFolderId: side.folder }))
  rememberIn(side)('own-forms', id)
  await bodyOf(alice.post(`/api/own-forms/${id}/versions`))
  await bodyOf(alice.put(`/api/own-forms/${id}`, { ...form, description: `About ${hush}.` }), 200)
}

async function furnishMoney(testApp: TestApp, stripe: StripeServer, side: Side) {
  const { alice } = testApp
  const client = testApp[side.client]
  const remember = rememberIn(side)
  const lineItems = [{ description: `Hours for ${ofMoney(side)}`, quantity: 1, rate: 10_000 }]
  for (const isOnline of [false, true]) {
    const body = { clientFolderId: side.folder, lineItems, dueDate: '2099-12-31' }
    const { id } = await bodyOf(alice.post('/api/invoices', body))
    remember('invoices', id)
    await bodyOf(alice.patch(`/api/invoices/${id}/status`, { status: 'sent' }), 200)
    if (isOnline) {
      remember('online-payments', (await bodyOf(client.post(`/api/invoices/${id}/online-payments`, {}))).id)
      await payAtStripe(testApp, stripe, { isRefunded: true })
      const entries = await bodyOf(client.get(`/api/invoices/${id}/payments`), 200)
      if (entries.length !== 2) throw new Error('The online payment and its refund were not recorded')
      for (const entry of entries) remember('payments', entry.id)
      continue
    }
    const reference = ofMoney(side)
    const payment = await bodyOf(alice.post(`/api/invoices/${id}/payments`, { amount: 500, reference }))
    remember('payments', payment.id)
    await bodyOf(alice.post(`/api/payments/${payment.id}/refund`, { amount: 50, reason: `To ${ofMoney(side)}` }))
    remember('credit-notes', (await bodyOf(alice.post('/api/credit-notes', creditOf(side, id)))).id)
  }
}

/** Drafts: a list of clients, and a ZIP of documents for the folder. */
async function furnishImports(testApp: TestApp, side: Side) {
  const { alice } = testApp
  const headers = { 'content-type': 'text/csv' }
  const list = alice.send({ method: 'POST', url: '/api/client-imports', headers, payload: clientListOf(side, 0) })
  rememberIn(side)('client-imports', (await bodyOf(list)).id)
  const { documentURL } = await upload(alice, zip([{ name: `Old ${ofWork(side)}.pdf`, content: pdf(side.word) }]))
  const files = { documentURL, fileName: `${side.word}.zip`, clientFolderId: side.folder }
  rememberIn(side)('document-imports', (await bodyOf(alice.post('/api/document-imports', files))).id)
}

/** Two that are pending: one to the folder's reply address, and one that is known only by its sender. */
async function receiveEmails({ db, context, people }: TestApp, side: Side) {
  const from = `${people[side.client].username}@example.com`
  for (const folder of [side.folder, null]) {
    const id = newId()
    const email = { subject: `About ${ofWork(side)}`, text: `Dear team, ${ofWork(side)}`, attachments: [] }
    await db.run(sql`
      insert into received_emails (id, content_hash, uid_validity, uid, from_address, status, reason, client_folder_id,
        body_encrypted, received_at)
      values (${id}, ${Buffer.from(id)}, '1', 1, ${from}, 'pending', 'empty', ${folder},
        ${await encryptReceived(context.dataKeys, id, email)}, ${db.now})`)
    rememberIn(side)('received-emails', id)
  }
}
