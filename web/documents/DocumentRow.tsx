import { Link } from '@tanstack/react-router'
import { Download, FileCheck, FilePen, FileSpreadsheet, FileText, FileX, TriangleAlert } from 'lucide-react'
import { readCertificate, readSignedDocument } from '../../api/signatures.ts'
import { activeContentSentence, awaitsSignature, scanSentences, type DocumentView } from '../../domain/document.ts'
import { buttonStyle } from '../kit/button-style.ts'
import { addressOf } from '../kit/call.ts'
import { formatDate } from '../kit/dates.ts'
import { Row } from '../kit/RowList.tsx'
import { PanelLink } from '../side-panels/PanelLink.tsx'
import { WithdrawDocument } from './WithdrawDocument.tsx'
import { SignatureRequest } from './SignatureRequest.tsx'
import { SignatureState } from './SignatureState.tsx'
import { originInList } from './words.ts'

type DocumentRowProps = {
  document: DocumentView
  /** The reader, for "by you". */
  readerId: string
}

export function DocumentRow({ document, readerId }: DocumentRowProps) {
  const { originalName, allowed } = document
  return (
    <Row
      leading={<DocumentIcon document={document} />}
      title={<Name document={document} />}
      context={<Context document={document} />}
      meta={originInList(document, readerId)}
      middle={
        <span>
          <SignatureState document={document} />
        </span>
      }
      action={
        <>
          {allowed.includes('sign') && (
            <Link to="/documents/$id/sign" params={{ id: document.id }} className={buttonStyle('primary', 'small')}>
              Sign
              <span className="sr-only">{originalName}</span>
            </Link>
          )}
          <SignatureRequest document={document} />
          <WithdrawDocument document={document} />
          {allowed.includes('download') && (
            <a
              href={document.objectPath}
              download={originalName}
              title="Download"
              aria-label={`Download ${originalName}`}
              className="inline-grid size-9 shrink-0 place-items-center rounded-md text-ink-2 transition-colors hover:bg-mist-2 hover:text-ink coarse:size-11"
            >
              <Download size={18} />
            </a>
          )}
        </>
      }
    />
  )
}

/** The name opens the preview next to the list. */
function Name({ document: { id, originalName } }: { document: DocumentView }) {
  return (
    <PanelLink
      item={{ noun: 'documents', id }}
      className="finger-high wrap-anywhere underline-offset-2 hover:underline"
    >
      {originalName}
    </PanelLink>
  )
}

function Context({ document }: { document: DocumentView }) {
  const warning = activeContentSentence(document.activeContent)
  if (warning === null) return <State document={document} />
  return (
    <span className="inline-flex flex-wrap gap-x-3">
      <span className="inline-flex items-center gap-1 text-warn">
        <TriangleAlert size={14} />
        {warning}
      </span>
      <State document={document} />
    </span>
  )
}

function State({ document }: { document: DocumentView }) {
  if (document.scan === 'waiting' || document.scan === 'infected')
    return <span className="wrap-anywhere">{scanSentences[document.scan]}</span>
  if (document.refusalReason !== null) return <Refused document={document} />
  return document.signature === null ? null : <SignedCopies document={document} />
}

/** What came of the signature, as soon as it is sealed. */
function SignedCopies({ document: { id, originalName, signature, allowed } }: { document: DocumentView }) {
  if (signature === null) return null
  if (signature.sealedAt === null) return <span>Signed by {signature.signerName}. The copy is being sealed.</span>
  const copies = [
    ...(allowed.includes('open') ? [{ label: 'Signed copy', endpoint: readSignedDocument }] : []),
    { label: 'Certificate', endpoint: readCertificate },
  ]
  return (
    <span className="inline-flex flex-wrap gap-x-3">
      {copies.map(({ label, endpoint }) => (
        <a key={label} href={addressOf(endpoint, { params: { id } })} download className="link finger-high">
          {label}
          <span className="sr-only"> of {originalName}</span>
        </a>
      ))}
    </span>
  )
}

function Refused({ document: { refusalReason, refusedAt } }: { document: DocumentView }) {
  return (
    <span className="wrap-anywhere">
      Not signed{refusedAt !== null && ` (${formatDate(refusedAt)})`}: {refusalReason}
    </span>
  )
}

function DocumentIcon({ document }: { document: DocumentView }) {
  if (document.isSigned) return <FileCheck size={18} className="text-ok" />
  if (document.refusedAt !== null) return <FileX size={18} className="text-danger" />
  if (awaitsSignature(document)) return <FilePen size={18} className="text-warn" />
  return /\.xlsx?$/i.test(document.originalName) ? <FileSpreadsheet size={18} /> : <FileText size={18} />
}
