// The lists of a folder export about the client's employees and their handbook.
import { z } from 'zod'
import { listFolderDeadlines } from '../deadlines/queries.ts'
import { listEmployees } from '../employees/queries.ts'
import { listTrainingRecords } from '../training-records/queries.ts'
import { typed } from '../kit/row-types.ts'
import { every, allRows, type ExportScope, type List, pageSize } from './list.ts'

export const employees = ({ db, actor, folder }: ExportScope): List => ({
  name: 'employees',
  rows: () => every((page) => listEmployees(db, actor, folder.id, page)),
  columns: {
    Name: 'name',
    Email: 'email',
    'Job title': 'jobTitle',
    'Work type': 'workType',
    'First day': 'startDate',
    'Last day': 'endDate',
    'Email language': 'language',
  },
})

export const deadlines = ({ db, actor, folder }: ExportScope): List => ({
  name: 'deadlines',
  rows: () => every((page) => listFolderDeadlines(db, actor, folder.id, page)),
  columns: {
    Employee: 'employeeName',
    Kind: 'kind',
    Deadline: 'title',
    Due: 'dueDate',
    Status: 'status',
    'Completed on': 'completedOn',
  },
})

export const trainingRecords = ({ db, actor, folder }: ExportScope): List => ({
  name: 'training-records',
  rows: () => every((page) => listTrainingRecords(db, actor, folder.id, { ...page, order: 'oldest' })),
  columns: {
    Employee: 'employeeName',
    Training: 'training',
    'Provider or trainer': 'provider',
    'Completed on': 'completedOn',
    Hours: 'hours',
    'Valid until': 'validUntil',
    Certificate: 'certificate',
    'Recorded by': 'recordedByName',
    Voided: 'voidedAt',
    'Reason for voiding': 'voidReason',
  },
})

const HandbookVersionRow = z.object({
  id: z.string(),
  number: z.number(),
  content: z.unknown(),
  createdAt: z.string(),
})

/** The versions that were sent; their PDFs are among the documents. */
export const handbooks = ({ db, folder }: ExportScope): List => ({
  name: 'handbook-versions',
  rows: () =>
    allRows((cursor) =>
      db.rows(typed(HandbookVersionRow)`
        select id, number, content, iso(created_at) as "createdAt" from handbook_versions
        where client_folder_id = ${folder.id} and (${cursor}::uuid is null or id < ${cursor})
        order by id desc limit ${pageSize}`),
    ),
  columns: { Version: 'number', Sent: 'createdAt', Content: 'content' },
})

const EmployeeAcknowledgmentRow = z.object({
  id: z.string(),
  employee: z.string(),
  version: z.number(),
  sentAt: z.string(),
  acknowledgedAt: z.string().nullable(),
  signedName: z.string().nullable(),
  shownIn: z.string().nullable(),
  translation: z.string().nullable(),
})

export const employeeAcknowledgments = ({ db, folder }: ExportScope): List => ({
  name: 'handbook-acknowledgments',
  rows: () =>
    allRows((cursor) =>
      db.rows(typed(EmployeeAcknowledgmentRow)`
        select a.id, e.name as employee, v.number as version, iso(a.sent_at) as "sentAt",
          iso(a.acknowledged_at) as "acknowledgedAt", a.signed_name as "signedName", a.language as "shownIn",
          a.translation
        from employee_acknowledgments a
          join employees e on e.id = a.employee_id
          join handbook_versions v on v.id = a.version_id
        where a.client_folder_id = ${folder.id} and (${cursor}::uuid is null or a.id < ${cursor})
        order by a.id desc limit ${pageSize}`),
    ),
  columns: {
    Employee: 'employee',
    Version: 'version',
    Sent: 'sentAt',
    Acknowledged: 'acknowledgedAt',
    'Signed as': 'signedName',
    'Shown in': 'shownIn',
    'Translation shown': 'translation',
  },
})
