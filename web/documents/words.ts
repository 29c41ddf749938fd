import type { DocumentView } from '../../domain/document.ts'
import { expirationState } from '../../domain/document-expiration.ts'
import { officeDate } from '../../domain/time.ts'
import { formatDate, formatDateTime } from '../kit/dates.ts'
import { formatFileSize } from './file-size.ts'

type Origin = Pick<DocumentView, 'createdAt' | 'fileSize' | 'scan' | 'uploadedById' | 'uploadedByName'>

const unscanned = ({ scan }: Origin) => (scan === 'not-scanned' ? '. Not scanned for viruses' : '')

/** In a list. @param readerId for "by you" */
export function originInList(document: Origin, readerId: string): string {
  const by = document.uploadedById === readerId ? 'you' : (document.uploadedByName ?? 'someone')
  return `Added ${formatDate(document.createdAt)} by ${by}, ${formatFileSize(document.fileSize)}`
}

/** Next to the open document. */
export function originInPanel(document: Origin): string {
  const by = document.uploadedByName === null ? '' : ` by ${document.uploadedByName}`
  return `${formatFileSize(document.fileSize)}, added ${formatDateTime(document.createdAt)}${by}${unscanned(document)}`
}

/** "Expires Jun 3, 2027" */
export function expirationWords(expiresOn: string, now: Date): string {
  const today = officeDate(now)
  if (expiresOn === today) return 'Expires today'
  return `${expirationState(expiresOn, today) === 'expired' ? 'Expired' : 'Expires'} ${formatDate(expiresOn, now)}`
}

/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  noPreview: 'There is no preview for this type of file. Download it to open it.',
  move: 'Choose a subfolder or enter the name of a new one. Leave it empty to move the document out of its subfolder. Both sides see the same subfolders.',
  tags: 'Only your team sees the tags of a document. You can filter the list by them.',
  separateTags: 'Separate tags with commas',
  usedTags: (tags: string) => `Separate tags with commas. Used in this folder: ${tags}`,
  moveTeamOnly: 'The client doesn’t see a subfolder that contains only team-only documents.',
  sharedFiles: 'The client can see the files unless you choose “Team only” before you upload them.',
  teamOnlyFiles: 'The client can’t see these files. You can share them later.',
  share: (client: string | null, subfolder: string | null) =>
    `${client === null ? 'The client of this folder will see it as soon as they have an account' : `${client} and contacts with access to documents can see it and are notified`}.${subfolder === null ? '' : ` The name of its subfolder, “${subfolder}”, becomes visible as well.`} After someone on the client’s side opens it, it can’t be made team-only again. Earlier versions remain team-only.`,
  makeTeamOnly: (client: string) =>
    `${client} and the contacts of this folder can no longer see it. This isn’t possible if someone on the client’s side has opened it.`,
  expiration: {
    team: 'The folder’s consultant gets a reminder 60, 30, and 7 days before this date, and on it.',
    client: 'Your consultant gets a reminder 60, 30, and 7 days before this date, and on it.',
  },
  newVersion:
    'The current version has an expiration date. Enter the date of the new version. Leave it empty if the new version doesn’t expire.',
  withdraw: (days: number, isTeamOnly: boolean) =>
    `No one can open it anymore, and its file is permanently deleted after ${days} days unless a legal hold prevents it. ${isTeamOnly ? 'The team sees' : 'Both sides see'} who withdrew it, when, and why.`,
  unsupportedName: (reason: string) => `This file name isn’t supported. ${reason} Rename the file and try again.`,
  tooLarge: (limit: string) => `Files can be up to ${limit}. Choose a smaller file.`,
  tooMany: (limit: number, left: string) => `Up to ${limit} files at a time. Not added: ${left}.`,
  connectionLost: 'Connection lost. The file is still in your list. Try again when you’re back online.',
}
