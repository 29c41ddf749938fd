import { queryOptions } from '@tanstack/react-query'
import { listFolderContacts, readFolderContact } from '../../api/folder-contacts.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

export const contactsOf = (folderId: string) =>
  pagesOf(['folder-contacts', folderId], listFolderContacts, { params: { id: folderId }, query: { limit: 50 } })

export const contactById = (id: string) =>
  queryOptions({
    queryKey: ['folder-contacts', 'one', id],
    queryFn: ({ signal }) => call(readFolderContact, { params: { id }, signal }),
  })
