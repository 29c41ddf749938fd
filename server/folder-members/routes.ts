import * as api from '../../api/folder-members.ts'
import type { Bind } from '../kit/serve.ts'
import { addFolderMember, removeFolderMember } from './actions.ts'
import { listFolderMembers } from './queries.ts'

export function folderMemberRoutes(on: Bind) {
  on.read(api.listFolderMembers, ({ db, actor, params, query }) => listFolderMembers(db, actor, params.id, query))
  on.write(api.addFolderMember, ({ tx, actor, params, body }) => addFolderMember(tx, actor, params.id, body))
  on.write(api.removeFolderMember, ({ tx, actor, params }) => removeFolderMember(tx, actor, params.id))
}
