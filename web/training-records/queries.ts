import { queryOptions } from '@tanstack/react-query'
import type { CallInput } from '../../api/kit/call.ts'
import { listTrainingRecords, readTrainingNames, readTrainingRecord } from '../../api/training-records.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

export type TrainingFilter = NonNullable<CallInput<typeof listTrainingRecords>['query']>

export const trainingRecordsOf = (folderId: string, filter: TrainingFilter) =>
  pagesOf(['training-records', folderId], listTrainingRecords, {
    params: { id: folderId },
    query: { limit: 50, ...filter },
  })

export const trainingNamesOf = (folderId: string) =>
  queryOptions({
    queryKey: ['training-records', folderId, 'names'],
    queryFn: ({ signal }) => call(readTrainingNames, { params: { id: folderId }, signal }),
  })

export const trainingRecordById = (id: string) =>
  queryOptions({
    queryKey: ['training-records', 'one', id],
    queryFn: ({ signal }) => call(readTrainingRecord, { params: { id }, signal }),
  })
