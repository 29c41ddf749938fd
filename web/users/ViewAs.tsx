import { useMutation } from '@tanstack/react-query'
import { startViewing } from '../../api/viewing.ts'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { toast } from '../kit/toast-store.ts'
import { announceSignOut } from '../session/other-tabs.ts'

/** Goes to the portal as this client sees it. */
export function ViewAs({ userId }: { userId: string }) {
  const start = useMutation({
    mutationFn: () => call(startViewing, { body: { userId } }),
    onSuccess: () => {
      announceSignOut()
      location.assign('/')
    },
    onError: (error) =>
      toast({ title: 'Error', description: sentenceOf(error, 'Please try again.'), variant: 'destructive' }),
  })
  return (
    <Button pending={start.isPending} pendingLabel="Opening..." onClick={() => start.mutate()}>
      View as this client
    </Button>
  )
}
