// Forty XSS payloads, and an office whose every text is one of them: see stored-scripts.spec.ts.
import { pdf } from '../samples.ts'
import {
  addDocument,
  addFolder,
  addPerson,
  type Caller,
  callerFor,
  demonstration,
  requestOf,
  type Someone,
  visitorOf,
} from './people.ts'
import type { Portal } from './portal.ts'

/** All call `hit()`, which does not exist in our pages. */
export const payloads = [
  '<script>hit()</script>',
  '<ScRiPt >hit()</sCrIpT>',
  '</script><script>hit()</script>',
  '</title><script>hit()</script>',
  '</textarea><script>hit()</script>',
  '--><script>hit()</script>',
  ']]><script>hit()</script>',
  '<script src=data:,hit()></script>',
  '<img src=x onerror=hit()>',
  '<img/src/onerror=hit()>',
  '"><img src=x onerror=hit()>',
  "'><img src=x onerror=hit()>",
  '<img src="x` `" onerror=hit()>',
  '<image href=x onerror=hit()>',
  '<svg onload=hit()>',
  '<svg/onload=hit()//',
  '<svg><script>hit()</script></svg>',
  '<svg><animate onbegin=hit() dur=1s>',
  '<svg><a xlink:href=javascript:hit()>x</a>',
  '<math><a href=javascript:hit()>x</a>',
  '<body onload=hit()>',
  '<input autofocus onfocus=hit()>',
  '<details open ontoggle=hit()>',
  '<video><source onerror=hit()></video>',
  '<audio src=x onerror=hit()>',
  '<marquee onstart=hit()>',
  '<object data=javascript:hit()>',
  '<embed src=javascript:hit()>',
  '<iframe src=javascript:hit()>',
  '<iframe srcdoc="<img src=x onerror=hit()>">',
  '<a href=javascript:hit()>x</a>',
  '<a href="&#106;avascript:hit()">x</a>',
  '[x](javascript:hit())',
  '![x](x"onerror="hit())',
  '<form action=javascript:hit()><button>',
  '<meta http-equiv=refresh content=0;javascript:hit()>',
  '<base href=javascript:hit()//>',
  '" onmouseover="hit()" x="',
  "${hit()}{{constructor.constructor('hit()')()}}",
  '\\"-hit()}//`${hit()}',
]

/** For texts of up to ten thousand characters. */
const all = payloads.join('\n')

/** All of them, packed into as few texts of limited length as possible. */
const inTextsOf = (limit: number) =>
  payloads.reduce<string[]>((texts, each) => {
    const last = texts.at(-1)
    if (last === undefined || last.length + 1 + each.length > limit) return [...texts, each]
    return [...texts.slice(0, -1), `${last} ${each}`]
  }, [])

/**
 * As many as fit a name of 200 characters; each round has the next ones, so that in the end every field contained them
 * all.
 */
const names = inTextsOf(190)

export interface Office {
  alice: Someone
  sam: Someone
  ann: Someone
  folder: string
  /**
   * The pages of a proposal, a contract, an invoice, and a report; each has a PDF under the same address of the API.
   */
  agreements: string[]
  /** The page where the document is signed. */
  toSign: string
}

export async function officeOfPayloads(portal: Portal): Promise<Office> {
  const admin = await callerFor(portal, demonstration('admin'))
  const [first] = names as [string]
  const alice = await addPerson(portal, admin, { role: 'admin', firstName: first, lastName: first })
  const sam = await addPerson(portal, admin, { role: 'staff', firstName: first, lastName: first })
  const ann = await addPerson(portal, admin, { role: 'client', firstName: first, lastName: first })
  const { id: folder } = await addFolder(admin, { name: first, client: ann, staff: sam })
  const team = await callerFor(portal, sam)
  const client = await callerFor(portal, ann)
  const own = { clientFolderId: folder }
  await longTexts(admin, team, client, folder)
  const created: string[][] = []
  for (const [round, name] of names.entries()) {
    await visitorOf(portal)('POST', '/api/service-requests', {
      ...requestOf(name),
      firstName: name,
      lastName: name,
      phone: name,
      website: `https://example.com/"><script>hit()</script>#${round}`,
      needsDescription: all,
      businessGoals: all,
    })
    const person = { firstName: name, lastName: name, phone: name, company: name, role: 'client' }
    await admin('POST', '/api/users', { ...person, email: `round${round}@journey.example` })
    await admin('PUT', `/api/users/${ann.id}`, { ...person, email: ann.email })
    const change = { name, services: all, taxExemptionNumber: name, purchaseOrderNumber: name }
    await admin('PATCH', `/api/client-folders/${folder}`, change)
    await admin('POST', '/api/service-rates', rateOf(name))
    await team('POST', `/api/client-folders/${folder}/assignments`, { title: name, description: all })
    await team('POST', `/api/client-folders/${folder}/document-requests`, {
      title: name,
      description: all,
      documentType: name,
    })
    if (round < 5)
      await admin('POST', `/api/client-folders/${folder}/contacts`, {
        name,
        email: `contact${round}@journey.example`,
        money: true,
        documents: true,
        messages: true,
      })
    await client('POST', '/api/hr-forms', { formType: 'handbook-acknowledgment', formData: formOf(name) })
    created.push(await agreementsOf(admin, team, client, own, name))
  }
  const agreements = created.at(-1) as string[]
  return { alice, sam, ann, folder, agreements, toSign: await fileOf(portal, team, folder) }
}

