import {
  listAccessReviews,
  listClientSideAccess,
  listFoldersOfTeamMember,
  listTeamAccess,
} from '../../api/access-reviews.ts'
import { pagesOf } from '../kit/pages-of.ts'

export const accessReviews = pagesOf(['access-reviews', 'reviews'], listAccessReviews, { query: { limit: 10 } })

// Access changes with folders and users, which have their own live events, so these are never shown from the cache.
export const teamAccess = {
  ...pagesOf(['access-reviews', 'team'], listTeamAccess, { query: { limit: 25 } }),
  staleTime: 0,
}

export const clientSideAccess = {
  ...pagesOf(['access-reviews', 'folders'], listClientSideAccess, { query: { limit: 25 } }),
  staleTime: 0,
}

export const foldersOf = (id: string) => ({
  ...pagesOf(['access-reviews', id], listFoldersOfTeamMember, { params: { id }, query: { limit: 25 } }),
  staleTime: 0,
})
