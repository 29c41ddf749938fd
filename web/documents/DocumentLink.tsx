import { useQuery } from '@tanstack/react-query'
import { documentById } from './queries.ts'

/** A document by its name; a click downloads it in a new window. */
export function DocumentLink({ id }: { id: string }) {
  const { data: document, isError } = useQuery(documentById(id))
  if (document === undefined) return isError ? 'Not available' : '…'
  return (
    <a
      href={document.objectPath}
      target="_blank"
      rel="noreferrer"
      className="wrap-anywhere text-link underline underline-offset-2"
    >
      {document.originalName}
    </a>
  )
}
