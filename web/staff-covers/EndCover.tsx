import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { endStaffCover } from '../../api/staff-covers.ts'
import type { StaffCoverView } from '../../domain/staff-cover.ts'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { AskDialog } from '../kit/Dialog.tsx'
import { toast } from '../kit/toast-store.ts'
import { texts } from './words.ts'

export function EndCover({ cover: { id, colleagueName, status } }: { cover: StaffCoverView }) {
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const isPlanned = status === 'planned'
  const end = useMutation({
    mutationFn: () => call(endStaffCover, { params: { id } }),
    onSuccess: () => toast.success(isPlanned ? 'Cover canceled' : 'Cover ended'),
    onError: (error) =>
      toast({
        title: 'Couldn’t end the cover',
        description: sentenceOf(error, 'Try again.'),
        variant: 'destructive',
      }),
    // Someone else may have ended it already.
    onSettled: async () => {
      setAsking(false)
      await client.invalidateQueries({ queryKey: ['staff-covers'] })
      await client.invalidateQueries({ queryKey: ['client-folders'] })
    },
  })
  return (
    <>
      <Button size="small" variant="ghost" onClick={() => setAsking(true)}>
        {isPlanned ? 'Cancel cover' : 'End cover'}
        <span className="sr-only"> by {colleagueName}</span>
      </Button>
      <AskDialog
        open={asking}
        title={isPlanned ? `Cancel the cover by ${colleagueName}?` : `End the cover by ${colleagueName}?`}
        question={isPlanned ? texts.cancel : texts.end}
        act={isPlanned ? 'Cancel cover' : 'End cover'}
        danger
        pending={end.isPending}
        onCancel={() => setAsking(false)}
        onAct={() => end.mutate()}
      />
    </>
  )
}
