import { AccessReview, ClientSideAccess, FolderOfTeamMember, TeamMemberAccess } from '../domain/access-review.ts'
import { administrators } from '../domain/actor.ts'
import { create, list } from './kit/endpoint.ts'

export const listAccessReviews = list({
  path: '/api/access-reviews',
  who: administrators,
  summary:
    'Lists the access reviews, one for each quarter, newest first: when administrators were reminded, and who reviewed it when.',
  of: AccessReview,
})

export const markAccessAsReviewed = create({
  path: '/api/access-reviews',
  who: administrators,
  summary: "Marks this quarter's access review as done by the caller. 409 if it was done already.",
  reply: AccessReview,
})

export const listTeamAccess = list({
  path: '/api/access-reviews/team',
  who: administrators,
  summary:
    'Lists the active team members with what they see, their last sign-in, and the number of client folders they see; null for administrators and bookkeepers, who see every folder.',
  of: TeamMemberAccess,
})

export const listFoldersOfTeamMember = list({
  path: '/api/access-reviews/team/:id/folders',
  who: administrators,
  summary:
    'Lists the client folders that a team member sees, and why: `lead`, `creator`, `member`, or `cover`. Empty for administrators and bookkeepers, who see every folder.',
  of: FolderOfTeamMember,
})

export const listClientSideAccess = list({
  path: '/api/access-reviews/folders',
  who: administrators,
  summary: 'Lists the client folders with the people on the client side who see them, and their last sign-in.',
  of: ClientSideAccess,
})
