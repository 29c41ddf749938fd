// Every endpoint of the portal, one line per area.
import * as accessReviews from './access-reviews.ts'
import * as agreements from './agreements.ts'
import * as apiKeys from './api-keys.ts'
import * as pushSubscriptions from './push-subscriptions.ts'
import * as webhooks from './webhooks.ts'
import * as receivedEmails from './received-emails.ts'
import * as assignments from './assignments.ts'
import * as audit from './audit-log.ts'
import * as bookings from './bookings.ts'
import * as books from './books.ts'
import * as bulkActions from './bulk-actions.ts'
import * as calendar from './calendar.ts'
import * as clientFolders from './client-folders.ts'
import * as clientPrices from './client-prices.ts'
import * as clientImports from './client-imports.ts'
import * as documentImports from './document-imports.ts'
import * as companion from './uploads-companion.ts'
import * as contracts from './contracts.ts'
import * as creditNotes from './credit-notes.ts'
import * as dashboard from './dashboard.ts'
import * as deadlines from './deadlines.ts'
import * as documentRequests from './document-requests.ts'
import * as documents from './documents.ts'
import * as drafts from './drafts.ts'
import * as employeeAcknowledgments from './employee-acknowledgments.ts'
import * as employeeImports from './employee-imports.ts'
import * as employees from './employees.ts'
import * as events from './events.ts'
import * as firmSettings from './firm-settings.ts'
import * as setupChecklist from './setup-checklist.ts'
import * as folderAccessRequests from './folder-access-requests.ts'
import * as folderContacts from './folder-contacts.ts'
import * as followUps from './follow-ups.ts'
import * as folderMembers from './folder-members.ts'
import * as folderExports from './folder-exports.ts'
import * as handbooks from './handbooks.ts'
import * as hrAssistant from './hr-assistant.ts'
import * as hrForms from './hr-forms.ts'
import * as hrPolicies from './hr-policies.ts'
import * as invoices from './invoices.ts'
import * as lawChanges from './law-changes.ts'
import * as modelPolicies from './model-policies.ts'
import * as messages from './messages.ts'
import * as notices from './notifications.ts'
import * as objects from './uploads.ts'
import * as onlinePayments from './online-payments.ts'
import * as onboardingReports from './onboarding-reports.ts'
import * as outbox from './email-log.ts'
import * as ownForms from './own-forms.ts'
import * as ownPolicies from './own-policies.ts'
import * as passkeys from './passkeys.ts'
import * as passwords from './passwords.ts'
import * as profile from './profile.ts'
import * as proposals from './proposals.ts'
import * as providerSignIn from './provider-sign-in.ts'
import * as reference from './reference.ts'
import * as search from './search.ts'
import * as secondFactor from './second-factor.ts'
import * as reports from './reports.ts'
import * as requestStatus from './request-status.ts'
import * as retainers from './retainers.ts'
import * as retention from './retention.ts'
import * as savedReplies from './saved-replies.ts'
import * as serviceRates from './service-rates.ts'
import * as serviceRequests from './service-requests.ts'
import * as sessions from './sessions.ts'
import * as signatures from './signatures.ts'
import * as staff from './staff.ts'
import * as staffCovers from './staff-covers.ts'
import * as staffNotes from './staff-notes.ts'
import * as status from './system-status.ts'
import * as statements from './statements.ts'
import * as tasks from './tasks.ts'
import * as agreementTemplates from './agreement-templates.ts'
import * as jobTemplates from './job-templates.ts'
import * as testData from './test-data.ts'
import * as users from './users.ts'
import * as verification from './verification.ts'
import * as invoicePlans from './invoice-plans.ts'
import * as timeEntries from './time-entries.ts'
import * as trainingRecords from './training-records.ts'
import * as waiting from './to-dos.ts'
import * as viewing from './impersonation.ts'
import * as workQueue from './work-queue.ts'
import type { Endpoint } from './kit/endpoint.ts'

const areas = [
  accessReviews,
  agreements,
  apiKeys,
  pushSubscriptions,
  webhooks,
  receivedEmails,
  assignments,
  audit,
  bookings,
  books,
  bulkActions,
  calendar,
  clientFolders,
  clientImports,
  documentImports,
  clientPrices,
  companion,
  contracts,
  creditNotes,
  dashboard,
  deadlines,
  documentRequests,
  documents,
  drafts,
  employeeAcknowledgments,
  employeeImports,
  employees,
  events,
  firmSettings,
  setupChecklist,
  folderAccessRequests,
  folderContacts,
  followUps,
  folderMembers,
  folderExports,
  handbooks,
  hrAssistant,
  hrForms,
  hrPolicies,
  invoices,
  lawChanges,
  messages,
  modelPolicies,
  notices,
  objects,
  onlinePayments,
  onboardingReports,
  outbox,
  ownForms,
  ownPolicies,
  passkeys,
  passwords,
  profile,
  proposals,
  providerSignIn,
  reference,
  search,
  secondFactor,
  reports,
  requestStatus,
  retainers,
  retention,
  savedReplies,
  serviceRates,
  serviceRequests,
  sessions,
  signatures,
  staff,
  staffCovers,
  staffNotes,
  statements,
  status,
  tasks,
  agreementTemplates,
  jobTemplates,
  testData,
  users,
  verification,
  timeEntries,
  trainingRecords,
  invoicePlans,
  waiting,
  viewing,
  workQueue,
]

export const endpoints: Endpoint[] = areas.flatMap((area) => Object.values(area) as Endpoint[])
