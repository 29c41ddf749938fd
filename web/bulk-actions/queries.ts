import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { countRecipients, listBulkActionItems, listBulkActions, readBulkAction } from '../../api/bulk-actions.ts'
import type { BulkItemStatus, RecipientFilter } from '../../domain/bulk-action.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

export const bulkActions = pagesOf(['bulk-actions'], listBulkActions, { query: { limit: 20 } })

export const bulkActionById = (id: string) =>
  queryOptions({
    queryKey: ['bulk-actions', 'one', id],
    queryFn: ({ signal }) => call(readBulkAction, { params: { id }, signal }),
  })

export const itemsOfBulkAction = (id: string, status: BulkItemStatus | undefined) => ({
  ...pagesOf(['bulk-actions', id], listBulkActionItems, {
    params: { id },
    query: { limit: 50, ...(status === undefined ? {} : { status }) },
  }),
  // Show the current rows while others load.
  placeholderData: keepPreviousData,
})

/** The query key begins with the noun of the folders, because it counts them. */
export const recipientCount = ({ includeMayApply, ...filter }: RecipientFilter) =>
  queryOptions({
    queryKey: ['client-folders', 'recipients', filter, includeMayApply === true],
    queryFn: ({ signal }) =>
      call(countRecipients, {
        query: { ...filter, ...(includeMayApply === true ? { includeMayApply: 'true' as const } : {}) },
        signal,
      }),
  })
