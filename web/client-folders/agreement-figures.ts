import { queryOptions } from '@tanstack/react-query'
import { readAgreementFigures } from '../../api/agreements.ts'
import { call } from '../kit/call.ts'

/** Read again with every change, like the figures of a dashboard. */
export const agreementFigures = (clientFolderId: string) =>
  queryOptions({
    queryKey: ['dashboard', 'agreement-figures', clientFolderId],
    queryFn: ({ signal }) =>
      call(readAgreementFigures, { query: clientFolderId === '' ? {} : { clientFolderId }, signal }),
  })
