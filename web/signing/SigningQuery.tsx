import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CallError } from '../kit/call.ts'
import { ErrorState } from '../kit/EmptyState.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { NotFoundPage } from '../shell/plain-pages.tsx'
import { SigningFrame } from './SigningFrame.tsx'

interface Received {
  openedAt: string | null
  allowed: readonly string[]
}

/** The live events say when the whole file was sent; asking again as well helps where they are cut off. */
export const untilReceived = ({ state: { data } }: { state: { data: Received | undefined } }): number | false =>
  data !== undefined && data.openedAt === null && data.allowed.includes('sign') ? 2000 : false

type SigningQueryProps<T> = { query: UseQueryResult<T>; children: (found: T) => ReactNode }

/** The page's loading and error states. */
export function SigningQuery<T>({ query, children }: SigningQueryProps<T>) {
  if (query.data !== undefined) return children(query.data)
  const isMissing = query.error instanceof CallError && query.error.status === 404
  return (
    <SigningFrame title="Signing" dirty={false}>
      <div className="mx-auto w-full max-w-[560px] px-4 py-8">
        {query.isPending && <SkeletonRows rows={4} label="Loading the document to sign" />}
        {query.isError && isMissing && <NotFoundPage />}
        {query.isError && !isMissing && <ErrorState isPage error={query.error} onRetry={() => void query.refetch()} />}
      </div>
    </SigningFrame>
  )
}
