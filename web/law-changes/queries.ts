import { listFolderLawChanges, listLawChanges } from '../../api/law-changes.ts'
import { type Sector } from '../../domain/audience.ts'
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

/** Under the noun of the folder: its head count and sector decide. */
export const changesOfFolder = (folderId: string) =>
  pagesOf(['client-folders', folderId, 'law-changes'], listFolderLawChanges, {
    params: { id: folderId },
    query: { limit: 100 },
  })
