import { listFollowUps } from '../../api/follow-ups.ts'
import type { ScheduledKind } from '../../domain/follow-up.ts'
import { pagesOf } from '../kit/pages-of.ts'

/** Under the dashboard's key, so that every live event refetches it. */
export const followUpsFound = (kind: ScheduledKind | undefined, paused: boolean) =>
  pagesOf(['dashboard', 'follow-ups'], listFollowUps, {
    query: { limit: 50, paused: paused ? 'true' : 'false', ...(kind === undefined ? {} : { kind }) },
  })
