import type { SearchParams } from '../kit/url-state.ts'

/** The search parameters that say for which employer the library is read. */
export const employerSearch = ['clientFolderId', 'headCount', 'sector'] as const
export type EmployerSearch = Pick<SearchParams, (typeof employerSearch)[number]>
