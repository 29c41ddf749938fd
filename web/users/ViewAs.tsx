import { useMutation } from '@tanstack/react-query'
import { startViewing } from '../../api/viewing.ts'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { toast } from '../kit/toast-store.ts'
import { announceSignOut } from '../session/other-tabs.ts'

type ViewAsProps = {
  userId: string
  /** Of several folders of theirs, the one to begin with; the way back leads to it. */
  folderId?: string
  className?: string
}

/** Goes to the portal as this client sees it. */
export function ViewAs({ userId, folderId, className }: ViewAsProps) {
  const start = useMutation({
    mutationFn: () => call(startViewing, { body: { userId } }),
    onSuccess: () => {
      announceSignOut()
      location.assign(folderId === undefined ? '/' : `/?folder=${folderId}`)
    },
    onError: (error) => toast.error(sentenceOf(error, 'Please try again.')),
  })
  return (
    <Button className={className} pending={start.isPending} pendingLabel="Opening..." onClick={() => start.mutate()}>
      View as this client
    </Button>
  )
}
