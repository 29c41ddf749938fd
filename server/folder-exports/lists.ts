// The lists in a folder export, read as the person who requested it, with the same queries as the screens, so that no
// one exports more than they can see. Read page by page, written as JSON and CSV.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { isClient } from '../../domain/actor.ts'
import { listAssignments } from '../assignments/queries.ts'
import { commentsInFolder } from '../assignments/comments.ts'
import { listAudit } from '../audit-log/queries.ts'
import { listBookings } from '../bookings/queries.ts'
import { listDocumentRequests } from '../document-requests/queries.ts'
import { listDocuments } from '../documents/queries.ts'
import { submissionFor } from '../hr-forms/queries.ts'
import { listMessages } from '../messages/queries.ts'
import { listStaffNotes } from '../staff-notes/queries.ts'
import { listTasks } from '../tasks/queries.ts'
import { typed, IdRow } from '../kit/row-types.ts'
import { MessageDocument } from '../../domain/message.ts'
import { OnboardingReport } from '../../domain/onboarding-report.ts'
import { every, allRows, type ExportScope, type List, pageSize } from './list.ts'
import { contracts, creditNotes, invoices, payments, proposals, retainer } from './money-lists.ts'
import { deadlines, employeeAcknowledgments, employees, handbooks, trainingRecords } from './people-lists.ts'

export function listsOf(scope: ExportScope): List[] {
  const lists = [
    documents,
    messages,
    appointments,
    assignments,
    assignmentComments,
    documentRequests,
    employees,
    deadlines,
    trainingRecords,
    reports,
    handbooks,
    employeeAcknowledgments,
    proposals,
    contracts,
    invoices,
    payments,
    creditNotes,
    retainer,
  ]
  const all = [...lists, submissions, acknowledgements, ...(isClient(scope.actor) ? [] : [staffNotes, tasks, auditLog])]
  return all.map((list) => list(scope))
}

export const documents = ({ db, actor, folder, documentPaths }: ExportScope): List => ({
  name: 'documents',
  async *rows() {
    for await (const row of every((page) => listDocuments(db, actor, folder.id, page)))
      yield {
        ...row,
        tagNames: z.string().array().parse(row.tags).join(', '),
        file: documentPaths.get(String(row.id)) ?? null,
      }
  },
  columns: {
    File: 'file',
    Name: 'originalName',
    Subfolder: 'subfolder',
    ...(isClient(actor) ? {} : { Tags: 'tagNames', Visibility: 'visibility' }),
    Added: 'createdAt',
    By: 'uploadedByName',
    Bytes: 'fileSize',
    Kind: 'mimeType',
    'SHA-256': 'sha256',
    Signed: 'signedAt',
    'Reason for declining': 'declineReason',
    Expires: 'expiresOn',
  },
})

const messages = ({ db, actor, folder }: ExportScope): List => ({
  name: 'messages',
  async *rows() {
    for await (const row of every((page) => listMessages(db, actor, folder.id, { ...page, order: 'oldest' })))
      yield { ...row, documentNames: MessageDocument.array().parse(row.documents).map(nameOfLinked).join(', ') }
  },
  columns: { Sent: 'createdAt', By: 'senderName', Message: 'content', Documents: 'documentNames' },
})

function nameOfLinked(document: MessageDocument): string {
  if (document.state === 'available') return document.name
  return document.state === 'withdrawn' ? '(withdrawn document)' : '(document that you can’t open)'
}

const appointments = ({ db, actor, folder }: ExportScope): List => ({
  name: 'appointments',
  async *rows() {
    for (const view of ['upcoming', 'past', 'cancelled'] as const)
      yield* every((page) => listBookings(db, actor, { ...page, view, clientFolderId: folder.id }))
  },
  columns: {
    Starts: 'startsAt',
    Ends: 'endsAt',
    With: 'consultantName',
    'Booked by': 'name',
    About: 'topic',
    Status: 'status',
    'Canceled by': 'cancelledByName',
    Reason: 'cancelReason',
  },
})

const staffNotes = ({ db, actor, folder }: ExportScope): List => ({
  name: 'staff-notes',
  rows: () => every((page) => listStaffNotes(db, actor, folder.id, { ...page, order: 'oldest' })),
  columns: {
    Written: 'createdAt',
    By: 'authorName',
    Kind: 'kind',
    Date: 'heldOn',
    With: 'heldWith',
    Subject: 'subject',
    Note: 'content',
    Edited: 'editedAt',
  },
})

