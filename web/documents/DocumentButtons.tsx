import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import type { DocumentView } from '../../domain/document.ts'
import { buttonStyle } from '../kit/button-style.ts'

/** At the end of a document's row: sign it, download it. */
export function DocumentButtons({ document: { id, originalName, objectPath, allowed } }: { document: DocumentView }) {
  return (
    <>
      {allowed.includes('sign') && (
        <Link to="/documents/$id/sign" params={{ id }} className={buttonStyle('primary', 'small')}>
          Sign
          <span className="sr-only">{originalName}</span>
        </Link>
      )}
      {allowed.includes('download') && (
        <a
          href={objectPath}
          download={originalName}
          title="Download"
          aria-label={`Download ${originalName}`}
          className="inline-grid size-9 shrink-0 place-items-center rounded-md align-middle text-ink-2 transition-colors hover:bg-mist-2 hover:text-ink coarse:size-11"
        >
          <Download size={18} />
        </a>
      )}
    </>
  )
}
