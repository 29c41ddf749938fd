import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { LinkPurpose, LinkView } from '../../domain/one-time-link.ts'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { usePageTitle } from '../kit/page-title.ts'
import { LinkProblem } from './LinkProblem.tsx'
import { linkByToken } from './queries.ts'
import { QuietPanel } from './QuietPanel.tsx'

export type Link = z.output<typeof LinkView> & { token: string }

type LinkPageProps = { purpose: LinkPurpose; token: string; title: string; children: (link: Link) => ReactNode }

/** The page of a one-time link: checks the link, and explains the next step if it is no longer valid. */
export function LinkPage({ purpose, token, title, children }: LinkPageProps) {
  usePageTitle(title)
  const query = useQuery(linkByToken(purpose, token))
  if (query.isError) return <LinkProblem purpose={purpose} error={query.error} onRetry={() => void query.refetch()} />
  return (
    <QuietPanel title={title}>
      {query.isPending ? <SkeletonRows rows={3} label="Checking the link" /> : children({ ...query.data, token })}
    </QuietPanel>
  )
}
