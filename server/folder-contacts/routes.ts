import * as api from '../../api/folder-contacts.ts'
import type { Bind } from '../kit/serve.ts'
import { addFolderContact, changeFolderContact, removeFolderContact } from './actions.ts'
import { contactFor, listFolderContacts } from './queries.ts'

export function folderContactRoutes(on: Bind) {
  on.read(api.listFolderContacts, ({ db, actor, params, query }) => listFolderContacts(db, actor, params.id, query))
  on.read(api.readFolderContact, async ({ db, actor, params }) => (await contactFor(db, actor, params.id)).contact)
  on.write(api.addFolderContact, ({ tx, actor, params, body }) => addFolderContact(tx, actor, params.id, body))
  on.write(api.changeFolderContact, ({ tx, actor, params, body, ifMatch }) =>
    changeFolderContact(tx, actor, params.id, body, ifMatch),
  )
  on.write(api.removeFolderContact, ({ tx, actor, params, ifMatch }) =>
    removeFolderContact(tx, actor, params.id, ifMatch),
  )
}
