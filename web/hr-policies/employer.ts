// The employer that policies and changes of the law are read for: as the address says, else as the reader's own folder does.
import { useInfiniteQuery } from '@tanstack/react-query'
import {
  type Applies,
  type Employer,
  exactHeadCount,
  headCountOf,
  maxEmployees,
  Sector,
} from '../../domain/audience.ts'
import { firstFolder } from '../client-home/first-folder.ts'
import { ownFolders } from '../client-folders/queries.ts'
import { useUrlState } from '../kit/url-state.ts'
import type { EmployerSearch } from './employer-search.ts'
import { useUser } from '../session/use-auth.ts'

export interface ReadFor extends Employer {
  /** As typed and chosen; empty where nothing is. */
  typedCount: string
  chosenSector: Sector | ''
  setCount: (typed: string) => void
  setSector: (sector: string) => void
  /** For links to other pages of the library, so that one is asked once. */
  search: EmployerSearch
  isKnown: boolean
  /** The client folder that the library is read for: as the address says, else the reader's own. */
  clientFolderId: string | null
  /** Values chosen by the user, which override the folder's. */
  chosen: { headCount?: number; sector?: Sector }
}

export function useEmployer(): ReadFor {
  const [count, setCount] = useUrlState('headCount', '')
  const [sector, setSector] = useUrlState('sector', '')
  const [folderId] = useUrlState('clientFolderId', '')
  // The folders that the team sees are of many employers.
  const { id, role } = useUser()
  const own = useInfiniteQuery({ ...ownFolders, enabled: role === 'client' })
  const folder = firstFolder(own.data?.pages[0]?.items ?? [], id)
  const typed = countOf(count)
  const chosen = Sector.options.find((each) => each === sector) ?? null
  const headCount = typed !== null ? exactHeadCount(typed) : folder === undefined ? null : headCountOf(folder)
  const employer = { headCount, sector: chosen ?? folder?.sector ?? null }
  return {
    ...employer,
    typedCount: count !== '' ? count : (folder?.headCount?.toString() ?? ''),
    chosenSector: employer.sector ?? '',
    setCount,
    setSector,
    search: {
      ...(typed === null ? {} : { headCount: String(typed) }),
      ...(chosen === null ? {} : { sector: chosen }),
      ...(folderId === '' ? {} : { clientFolderId: folderId }),
    },
    isKnown: employer.headCount !== null || employer.sector !== null,
    clientFolderId: folderId !== '' ? folderId : (folder?.id ?? null),
    chosen: { ...(typed === null ? {} : { headCount: typed }), ...(chosen === null ? {} : { sector: chosen }) },
  }
}

/** Parses a number of employees; null if it is not one. */
export function countOf(typed: string): number | null {
  const count = /^\d{1,6}$/.test(typed.trim()) ? Number(typed) : 0
  return count >= 1 && count <= maxEmployees ? count : null
}

export const appliesWords: Record<Applies, string> = {
  yes: 'Applies to you',
  unknown: 'May apply to you',
  no: 'Doesn’t apply to you',
}
