import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonStyle } from '../kit/button-style.ts'
import { PanelLink } from '../side-panels/PanelLink.tsx'
import { documentById } from './queries.ts'

/** A document link that opens a preview, with a link to sign the document if the user has to. */
export function DocumentLink({ id }: { id: string }) {
  const { data: document, isError } = useQuery(documentById(id))
  if (document === undefined) return isError ? 'Not available' : '…'
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <PanelLink item={{ noun: 'documents', id }} className="link finger-high wrap-anywhere">
        {document.originalName}
      </PanelLink>
      {document.allowed.includes('sign') && (
        <Link to="/documents/$id/sign" params={{ id }} className={buttonStyle('secondary', 'small')}>
          Sign document
        </Link>
      )}
    </span>
  )
}
