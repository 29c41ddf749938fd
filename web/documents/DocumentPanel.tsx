import { Link } from '@tanstack/react-router'
import { FileText, PenLine } from 'lucide-react'
import { readDocumentFile } from '../../api/documents.ts'
import { activeContentSentence, type DocumentView, scanSentences } from '../../domain/document.ts'
import { buttonStyle } from '../kit/button-style.ts'
import { addressOf } from '../kit/call.ts'
import { DownloadLink } from '../kit/DownloadLink.tsx'
import { PdfPages } from '../kit/pdf/PdfPages.tsx'
import { SidePanel } from '../kit/SidePanel.tsx'
import { DocumentNote, SignedFiles } from './DocumentFacts.tsx'
import { SignerList } from '../signing/SignerList.tsx'
import { SignatureRequest } from './SignatureRequest.tsx'
import { SignatureState } from './SignatureState.tsx'
import { WithdrawDocument } from './WithdrawDocument.tsx'
import { originInPanel, texts } from './words.ts'

/** The document preview: its content, its origin, and the allowed actions. */
export function DocumentPanel({ document, onClose }: { document: DocumentView; onClose: () => void }) {
  const { id, originalName, allowed, objectPath } = document
  return (
    <SidePanel
      title={originalName}
      badge={<SignatureState document={document} />}
      description={originInPanel(document)}
      footer={
        <>
          <WithdrawDocument document={document} />
          <SignatureRequest document={document} />
          {allowed.includes('download') && <DownloadLink address={objectPath} name={originalName} />}
          {allowed.includes('sign') && (
            <Link to="/documents/$id/sign" params={{ id }} className={buttonStyle('primary')}>
              <PenLine />
              Sign document
            </Link>
          )}
        </>
      }
      onClose={onClose}
    >
      <div className="flex flex-wrap gap-x-3 text-body text-ink-2 empty:hidden">
        {(document.declineReason !== null || document.signature !== null) && <DocumentNote document={document} />}
        <SignedFiles document={document} />
      </div>
      {document.signers.length > 0 && <SignerList signers={document.signers} signBy={document.signBy} />}
      <Preview document={document} />
    </SidePanel>
  )
}

/**
 * Never the file itself in the page: a PDF is drawn by our own code, and an image is an image whatever else it contains. The
 * server sends both with `nosniff` and a type that it found in the bytes.
 */
function Preview({ document }: { document: DocumentView }) {
  const { id, originalName, mimeType, scan, activeContent, allowed, objectPath } = document
  const warning = activeContentSentence(activeContent)
  if (scan === 'waiting' || scan === 'infected') return <NoPreview>{scanSentences[scan]}</NoPreview>
  if (!allowed.includes('download')) return <NoPreview>You can’t open this document.</NoPreview>
  if (allowed.includes('open'))
    return (
      <>
        {warning !== null && <p className="text-body text-warn">{warning}. Scripts don’t run in this preview.</p>}
        <PdfPages
          address={addressOf(readDocumentFile, { params: { id }, query: { inline: '1' } })}
          downloadAddress={objectPath}
        />
      </>
    )
  if (mimeType.startsWith('image/'))
    return (
      <img src={objectPath} alt={originalName} className="mx-auto h-auto max-w-full rounded-sm border border-line" />
    )
  return <NoPreview>{texts.noPreview}</NoPreview>
}

const NoPreview = ({ children }: { children: string }) => (
  <div className="flex flex-col items-center gap-3 px-5 py-14 text-center text-body text-ink-2">
    <FileText size={48} strokeWidth={1.25} className="text-ink-3" aria-hidden="true" />
    <p>{children}</p>
  </div>
)
