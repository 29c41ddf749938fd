import { deadlineKindLabels, type DeadlineView } from '../../domain/deadline.ts'
import type { Columns } from '../kit/export.ts'

export const deadlineColumns: Columns<DeadlineView> = {
  'Client folder': ({ clientFolderName }) => clientFolderName,
  Employee: ({ employeeName }) => employeeName,
  Kind: ({ kind }) => deadlineKindLabels[kind],
  Deadline: ({ title }) => title,
  'Due date': ({ dueDate }) => dueDate,
  Status: ({ status }) => status,
  'Completed on': ({ completedOn }) => completedOn,
  'Repeats every (months)': ({ repeatMonths }) => repeatMonths,
}
