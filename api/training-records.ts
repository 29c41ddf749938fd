import { z } from 'zod'
import { Id, searchWords } from '../domain/text.ts'
import {
  TrainingAssignment,
  TrainingAssignmentResult,
  TrainingNames,
  TrainingRecordChange,
  TrainingRecordInput,
  TrainingRecordListView,
  TrainingRecordView,
  TrainingRecordVoiding,
} from '../domain/training-record.ts'
import { change, create, list, raw, read, search } from './kit/endpoint.ts'

const filters = {
  ...search,
  employeeId: Id.optional(),
  /** The exact name of the training, however it is capitalized. */
  training: searchWords.optional(),
  view: TrainingRecordListView.optional(),
  order: z
    .enum(['newest', 'oldest', 'employee', 'employee-desc', 'expires'], 'Choose an option from the list.')
    .default('newest'),
}

export const listTrainingRecords = list({
  path: '/api/client-folders/:id/training-records',
  who: 'signed-in',
  summary:
    'Lists the training records of a client folder, the latest completion first. Filters: `employeeId`, `training`, and `view`. The view `expiring` has the latest records that expire within 60 days or have expired; `void` has void ones.',
  of: TrainingRecordView,
  query: filters,
})

export const exportTrainingRecords = raw('GET', {
  path: '/api/client-folders/:id/training-records/csv',
  who: 'signed-in',
  summary: 'Exports the training records of a client folder with their filters as CSV (RFC 4180, UTF-8).',
  query: filters,
})

export const readTrainingNames = read({
  path: '/api/client-folders/:id/training-names',
  who: 'signed-in',
  summary:
    'Returns the names of the trainings that the portal suggests for this employer, and of those in the folder’s records.',
  reply: TrainingNames,
})

export const addTrainingRecord = create({
  path: '/api/client-folders/:id/training-records',
  who: 'signed-in',
  summary:
    'Records a training of an employee. If it is the latest of its name and still valid, it completes the open deadline of that training, and `validUntil` sets the next one. 400 for a future date, for a validity that ends before the completion, for an employee or a document of another folder, and for a team-only document.',
  body: TrainingRecordInput,
  reply: TrainingRecordView,
})

export const readTrainingRecord = read({
  path: '/api/training-records/:id',
  who: 'signed-in',
  summary: 'Returns one training record.',
  reply: TrainingRecordView,
})

export const changeTrainingRecord = change('PATCH', {
  path: '/api/training-records/:id',
  who: 'signed-in',
  summary:
    'Corrects a training record. If it is the latest of its name, a corrected name or date also corrects the deadlines that it completed and set. 409 for a void record.',
  body: TrainingRecordChange,
  reply: TrainingRecordView,
})

export const voidTrainingRecord = change('POST', {
  path: '/api/training-records/:id/void',
  who: 'signed-in',
  summary:
    'Voids a training record with a reason. If it is the latest of its name, the deadline that it completed is open again, and the open one that it set is deleted. 409 for a void record.',
  body: TrainingRecordVoiding,
  reply: TrainingRecordView,
})

export const readTrainingCertificate = raw('GET', {
  path: '/api/training-records/:id/certificate',
  who: 'signed-in',
  summary: 'Returns the certificate of completion as a PDF, created from the training record. 409 for a void record.',
})

export const assignTraining = change('POST', {
  path: '/api/client-folders/:id/training-assignments',
  who: 'signed-in',
  summary:
    'Assigns a training: adds a deadline for each of the given employees, or for all who have not left. Employees who already have an open deadline for it, or one on the same day, are skipped. 400 for a past day, 409 without employees.',
  body: TrainingAssignment,
  reply: TrainingAssignmentResult,
})
