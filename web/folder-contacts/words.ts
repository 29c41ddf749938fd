import { contactRights, type FolderRights } from '../../domain/folder-rights.ts'

export const rightLabels: Record<keyof FolderRights, string> = {
  money: 'Proposals, contracts, invoices, and statements',
  documents: 'Documents, document requests, assignments, and HR forms',
  messages: 'Messages',
  sign: 'Can be chosen to sign contracts and documents that they can see',
}

const short: Record<keyof FolderRights, string> = {
  money: 'money',
  documents: 'documents',
  messages: 'messages',
  sign: 'can sign',
}

/** "Money, documents" */
export function rightsInWords(rights: FolderRights): string {
  const given = contactRights.filter((right) => rights[right]).map((right) => short[right])
  if (given.length === 0) return 'Folder name only'
  const words = given.join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  addContact: 'Choose what this person can see and do. Only the primary client can approve or decline proposals.',
  contactEmail:
    'We’ll invite anyone who doesn’t have an account. Some existing accounts need an administrator’s confirmation.',
  remove: 'They’ll lose access to this folder. Their account isn’t deleted.',
  noContacts: 'No contacts yet. Add a colleague and choose what they can see.',
}
