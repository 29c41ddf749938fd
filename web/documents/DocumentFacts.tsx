// What a document's row, card, and panel say about it.
import { FileCheck, FilePen, FileSpreadsheet, FileText, FileX, Image, TriangleAlert } from 'lucide-react'
import { readCertificate, readSignedDocument } from '../../api/signatures.ts'
import { activeContentSentence, awaitsSignature, scanSentences, type DocumentView } from '../../domain/document.ts'
import { addressOf } from '../kit/call.ts'
import { formatDate } from '../kit/dates.ts'

/** What needs attention, in one line; null where nothing does. */
export function noteOf({ scan, declineReason, declinedAt, signature, activeContent }: DocumentView): string | null {
  if (scan === 'waiting' || scan === 'infected') return scanSentences[scan]
  if (declineReason !== null)
    return `Not signed${declinedAt === null ? '' : ` (${formatDate(declinedAt)})`}: ${declineReason}`
  if (signature !== null && signature.sealedAt === null)
    return `Signed by ${signature.signerName}. The copy is being sealed.`
  return activeContentSentence(activeContent)
}

/** Files that the signature created; none until it is sealed. */
export function signedFilesOf({ id, signature, allowed }: DocumentView): { label: string; address: string }[] {
  if (signature === null || signature.sealedAt === null) return []
  return [
    ...(allowed.includes('open') ? [{ label: 'Signed copy', endpoint: readSignedDocument }] : []),
    { label: 'Certificate', endpoint: readCertificate },
  ].map(({ label, endpoint }) => ({ label, address: addressOf(endpoint, { params: { id } }) }))
}

export function DocumentNote({ document }: { document: DocumentView }) {
  const note = noteOf(document)
  if (note === null) return null
  const isWarning = note === activeContentSentence(document.activeContent)
  return (
    <span className={isWarning ? 'inline-flex items-center gap-1 text-warn' : 'wrap-anywhere'}>
      {isWarning && <TriangleAlert size={14} className="shrink-0" />}
      {note}
    </span>
  )
}

export function SignedFiles({ document }: { document: DocumentView }) {
  return signedFilesOf(document).map(({ label, address }) => (
    <a key={label} href={address} download className="link finger-high">
      {label}
      <span className="sr-only"> of {document.originalName}</span>
    </a>
  ))
}

export function DocumentIcon({ document, className = '' }: { document: DocumentView; className?: string }) {
  const { isSigned, declinedAt, mimeType, originalName } = document
  if (isSigned) return <FileCheck size={18} className={`text-ok ${className}`} />
  if (declinedAt !== null) return <FileX size={18} className={`text-danger ${className}`} />
  if (awaitsSignature(document)) return <FilePen size={18} className={`text-warn ${className}`} />
  if (mimeType.startsWith('image/')) return <Image size={18} className={className} />
  if (/\.xlsx?$/i.test(originalName)) return <FileSpreadsheet size={18} className={className} />
  return <FileText size={18} className={className} />
}