const tasks = ({ db, actor, folder }: ExportScope): List => ({
  name: 'team-tasks',
  rows: () => every((page) => listTasks(db, actor, { ...page, clientFolderId: folder.id, order: 'newest' })),
  columns: {
    Title: 'title',
    Notes: 'notes',
    Assignee: 'assigneeName',
    Status: 'status',
    Due: 'dueDate',
    Repeats: 'recurrence',
    Checklist: 'checklist',
    Created: 'createdAt',
    'Created by': 'createdByName',
    Completed: 'completedAt',
    'Completed by': 'completedByName',
  },
})

const assignments = ({ db, actor, folder }: ExportScope): List => ({
  name: 'assignments',
  rows: () => every((page) => listAssignments(db, actor, folder.id, page)),
  columns: {
    Title: 'title',
    Description: 'description',
    Status: 'status',
    Due: 'dueDate',
    EndpointInput: 'createdAt',
    Completed: 'completedAt',
  },
})

const assignmentComments = ({ db, folder }: ExportScope): List => ({
  name: 'assignment-comments',
  rows: () => every((page) => commentsInFolder(db, folder.id, page)),
  columns: { Added: 'createdAt', By: 'senderName', Comment: 'content', Assignment: 'assignmentTitle' },
})

const documentRequests = ({ db, actor, folder }: ExportScope): List => ({
  name: 'document-requests',
  rows: () => every((page) => listDocumentRequests(db, actor, folder.id, { ...page, order: 'newest' })),
  columns: {
    Title: 'title',
    Description: 'description',
    Kind: 'documentType',
    Priority: 'priority',
    Status: 'status',
    Due: 'dueDate',
    Asked: 'createdAt',
    Completed: 'completedAt',
  },
})

const ReportRow = OnboardingReport.pick({
  id: true,
  clientNeeds: true,
  recommendedServices: true,
  timeline: true,
  riskAssessment: true,
  budget: true,
  status: true,
  createdAt: true,
})

const reports = ({ db, actor, folder }: ExportScope): List => ({
  name: 'onboarding-reports',
  rows: () =>
    allRows((cursor) =>
      db.rows(typed(ReportRow)`
        select id, client_needs as "clientNeeds", recommended_services as "recommendedServices", timeline,
          risk_assessment as "riskAssessment", budget, status, iso(created_at) as "createdAt"
        from onboarding_reports
        where client_folder_id = ${folder.id} ${isClient(actor) ? sql`and status = 'shared'` : sql``}
          and (${cursor}::uuid is null or id < ${cursor}) order by id desc limit ${pageSize}`),
    ),
  columns: {
    Made: 'createdAt',
    Status: 'status',
    Needs: 'clientNeeds',
    'Recommended services': 'recommendedServices',
    Timeline: 'timeline',
    Risks: 'riskAssessment',
    'Budget (dollars)': 'budget',
  },
})

/** Form submissions that belong to the folder. */
export const submissions = ({ db, dataKeys, actor, folder }: ExportScope): List => ({
  name: 'form-submissions',
  async *rows() {
    const sent = allRows((cursor) =>
      db.rows(typed(IdRow)`
        select id from hr_form_submissions
        where client_folder_id = ${folder.id} and (${cursor}::uuid is null or id < ${cursor})
        order by id desc limit ${pageSize}`),
    )
    for await (const { id } of sent) yield submissionFor(db, dataKeys, actor, String(id))
  },
  columns: { Form: 'formTitle', About: 'subjectName', Sent: 'createdAt', By: 'submittedByName', Answers: 'formData' },
})

const AcknowledgementRow = z.object({
  id: z.string(),
  title: z.string(),
  slug: z.string(),
  policyVersion: z.number(),
  acknowledgedAt: z.string(),
})

const acknowledgements = ({ db, folder }: ExportScope): List => ({
  name: 'acknowledgements',
  rows: () =>
    allRows((cursor) =>
      db.rows(typed(AcknowledgementRow)`
        select a.id, p.title, p.slug, a.number as "policyVersion", iso(a.acknowledged_at) as "acknowledgedAt"
        from hr_policy_acknowledgments a join hr_policies p on p.id = a.policy_id
        where a.user_id = ${folder.clientId} and (${cursor}::uuid is null or a.id < ${cursor})
        order by a.id desc limit ${pageSize}`),
    ),
  columns: { Policy: 'title', Version: 'policyVersion', Acknowledged: 'acknowledgedAt' },
})

/** The folder's audit log, for the team only, without network addresses. */
const auditLog = ({ db, folder }: ExportScope): List => ({
  name: 'audit-log',
  async *rows() {
    for await (const { address: _, ...entry } of every((page) => listAudit(db, { clientFolderId: folder.id }, page)))
      yield entry
  },
  columns: { When: 'at', Who: 'actorName', What: 'action', About: 'entityType', Id: 'entityId', Details: 'details' },
})
