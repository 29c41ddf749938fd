import { useMutationState, useQuery } from '@tanstack/react-query'
import { actionKey, type RequestAction } from './actions.ts'
import { requestById } from './queries.ts'
import { RequestActions } from './RequestActions.tsx'

/** The request that the reader took up last, and what comes next: its client folder. */
export function AcceptedRequest() {
  const changes = useMutationState({
    filters: { mutationKey: actionKey, status: 'success' },
    // The cache entry under this key holds actions.
    select: ({ state }) => state.variables as RequestAction,
  })
  const id = changes.findLast(({ status }) => status === 'in-progress')?.request.id ?? ''
  const { data: request } = useQuery({ ...requestById(id), enabled: id !== '' })
  return (
    <div role="status">
      {request?.allowed.includes('open-folder') === true && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line bg-mist px-4 py-2.5 sm:px-5">
          <p className="min-w-0 text-body wrap-anywhere text-ink-2">
            {request.businessName} accepted. Next, create the client folder.
          </p>
          <RequestActions request={request} only={['open-folder']} />
        </div>
      )}
    </div>
  )
}
