import type { DocumentView } from '../../domain/document.ts'
import { Row } from '../kit/RowList.tsx'
import { PanelLink } from '../side-panels/PanelLink.tsx'
import { DocumentIcon, DocumentNote, noteOf, SignedFiles, signedFilesOf } from './DocumentFacts.tsx'
import { DocumentButtons } from './DocumentButtons.tsx'
import { DocumentMenuButton, type DocumentMenuProps } from './DocumentMenu.tsx'
import { ExpirationState } from './Expiration.tsx'
import { SignatureState } from './SignatureState.tsx'
import { TeamOnlyBadge } from './Visibility.tsx'
import { originInList } from './words.ts'

type DocumentRowProps = {
  document: DocumentView
  /** The reader, for "by you". */
  readerId: string
  now: Date
  acts: Omit<DocumentMenuProps, 'document'>
}

/** A document on a phone. */
export function DocumentRow({ document, readerId, now, acts }: DocumentRowProps) {
  const { id, originalName, subfolder, tags } = document
  const hasContext =
    noteOf(document) !== null || signedFilesOf(document).length > 0 || subfolder !== null || tags.length > 0
  return (
    <Row
      leading={<DocumentIcon document={document} />}
      title={
        <PanelLink
          item={{ noun: 'documents', id }}
          className="finger-high wrap-anywhere underline-offset-2 hover:underline"
        >
          {originalName}
        </PanelLink>
      }
      context={
        hasContext ? (
          <span className="inline-flex flex-wrap gap-x-3">
            <DocumentNote document={document} />
            <SignedFiles document={document} />
            {subfolder !== null && <span>In {subfolder}</span>}
            {tags.length > 0 && <span>Tags: {tags.join(', ')}</span>}
          </span>
        ) : undefined
      }
      meta={originInList(document, readerId)}
      middle={
        <span className="inline-flex flex-wrap gap-1.5">
          <TeamOnlyBadge document={document} />
          <SignatureState document={document} />
          <ExpirationState document={document} now={now} />
        </span>
      }
      action={
        <>
          <DocumentButtons document={document} />
          <DocumentMenuButton document={document} {...acts} />
        </>
      }
    />
  )
}
