// Every email that the portal can send, with sample data.
import { type Actor, type Role, unlimited } from '../domain/actor.ts'
import type { ClientFolder } from '../domain/client-folder.ts'
import type { FolderContact } from '../domain/folder-contact.ts'
import type { ServiceRequest } from '../domain/service-request.ts'
import * as accessReviews from '../server/access-reviews/emails.ts'
import * as apiKeys from '../server/api-keys/emails.ts'
import * as webhooks from '../server/webhooks/emails.ts'
import * as assignments from '../server/assignments/emails.ts'
import * as bookings from '../server/bookings/emails.ts'
import * as calendar from '../server/calendar/emails.ts'
import * as clientFolders from '../server/client-folders/emails.ts'
import * as contracts from '../server/contracts/emails.ts'
import * as deadlines from '../server/deadlines/emails.ts'
import * as documentRequests from '../server/document-requests/emails.ts'
import * as documents from '../server/documents/emails.ts'
import * as employeeAcknowledgments from '../server/employee-acknowledgments/emails.ts'
import * as folderAccessRequests from '../server/folder-access-requests/emails.ts'
import * as folderContacts from '../server/folder-contacts/emails.ts'
import * as folderExports from '../server/folder-exports/emails.ts'
import * as hrForms from '../server/hr-forms/emails.ts'
import * as folderMembers from '../server/folder-members/emails.ts'
import * as hrPolicies from '../server/hr-policies/emails.ts'
import * as invoices from '../server/invoices/emails.ts'
import { type Email, firm } from '../server/kit/record.ts'
import * as messages from '../server/messages/emails.ts'
import * as notifications from '../server/notifications/emails.ts'
import * as onboardingReports from '../server/onboarding-reports/emails.ts'
import * as passkeys from '../server/passkeys/emails.ts'
import * as passwords from '../server/passwords/emails.ts'
import * as onlinePayments from '../server/payments-online/emails.ts'
import * as profile from '../server/profile/emails.ts'
import * as proposals from '../server/proposals/emails.ts'
import * as secondFactor from '../server/second-factor/emails.ts'
import * as serviceRequests from '../server/service-requests/emails.ts'
import * as sessions from '../server/sessions/emails.ts'
import * as setupChecklist from '../server/setup-checklist/emails.ts'
import * as signatures from '../server/signatures/emails.ts'
import * as staffCovers from '../server/staff-covers/emails.ts'
import * as staffNotes from '../server/staff-notes/emails.ts'
import * as tasks from '../server/tasks/emails.ts'
import * as users from '../server/users/emails.ts'

export const provider = {
  name: 'ProHR',
  address: '12 Main Street, Staunton, VA 24401',
  phone: '(804) 555-0100',
  email: 'office@prohr.example',
  logo: undefined,
}

const ann = { id: 'ann', email: 'ann@acme.example', firstName: 'Ann' }
const to = { userId: 'ann', email: 'ann@acme.example', name: 'Ann Keller' }
const dana: Actor = { id: 'dana', role: 'staff', firstName: 'Dana', lastName: 'Mercer', ...unlimited }
const colleague = { userId: 'dana', email: 'dana@prohr.example', name: 'Dana', fullName: 'Dana Mercer' }
const away = { ...to, fullName: 'Lee Chen' }
const folder = {
  id: 'folder',
  name: 'Acme',
  clientId: 'ann',
  clientEmail: 'ann@acme.example',
  clientName: 'Ann Keller',
  assignedStaffId: 'dana',
  assignedStaffEmail: 'dana@prohr.example',
  assignedStaffName: 'Dana Mercer',
  assignedStaffAccess: 'consultant',
  contacts: [
    { userId: 'cora', email: 'cora@acme.example', name: 'Cora Lind', money: true, documents: true, messages: true },
  ],
  colleagues: [],
} as unknown as ClientFolder
const contract = { id: 'contract', contractNumber: 'PROHR-202611-008', totalValue: 2_132_200 }
const renewal = { id: 'renewal', contractNumber: 'PROHR-202611-009' }
const proposal = { id: 'proposal', title: 'HR foundations', totalCost: 900_000, createdById: 'dana' }
const invoice = { id: 'invoice', invoiceNumber: 'INV-202611-003', total: 105_750 }
const request = {
  email: 'ann@acme.example',
  firstName: 'Ann',
  reference: 'R-7Q2M',
  businessName: 'Acme',
} as ServiceRequest

