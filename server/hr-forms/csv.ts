import type { HrFormSubmission } from '../../domain/hr-form-submission.ts'
import type { Columns } from '../kit/export.ts'

/** The answers are personnel papers: they stay in their PDFs. */
export const submissionColumns: Columns<HrFormSubmission> = {
  Form: ({ formTitle }) => formTitle,
  About: ({ subjectName }) => subjectName,
  'Sent by': ({ submittedByName }) => submittedByName,
  'Client folder': ({ clientFolderName }) => clientFolderName,
  'Filled in': ({ source }) => (source === 'pdf' ? 'as a PDF' : 'in the portal'),
  'Sent (UTC)': ({ createdAt }) => createdAt,
}
