import { queryOptions } from '@tanstack/react-query'
import {
  countAffectedClients,
  listAffectedClients,
  listFolderLawChanges,
  listLawChanges,
} from '../../api/law-changes.ts'
import { type Sector } from '../../domain/audience.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

export interface ChangeFilter {
  headCount: number | null
  sector: Sector | null
}

export const changesFound = ({ headCount, sector }: ChangeFilter) =>
  pagesOf(['law-changes'], listLawChanges, {
    query: {
      limit: 100,
      ...(headCount === null ? {} : { headCount }),
      ...(sector === null ? {} : { sector }),
    },
  })

/** Under the noun of the folders: their sizes and sectors decide. */
export const affectedCounts = queryOptions({
  queryKey: ['client-folders', 'affected-by-law-changes'],
  queryFn: ({ signal }) => call(countAffectedClients, { signal }),
})

export const affectedClients = (changeId: string) =>
  pagesOf(['client-folders', 'affected-by-law-change', changeId], listAffectedClients, {
    params: { id: changeId },
    query: { limit: 100 },
  })

/** Under the noun of the folder: its head count and sector decide. */
export const changesOfFolder = (folderId: string) =>
  pagesOf(['client-folders', folderId, 'law-changes'], listFolderLawChanges, {
    params: { id: folderId },
    query: { limit: 100 },
  })