const appointment = {
  clientFolderId: null,
  clientFolderName: null,
  consultantName: 'Dana Mercer',
  startsAt: '2026-12-01T15:00:00.000Z',
}
const appointmentOfAcme = { ...appointment, clientFolderId: 'folder', clientFolderName: 'Acme' }
const consultant = { userId: 'dana', email: 'dana@prohr.example', name: 'Dana' }

const signedContract = { noun: 'contracts' as const, id: 'contract', name: contract.contractNumber }
const signedDocument = { noun: 'documents' as const, id: 'document', name: 'Handbook.pdf' }

/** Every email that the portal can send, by the module that builds it. */
const emails: Record<string, (Email | null)[]> = {
  'access-reviews': [accessReviews.accessReviewDue(to, [])],
  'api-keys': [apiKeys.apiKeyCreated(ann)],
  webhooks: [webhooks.webhookTurnedOff(to, [])],
  assignments: [
    assignments.assignmentsCreated(folder, ['Collect W-4 forms'], dana),
    assignments.assignmentsCreated(folder, ['Collect W-4 forms', 'Post the notice'], dana),
    assignments.assignmentCompleted(folder, 'Collect W-4 forms'),
    assignments.commentAdded(folder, { id: 'assignment', title: 'Collect W-4 forms' }, dana),
    assignments.commentAdded(folder, { id: 'assignment', title: 'Collect W-4 forms' }, { ...dana, role: 'client' }),
    assignments.assignmentsDue(folder, ['Collect W-4 forms'], false),
    assignments.assignmentsDue(folder, ['Collect W-4 forms', 'Post the notice'], true),
  ],
  bookings: [
    bookings.visitorBooked({ ...to, userId: null }, appointment, 'token'),
    bookings.visitorRescheduled({ ...to, userId: null }, appointment, 'token'),
    bookings.visitorCancelled({ ...to, userId: null }, appointment),
    bookings.visitorTransferred({ ...to, userId: null }, appointment),
    bookings.clientAppointment(to, 'booked', appointmentOfAcme),
    bookings.clientAppointment(to, 'booked-by-team', appointmentOfAcme),
    bookings.clientAppointment(to, 'rescheduled', appointmentOfAcme),
    bookings.clientAppointment(to, 'cancelled', appointmentOfAcme),
    bookings.clientAppointment(to, 'transferred', appointmentOfAcme),
    bookings.consultantAppointment(consultant, 'booked', appointment),
    bookings.consultantAppointment(consultant, 'rescheduled', appointmentOfAcme),
    bookings.consultantAppointment(consultant, 'cancelled', appointmentOfAcme),
  ],
  calendar: [calendar.calendarAddressCreated(ann)],
  'client-folders': [
    clientFolders.folderOpened(folder),
    clientFolders.accessEnded(to),
    clientFolders.folderAssigned(to, 'folder'),
    clientFolders.foldersAssigned(to, 2),
  ],
  contracts: [
    contracts.signatureAwaited(folder, contract, dana, [folder.clientId]),
    contracts.contractRewritten(folder, contract, dana, [folder.clientId]),
    contracts.contractEnded(folder, contract, 'cancelled'),
    contracts.contractEnded(folder, contract, 'completed'),
    contracts.contractEnded(folder, contract, 'terminated'),
    ...contracts.contractDeclined(folder, contract, null),
    ...contracts.contractEnds(folder, { ...contract, renewedBy: null }, 30, null),
    ...contracts.contractEnds(folder, { ...contract, renewedBy: renewal }, 7, null),
  ],
  deadlines: (['client', 'team'] as const).flatMap((side) => [
    deadlines.deadlinesDue(folder, side, { titles: ['I-9 of Jo Park', 'Minimum wage poster'], isLate: false }),
    deadlines.deadlinesDue(folder, side, { titles: ['I-9 of Jo Park'], isLate: true }),
  ]),
  'document-requests': [
    documentRequests.documentsAskedFor(folder, dana, ['last three payroll registers']),
    documentRequests.documentsAskedFor(folder, dana, ['W-9', 'handbook', 'org chart', 'job descriptions']),
    documentRequests.documentReturned(folder, 'W-9'),
    documentRequests.requestSettled(folder, 'W-9', true),
    documentRequests.requestSettled(folder, 'W-9', false),
    documentRequests.documentsDue(to, 'folder', false, ['W-9']),
    documentRequests.documentsDue(to, 'folder', true, ['W-9']),
  ],
  documents: [
    documents.documentArrived(folder, 'client', dana, 'Handbook.pdf'),
    documents.documentArrived(folder, 'team', { ...dana, role: 'client' }, 'Handbook.pdf'),
    documents.signatureWanted(folder, dana, 'Handbook.pdf', [folder.clientId]),
    documents.documentsExpire(folder, 'client', [{ originalName: 'License.pdf', days: 30 }]),
    documents.documentsExpire(folder, 'team', [{ originalName: 'License.pdf', days: -3 }]),
    documents.documentsExpire(folder, 'team', [
      { originalName: 'License.pdf', days: 0 },
      { originalName: 'Insurance.pdf', days: 7 },
    ]),
  ],
  'employee-acknowledgments': (['en', 'es'] as const).flatMap((language) =>
    [false, true].map((isReminder) =>
      employeeAcknowledgments.handbookToAcknowledge(
        { ...to, language },
        'Shenandoah Valley Day School and Preschool',
        'token',
        isReminder,
      ),
    ),
  ),
  'folder-access-requests': [
    folderAccessRequests.accessRequested(to, 'folder'),
    folderAccessRequests.accessDecided(to, 'folder', 'confirmed', true),
    folderAccessRequests.accessDecided(to, 'folder', 'declined', false),
  ],
  'folder-contacts': [folderContacts.folderShared({ ...to, clientFolderId: 'folder' } as FolderContact)],
  'folder-members': [folderMembers.addedToFolder({ ...to, userId: 'dana', name: 'Dana Mercer' }, 'folder')],
  'folder-exports': [folderExports.exportReady({ ...to }, 'folder')],
  'hr-forms': [hrForms.formSubmitted(folder, 'Employment application')],
  'hr-policies': [
    hrPolicies.newVersionToAcknowledge(to, { slug: 'leave-policy', title: 'Leave policy' }),
    hrPolicies.acknowledgmentRequested(to, 'Dana Mercer at {firm}', { slug: 'leave-policy', title: 'Leave policy' }),
  ],
  invoices: [
    invoices.invoiceSent(folder, invoice, dana),
    invoices.invoiceDrafted(folder, invoice),
    invoices.invoiceVoided(folder, invoice),
    invoices.paymentReceived(folder, invoice, { id: 'payment', amount: 50_000 }),
    invoices.paymentCorrected(folder, invoice),
    invoices.paymentRefunded(folder, invoice, 25_000),
    invoices.retainerApplied(folder, invoice, 25_000),
    invoices.retainerIsLow(folder, 40_000),
    invoices.creditIssued(folder, 12_500, { label: 'Open invoice', path: '/invoices/invoice' }),
    ...[3, 0, -1, -14].map((days) => invoices.reminder(to, 'folder', { ...invoice, balance: 55_750 }, days)),
  ],
  messages: [
    messages.messageArrived(folder, dana),
    messages.messageArrived(folder, { ...dana, role: 'client' }),
    ...[20, 24].map((hours) => messages.replyAwaited([consultant], folder, hours)),
  ],
  notifications: [notifications.dailySummary(to, 1), notifications.dailySummary(to, 12)],
  'onboarding-reports': [onboardingReports.reportShared(folder, 'report', dana)],
  passkeys: [passkeys.passkeyAdded(ann), passkeys.passkeyRemoved(ann)],
  passwords: [passwords.resetLink(ann, '/password-reset/token'), passwords.passwordChanged(ann)],
  'payments-online': [
    ...onlinePayments.bankPaymentFailed(folder, invoice, 50_000),
    onlinePayments.paymentUnapplied(folder, invoice, 2_500),
    onlinePayments.extraPaymentRefunded(folder, invoice, 2_500),
    onlinePayments.refundNotMade(folder, invoice, 2_500),
    onlinePayments.paymentDisputed(folder, invoice, 50_000),
  ],
  profile: [profile.confirmAddress(ann, 'ann@new.example', '/email-change/token'), profile.addressMoved(ann)],
  proposals: [
    proposals.proposalSent(folder, proposal, dana),
    proposals.proposalOpened(folder, proposal),
    proposals.proposalWithdrawn(folder, proposal),
    proposals.proposalExpires(folder, proposal, 3),
    proposals.proposalExpired([consultant], folder, proposal),
  ],
  'second-factor': [
    secondFactor.secondFactorTurnedOn(ann),
    secondFactor.secondFactorTurnedOff(ann),
    secondFactor.appRemoved(ann),
    secondFactor.recoveryCodesRenewed(ann),
    secondFactor.recoveryCodeUsed(ann),
    secondFactor.secondStepGuessed(ann),
    secondFactor.taken(ann, null),
    secondFactor.taken(ann, '/password-reset/token'),
  ],
  'service-requests': [
    serviceRequests.requestReceived(request, 'token'),
    serviceRequests.requestSubmitted(to),
    serviceRequests.moreServicesRequested(to),
    serviceRequests.requestAssigned(to, request),
    serviceRequests.requestsWaiting(consultant, [request.businessName], false),
    serviceRequests.requestsWaiting(consultant, [request.businessName, 'Elm & Sons'], true),
  ],
  sessions: [
    sessions.signInCode(ann, '481 516'),
    sessions.signInLink(ann, '/sign-in/token'),
    sessions.guessed(ann),
    sessions.newDevice(ann, new Date('2026-11-22T20:04:00Z'), 'Firefox on Windows'),
  ],
  'setup-checklist': [setupChecklist.testMessage(ann)],
  signatures: [
    ...signatures.signed(folder, signedContract, { signerIds: [folder.clientId], isDone: true, creator: null }),
    ...signatures.signed(folder, signedDocument, { signerIds: [folder.clientId], isDone: true, creator: null }),
    ...signatures.signed(folder, signedContract, { signerIds: [folder.clientId], isDone: false, creator: null }),
    ...signatures.signedByTeam(folder, signedContract, [folder.clientId]),
    ...signatures.turnBegan(folder, signedContract, [folder.clientId], '2026-12-01'),
    signatures.turnOfTeamBegan(to, folder, signedContract, null),
    ...signatures.delegatedTo(folder, signedDocument, 'ann', '2026-12-01'),
    ...signatures.delegated(folder, signedContract, null),
    ...signatures.signatureNotNeeded(folder, signedContract, [folder.clientId]),
    ...signatures.declinedForAll(folder, signedContract, [folder.clientId]),
    signatures.declinedToTeamSigner(to, folder, signedDocument),
    ...signatures.signerLost(folder, signedContract, 'Cora Lind', null),
    ...signatures.signerLost(folder, signedDocument, 'Cora Lind', null),
    signatures.refused(folder, 'Handbook.pdf'),
    signatures.signaturesDue(folder, folder.clientId, [signedContract], '2026-12-01'),
    signatures.signaturesDue(folder, folder.clientId, [signedContract, signedDocument], null),
  ],
  'staff-covers': [
    staffCovers.coverPlanned(colleague, away, { startsOn: '2026-12-01', endsOn: '2026-12-07' }, [away]),
    staffCovers.coverPlanned(colleague, away, { startsOn: '2026-12-01', endsOn: '2026-12-01' }, []),
    staffCovers.coverEnded(colleague, away, [away]),
  ],
  'staff-notes': [staffNotes.noteAdded(folder, { ...dana, id: 'lee' })],
  tasks: [
    tasks.taskAssigned(to, [{ id: 'task', title: 'Review the handbook' }], null),
    tasks.taskAssigned(
      to,
      [
        { id: 'task', title: 'Review the handbook' },
        { id: 'other', title: 'Call them' },
      ],
      'folder',
    ),
  ],
  users: [
    users.invitation(ann, '/invitation/token'),
    users.addressChanged(ann),
    users.administratorAdded(to, []),
    users.workTransferred(to, 1),
    users.workTransferred(to, 3),
  ],
}

/** The firm's name in place of its token. */
export const withFirm = (text: string) => text.replaceAll(firm, provider.name)

export interface CatalogEmail {
  /** The module that builds it. */
  from: string
  email: Email
  recipient: { toConfirmed: true; firstName: string | null; role: Role | null; about: string }
}

/** Once for the first recipient, and again for contacts if their text differs. */
export const everyEmail: CatalogEmail[] = Object.entries(emails).flatMap(([from, built]) =>
  built.flatMap((email) => {
    if (email === null) throw new Error(`No email from ${from}`)
    const contacts = (email.alsoTo ?? []).filter(({ subject = email.subject }) => subject !== email.subject)
    return [email, ...contacts.map((each) => ({ ...email, ...each, to: each }))].map((each) => ({
      from,
      email: each,
      recipient: {
        toConfirmed: true as const,
        firstName: each.to.name?.split(' ')[0] ?? null,
        role: each.to.userId === null ? null : each.to.userId === 'dana' ? ('staff' as const) : ('client' as const),
        about: each.about,
      },
    }))
  }),
)
