import { team } from '../domain/actor.ts'
import { FolderMember, FolderMemberInput } from '../domain/folder-member.ts'
import { change, create, list } from './kit/endpoint.ts'

export const listFolderMembers = list({
  path: '/api/client-folders/:id/members',
  who: team,
  summary: 'Lists the members of a folder, newest first: staff who work in it besides the consultant who leads it.',
  of: FolderMember,
})

export const addFolderMember = create({
  path: '/api/client-folders/:id/members',
  who: team,
  summary:
    'Adds a staff member to the folder, who sees it and works in it like the lead from the next call on. For the lead and administrators (403). 400 for anyone but active staff and for the lead; 409 for a member, after 25 members, and in an archived folder.',
  body: FolderMemberInput,
  reply: FolderMember,
})

export const removeFolderMember = change('DELETE', {
  path: '/api/folder-members/:id',
  who: team,
  summary:
    "Ends a member's access to the folder right away and returns the member. For the lead and administrators (403).",
  reply: FolderMember,
})
