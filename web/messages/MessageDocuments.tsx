import { FileText, FileX } from 'lucide-react'
import type { Message } from '../../domain/message.ts'
import { PanelLink } from '../side-panels/PanelLink.tsx'

/** The documents that a message links; what was withdrawn since is only mentioned. */
export const MessageDocuments = ({ documents }: Pick<Message, 'documents'>) =>
  documents.length === 0 ? null : (
    <ul aria-label="Attached documents" className="mt-1.5 space-y-1 whitespace-normal">
      {documents.map((document, index) => (
        <li key={index} className="flex items-start gap-2">
          {document.state === 'available' ? (
            <>
              <FileText className="mt-0.5 shrink-0 text-ink-3" />
              <PanelLink item={{ noun: 'documents', id: document.id }} className="link finger-high wrap-anywhere">
                {document.name}
              </PanelLink>
            </>
          ) : (
            <>
              <FileX className="mt-0.5 shrink-0 text-ink-3" />
              <em className="text-ink-3">
                {document.state === 'withdrawn' ? 'Document withdrawn' : 'A document that you can’t open'}
              </em>
            </>
          )}
        </li>
      ))}
    </ul>
  )
