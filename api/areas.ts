// Which area of an API key's scopes each endpoint belongs to. No key can call the others: accounts, sessions, settings,
// the audit log, private drafts and assistant conversations, and signing.
import type { ApiArea } from '../domain/api-key.ts'
import * as agreementTemplates from './agreement-templates.ts'
import * as assignments from './assignments.ts'
import * as books from './books.ts'
import * as clientFolders from './client-folders.ts'
import * as clientPrices from './client-prices.ts'
import * as contracts from './contracts.ts'
import * as creditNotes from './credit-notes.ts'
import * as deadlines from './deadlines.ts'
import * as documentRequests from './document-requests.ts'
import * as documents from './documents.ts'
import * as employeeImports from './employee-imports.ts'
import * as employees from './employees.ts'
import * as folderContacts from './folder-contacts.ts'
import * as handbooks from './handbooks.ts'
import * as hrForms from './hr-forms.ts'
import * as hrPolicies from './hr-policies.ts'
import * as invoicePlans from './invoice-plans.ts'
import * as invoices from './invoices.ts'
import * as jobTemplates from './job-templates.ts'
import type { Endpoint } from './kit/endpoint.ts'
import * as lawChanges from './law-changes.ts'
import * as messages from './messages.ts'
import * as modelPolicies from './model-policies.ts'
import * as onboardingReports from './onboarding-reports.ts'
import * as ownForms from './own-forms.ts'
import * as ownPolicies from './own-policies.ts'
import * as proposals from './proposals.ts'
import * as reports from './reports.ts'
import * as retainers from './retainers.ts'
import * as savedReplies from './saved-replies.ts'
import * as serviceRates from './service-rates.ts'
import * as serviceRequests from './service-requests.ts'
import * as statements from './statements.ts'
import * as tasks from './tasks.ts'
import * as timeEntries from './time-entries.ts'
import * as trainingRecords from './training-records.ts'

const modules: Record<ApiArea, Record<string, unknown>[]> = {
  clients: [clientFolders, folderContacts, employees, employeeImports, trainingRecords],
  requests: [serviceRequests, onboardingReports],
  documents: [documents, documentRequests, hrForms, ownForms, handbooks],
  messages: [messages, savedReplies],
  agreements: [proposals, contracts, agreementTemplates, serviceRates],
  billing: [invoices, invoicePlans, creditNotes, retainers, statements, timeEntries, clientPrices, books],
  work: [tasks, jobTemplates, assignments, deadlines],
  library: [hrPolicies, modelPolicies, ownPolicies, lawChanges],
  reports: [reports],
}

const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`

const areas = new Map(
  Object.entries(modules).flatMap(([area, given]) =>
    given.flatMap((module) =>
      Object.values(module).map((each) => [nameOf(each as Endpoint), area as ApiArea] as const),
    ),
  ),
)

export const areaOf = (endpoint: Pick<Endpoint, 'method' | 'path'>): ApiArea | null =>
  areas.get(nameOf(endpoint)) ?? null
