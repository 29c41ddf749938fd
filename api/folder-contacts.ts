import { FolderContact, FolderContactChange, FolderContactInput } from '../domain/folder-contact.ts'
import { change, create, list, read } from './kit/endpoint.ts'

export const listFolderContacts = list({
  path: '/api/client-folders/:id/contacts',
  who: 'signed-in',
  summary: "Lists the contacts of a folder, newest first. For the team and the folder's client; 403 for a contact.",
  of: FolderContact,
})

export const addFolderContact = create({
  path: '/api/client-folders/:id/contacts',
  who: 'signed-in',
  summary:
    "Adds a contact to the folder: an existing client with this email, or someone new, who is invited. An account of a folder that the caller cannot see needs an administrator's confirmation (`status` is `waiting`, and nothing is shared). 409 for the folder's client or an existing contact, after 25 contacts, and in an archived folder.",
  rateLimit: {
    tries: 60,
    windowSeconds: 3600,
    sentence: 'You have added many contacts in the last hour. Try again later.',
  },
  body: FolderContactInput,
  reply: FolderContact,
})

export const readFolderContact = read({
  path: '/api/folder-contacts/:id',
  who: 'signed-in',
  summary: 'Returns one contact of a folder.',
  reply: FolderContact,
})

export const changeFolderContact = change('PATCH', {
  path: '/api/folder-contacts/:id',
  who: 'signed-in',
  summary: 'Updates the name or the permissions in the body, effective from the next call.',
  body: FolderContactChange,
  reply: FolderContact,
})

export const removeFolderContact = change('DELETE', {
  path: '/api/folder-contacts/:id',
  who: 'signed-in',
  summary: "Removes a contact's access to the folder right away and returns the contact. The account is not deleted.",
  reply: FolderContact,
})
