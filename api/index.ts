// Every endpoint of the portal: one line per area.
import * as assignments from './assignments.ts'
import * as audit from './audit.ts'
import * as calendar from './calendar.ts'
import * as clientFolders from './client-folders.ts'
import * as companion from './companion.ts'
import * as contracts from './contracts.ts'
import * as dashboard from './dashboard.ts'
import * as documentRequests from './document-requests.ts'
import * as documents from './documents.ts'
import * as drafts from './drafts.ts'
import * as events from './events.ts'
import * as firstSteps from './first-steps.ts'
import * as folderAccessRequests from './folder-access-requests.ts'
import * as folderContacts from './folder-contacts.ts'
import * as folderExports from './folder-exports.ts'
import * as hrAssistant from './hr-assistant.ts'
import * as hrForms from './hr-forms.ts'
import * as hrPolicies from './hr-policies.ts'
import * as invoices from './invoices.ts'
import * as lawChanges from './law-changes.ts'
import * as messages from './messages.ts'
import * as notices from './notices.ts'
import * as objects from './objects.ts'
import * as onboardingReports from './onboarding-reports.ts'
import * as outbox from './outbox.ts'
import * as passkeys from './passkeys.ts'
import * as passwords from './passwords.ts'
import * as profile from './profile.ts'
import * as proposals from './proposals.ts'
import * as reference from './reference.ts'
import * as search from './search.ts'
import * as secondFactor from './second-factor.ts'
import * as reports from './reports.ts'
import * as requestStatus from './request-status.ts'
import * as retention from './retention.ts'
import * as serviceRates from './service-rates.ts'
import * as serviceRequests from './service-requests.ts'
import * as sessions from './sessions.ts'
import * as signatures from './signatures.ts'
import * as staff from './staff.ts'
import * as staffNotes from './staff-notes.ts'
import * as status from './status.ts'
import * as statements from './statements.ts'
import * as testData from './test-data.ts'
import * as users from './users.ts'
import * as verification from './verification.ts'
import * as waiting from './waiting.ts'
import * as viewing from './viewing.ts'
import type { Endpoint } from './kit/endpoint.ts'

const areas = [
  assignments,
  audit,
  calendar,
  clientFolders,
  companion,
  contracts,
  dashboard,
  documentRequests,
  documents,
  drafts,
  events,
  firstSteps,
  folderAccessRequests,
  folderContacts,
  folderExports,
  hrAssistant,
  hrForms,
  hrPolicies,
  invoices,
  lawChanges,
  messages,
  notices,
  objects,
  onboardingReports,
  outbox,
  passkeys,
  passwords,
  profile,
  proposals,
  reference,
  search,
  secondFactor,
  reports,
  requestStatus,
  retention,
  serviceRates,
  serviceRequests,
  sessions,
  signatures,
  staff,
  staffNotes,
  statements,
  status,
  testData,
  users,
  verification,
  waiting,
  viewing,
]

export const endpoints: Endpoint[] = areas.flatMap((area) => Object.values(area) as Endpoint[])
