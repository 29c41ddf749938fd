import { CallError } from './call.ts'
import { EmptyState, ErrorState } from './EmptyState.tsx'
import { Panel } from './Panel.tsx'
import { SkeletonRows } from './Skeleton.tsx'

type NotShownProps = {
  query: { error: Error | null; refetch: () => Promise<unknown> }
  /** What it is called: "contract". */
  noun: string
}

/** In the place of one thing that a page is about: it is not there for this reader, could not be read, or is on its way. */
export function NotShown({ query: { error, refetch }, noun }: NotShownProps) {
  if (error instanceof CallError && error.status === 404)
    return <EmptyState title={`This ${noun} is not here`}>It does not exist, or it is not yours to see.</EmptyState>
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <Panel flush>
      <SkeletonRows rows={8} label={`Loading the ${noun}`} />
    </Panel>
  )
}
