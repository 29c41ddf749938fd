import { useMutation } from '@tanstack/react-query'
import { startImpersonation } from '../../api/impersonation.ts'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { toast } from '../kit/toast-store.ts'
import { announceSignOut } from '../session/other-tabs.ts'

type ViewAsProps = {
  userId: string
  /** Of several folders, the one to begin with; the way back leads to it. */
  folderId?: string
  className?: string
}

/** Opens the portal as this client sees it. */
export function ViewAsClient({ userId, folderId, className }: ViewAsProps) {
  const start = useMutation({
    mutationFn: () => call(startImpersonation, { body: { userId } }),
    onSuccess: () => {
      announceSignOut()
      location.assign(folderId === undefined ? '/' : `/?folder=${folderId}`)
    },
    onError: (error) => toast.error(sentenceOf(error, 'Try again.')),
  })
  return (
    <Button className={className} pending={start.isPending} pendingLabel="Opening..." onClick={() => start.mutate()}>
      View as this client
    </Button>
  )
}
