import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { RecordTimeDialog } from './RecordTimeDialog.tsx'
import { ownTimer } from './queries.ts'
import { StopTimerDialog } from './StopTimerDialog.tsx'

/** Stops the running timer, or records time, for the client whose folder is open. */
export default function TimeOverlay({ onClose }: { onClose: () => void }) {
  const { pathname } = useLocation()
  const { data, isPending } = useQuery(ownTimer)
  if (isPending) return null
  if (data?.timer) return <StopTimerDialog timer={data.timer} onClose={onClose} />
  const folderId = /^\/client-folders\/([\w-]{36})/.exec(pathname)?.[1]
  return <RecordTimeDialog folderId={folderId} onClose={onClose} />
}
