import { FolderContact, FolderContactChange, FolderContactInput } from '../domain/folder-contact.ts'
import { change, create, list, read } from './kit/endpoint.ts'

export const listFolderContacts = list({
  path: '/api/client-folders/:id/contacts',
  who: 'signed-in',
  summary:
    'The further people of the client’s company who see this folder, the latest first, for the team and the folder’s client; 403 for a contact.',
  of: FolderContact,
})

export const addFolderContact = create({
  path: '/api/client-folders/:id/contacts',
  who: 'signed-in',
  summary:
    'Gives somebody a part in the folder: an existing client with this email, or someone new, who is invited. An account that belongs to a folder the caller cannot see waits for an administrator (`status` is `waiting`, and nothing is shared). 409 for whoever is one already or is its client, past 25 contacts, and in an archived folder.',
  rateLimit: {
    tries: 60,
    windowSeconds: 3600,
    sentence: 'You have added many people in the last hour. Please go on later.',
  },
  body: FolderContactInput,
  reply: FolderContact,
})

export const readFolderContact = read({
  path: '/api/folder-contacts/:id',
  who: 'signed-in',
  summary: 'One contact of a folder.',
  reply: FolderContact,
})

export const changeFolderContact = change('PATCH', {
  path: '/api/folder-contacts/:id',
  who: 'signed-in',
  summary: 'Changes the name or the rights that are named; from the next request on.',
  body: FolderContactChange,
  reply: FolderContact,
})

export const removeFolderContact = change('DELETE', {
  path: '/api/folder-contacts/:id',
  who: 'signed-in',
  summary: 'Takes the folder away from a contact at once, and answers who it was. Their account stays.',
  reply: FolderContact,
})
