import type { HrFormSubmission } from '../../domain/hr-form-submission.ts'
import type { Columns } from '../kit/export.ts'

/** Without the answers, which are personnel records and are only in the PDFs. */
export const submissionColumns: Columns<HrFormSubmission> = {
  Form: ({ formTitle }) => formTitle,
  Employee: ({ subjectName }) => subjectName,
  'Submitted by': ({ submittedByName }) => submittedByName,
  'Client folder': ({ clientFolderName }) => clientFolderName,
  'Submitted via': ({ source }) => (source === 'pdf' ? 'PDF upload' : 'Portal'),
  'Submitted (UTC)': ({ createdAt }) => createdAt,
}
