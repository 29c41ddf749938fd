import type { TrainingRecordView } from '../../domain/training-record.ts'
import type { Columns } from '../kit/export.ts'

export const trainingRecordColumns: Columns<TrainingRecordView> = {
  Employee: ({ employeeName }) => employeeName,
  Training: ({ training }) => training,
  'Provider or trainer': ({ provider }) => provider,
  'Completed on': ({ completedOn }) => completedOn,
  Hours: ({ hours }) => hours,
  'Valid until': ({ validUntil }) => validUntil,
  Certificate: ({ certificate }) => certificate?.name ?? null,
  'Recorded by': ({ recordedByName }) => recordedByName,
  'Recorded on': ({ createdAt }) => createdAt,
  Status: ({ voidedAt }) => (voidedAt === null ? 'valid' : 'void'),
  'Reason for voiding': ({ voidReason }) => voidReason,
}
