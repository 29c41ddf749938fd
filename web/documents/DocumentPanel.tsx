import { Link } from '@tanstack/react-router'
import { FileText, PenLine } from 'lucide-react'
import { useState } from 'react'
import { readDocumentFile } from '../../api/documents.ts'
import { activeContentSentence, type DocumentView, scanSentences } from '../../domain/document.ts'
import { buttonStyle } from '../kit/button-style.ts'
import { addressOf } from '../kit/call.ts'
import { DownloadLink } from '../kit/DownloadLink.tsx'
import { FormProblem } from '../kit/FormProblem.tsx'
import { PdfPages } from '../kit/pdf/PdfPages.tsx'
import { SidePanel } from '../kit/SidePanel.tsx'
import { PanelLink } from '../side-panels/PanelLink.tsx'
import { AddVersion, DocumentVersions } from './DocumentVersions.tsx'
import { DocumentNote, SignedFiles } from './DocumentFacts.tsx'
import { ExpirationLine } from './Expiration.tsx'
import { SignerList } from '../signing/SignerList.tsx'
import { SignatureRequest } from './SignatureRequest.tsx'
import { SignatureState } from './SignatureState.tsx'
import { VisibilityLine } from './Visibility.tsx'
import { WithdrawDocument } from './WithdrawDocument.tsx'
import { originInPanel, texts } from './words.ts'

/** The document preview: its content, its origin, and the allowed actions. */
export function DocumentPanel({ document, onClose }: { document: DocumentView; onClose: () => void }) {
  const [problem, setProblem] = useState<string | null>(null)
  const { id, originalName, allowed, objectPath } = document
  return (
    <SidePanel
      title={originalName}
      badge={<SignatureState document={document} />}
      description={originInPanel(document)}
      footer={
        <>
          <WithdrawDocument document={document} />
          <AddVersion document={document} onProblem={setProblem} />
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
      <FormProblem problem={problem} />
      <VisibilityLine document={document} />
      <ExpirationLine document={document} />
      {document.replacedById !== null && <EarlierVersion document={document} currentId={document.replacedById} />}
      <div className="flex flex-wrap gap-x-3 text-body text-ink-2 empty:hidden">
        {(document.declineReason !== null || document.signature !== null) && <DocumentNote document={document} />}
        <SignedFiles document={document} />
      </div>
      {document.signers.length > 0 && <SignerList signers={document.signers} signBy={document.signBy} />}
      <Preview document={document} />
      <DocumentVersions document={document} />
    </SidePanel>
  )
}

const EarlierVersion = ({ document, currentId }: { document: DocumentView; currentId: string }) => (
  <p className="edge-forced rounded-md bg-warn-soft px-3.5 py-2.5 text-body text-warn">
    This is version {document.versionNumber}. A newer version replaced it.{' '}
    <PanelLink item={{ noun: 'documents', id: currentId }} className="font-semibold underline">
      Open the current version
    </PanelLink>
  </p>
)

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
