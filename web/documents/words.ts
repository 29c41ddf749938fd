import type { DocumentView } from '../../domain/document.ts'
import { formatDate, formatDateTime } from '../kit/dates.ts'
import { formatFileSize } from './file-size.ts'

type Origin = Pick<DocumentView, 'createdAt' | 'fileSize' | 'scan' | 'uploadedById' | 'uploadedByName'>

const unscanned = ({ scan }: Origin) => (scan === 'not-scanned' ? '. Not scanned for viruses' : '')

/** In a list. @param readerId for "by you" */
export function originInList(document: Origin, readerId: string): string {
  const by = document.uploadedById === readerId ? 'you' : (document.uploadedByName ?? 'someone')
  return `Added ${formatDate(document.createdAt)} by ${by}, ${formatFileSize(document.fileSize)}${unscanned(document)}`
}

/** Next to the open document. */
export function originInPanel(document: Origin): string {
  const by = document.uploadedByName === null ? '' : ` by ${document.uploadedByName}`
  return `${formatFileSize(document.fileSize)}, added ${formatDateTime(document.createdAt)}${by}${unscanned(document)}`
}
