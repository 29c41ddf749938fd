import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonStyle } from '../kit/button-style.ts'
import { documentById } from './queries.ts'

/** A document by its name; a click downloads it in a new window. Where the reader is to sign it, the way there stands beside. */
export function DocumentLink({ id }: { id: string }) {
  const { data: document, isError } = useQuery(documentById(id))
  if (document === undefined) return isError ? 'Not available' : '…'
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <a href={document.objectPath} target="_blank" rel="noreferrer" className="link finger-high wrap-anywhere">
        {document.originalName}
      </a>
      {document.allowed.includes('sign') && (
        <Link to="/documents/$id/sign" params={{ id }} className={buttonStyle('secondary', 'small')}>
          Review and sign
        </Link>
      )}
    </span>
  )
}
