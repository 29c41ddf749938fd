import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CheckCheck } from 'lucide-react'
import { useState } from 'react'
import { markAccessAsReviewed } from '../../api/access-reviews.ts'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { AskDialog } from '../kit/Dialog.tsx'
import { toast } from '../kit/toast-store.ts'
import { texts } from './words.ts'

export function MarkAsReviewed() {
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const mark = useMutation({
    mutationFn: () => call(markAccessAsReviewed),
    onSuccess: () => toast.success('Access marked as reviewed'),
    onError: (error) =>
      toast({
        title: 'Couldn’t mark access as reviewed',
        description: sentenceOf(error, 'Try again.'),
        variant: 'destructive',
      }),
    onSettled: async () => {
      setAsking(false)
      await client.invalidateQueries({ queryKey: ['access-reviews'] })
      await client.invalidateQueries({ queryKey: ['dashboard'] })
    },
  })
  return (
    <>
      <Button variant="primary" onClick={() => setAsking(true)}>
        <CheckCheck />
        Mark as reviewed
      </Button>
      <AskDialog
        open={asking}
        title="Mark this quarter’s access as reviewed?"
        question={texts.mark}
        act="Mark as reviewed"
        pending={mark.isPending}
        onCancel={() => setAsking(false)}
        onAct={() => mark.mutate()}
      />
    </>
  )
}
