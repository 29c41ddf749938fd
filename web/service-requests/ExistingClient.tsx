import { Link } from '@tanstack/react-router'
import type { ServiceRequestSummary } from '../../domain/service-request.ts'

type ExistingClientProps = { request: Pick<ServiceRequestSummary, 'existingFolderId' | 'existingFolderName'> }

/** The folder of a client who requests more services; nothing for anyone else. */
export function ExistingClient({ request: { existingFolderId, existingFolderName } }: ExistingClientProps) {
  if (existingFolderId === null) return null
  return (
    <span className="min-w-0 text-meta wrap-anywhere text-ink-2">
      Existing client:{' '}
      <Link to="/client-folders/$id" params={{ id: existingFolderId }} className="link finger-high relative z-1">
        {existingFolderName}
      </Link>
    </span>
  )
}