const rateOf = (serviceName: string) => ({
  serviceName,
  serviceType: 'hr-consulting',
  hourlyRate: 12_550,
  description: all,
})

const formOf = (name: string) => ({
  employeeName: name,
  employeeId: name,
  department: name,
  supervisor: name,
  acknowledgmentDate: '2026-11-20',
  signature: name,
})

/** Texts that fit all forty together. */
async function longTexts(admin: Caller, team: Caller, client: Caller, folder: string) {
  for (const caller of [team, client]) await caller('POST', `/api/client-folders/${folder}/messages`, { content: all })
  await team('POST', `/api/client-folders/${folder}/staff-notes`, { content: all })
  await client('PATCH', `/api/drafts/${folder}`, { message: all })
  await admin('POST', `/api/client-folders/${folder}/legal-holds`, { reason: all })
  for (const query of inTextsOf(1000)) await client('POST', '/api/hr-assistant', { query })
  const [passage] = await team<{ policyId: string; anchor: string }[]>('GET', '/api/hr-assistant/passages?q=pay+stub')
  const { policyId, anchor } = passage as { policyId: string; anchor: string }
  const verified = {
    question: payloads.slice(0, 14).join(' '),
    answer: all.slice(0, 2000),
    passages: [{ policyId, anchor }],
  }
  await team('POST', '/api/hr-assistant/verified-answers', verified)
  await admin('POST', `/api/hr-policies/${policyId}/versions`, {
    content: `## Scope\n\n- ${payloads.map(asText).join('\n- ')}\n`,
    note: payloads[10],
    title: `Script ${payloads[8]}`,
    description: payloads.slice(0, 12).join(' '),
    tags: ['<svg onload=hit()>'],
  })
}

/** As Markdown that renders it literally; a policy refuses HTML itself. */
const asText = (text: string) => text.replaceAll(/[^\w\s]/g, '\\$&')

/** A declined proposal, a terminated contract, a partly paid invoice, and a report. */
async function agreementsOf(admin: Caller, team: Caller, client: Caller, own: object, name: string) {
  const services = [{ customName: name, description: all, estimatedHours: 2, hourlyRate: 12_550 }]
  const timeline = [{ phase: name, duration: name, description: all }]
  const offer = { ...own, title: name, description: all, services, timeline, validUntil: '2099-12-31' }
  const proposal = await team('POST', '/api/proposals', offer)
  await team('PATCH', `/api/proposals/${proposal.id}/status`, { status: 'sent' })
  await client('PATCH', `/api/proposals/${proposal.id}/status`, { status: 'rejected', comment: all })
  const who = {
    clientName: name,
    clientEmail: 'a@b.example',
    clientPhone: name,
    clientCompany: name,
    clientAddress: all,
  }
  const agreed = { ...own, ...who, services: [name], totalValue: 1, terms: all, startDate: '2026-12-01' }
  const contract = await admin('POST', '/api/contracts', agreed)
  await admin('PATCH', `/api/contracts/${contract.id}/status`, { status: 'cancelled', reason: all })
  const lineItems = [{ description: all, quantity: 2, rate: 12_550 }]
  const invoice = await admin('POST', '/api/invoices', { ...own, description: all, lineItems, dueDate: '2099-12-31' })
  await admin('PATCH', `/api/invoices/${invoice.id}/status`, { status: 'sent' })
  await admin('POST', `/api/invoices/${invoice.id}/payments`, { amount: 100, method: 'check', reference: name })
  const path = `/api/client-folders/${(own as { clientFolderId: string }).clientFolderId}/onboarding-reports`
  const report = await team('POST', path, {
    clientNeeds: [name],
    recommendedServices: services,
    timeline,
    riskAssessment: all,
  })
  await team('PATCH', `/api/onboarding-reports/${report.id}/status`, { status: 'shared' })
  return [
    `/proposals/${proposal.id}`,
    `/contracts/${contract.id}`,
    `/invoices/${invoice.id}`,
    `/onboarding-reports/${report.id}`,
  ]
}

/** A file whose name and content are such texts. */
async function fileOf(portal: Portal, team: Caller, clientFolderId: string): Promise<string> {
  const document = { name: '<img src=x onerror=hit()>.pdf', bytes: pdf(payloads[0]), requiresSignature: true }
  const { id } = await addDocument(portal, team, clientFolderId, document)
  return `/documents/${id}/sign`
}
