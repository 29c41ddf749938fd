import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { removeFolderMember } from '../../api/folder-members.ts'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { AskDialog } from '../kit/Dialog.tsx'
import { toast } from '../kit/toast-store.ts'

export function RemoveMember({ memberId, name }: { memberId: string; name: string }) {
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => call(removeFolderMember, { params: { id: memberId } }),
    onSuccess: () => toast.success('Team member removed'),
    onError: (error) =>
      toast({
        title: 'Couldn’t remove the team member',
        description: sentenceOf(error, 'Try again.'),
        variant: 'destructive',
      }),
    // Someone else may have removed them already.
    onSettled: async () => {
      setAsking(false)
      await client.invalidateQueries({ queryKey: ['client-folders'] })
    },
  })
  return (
    <>
      <Button size="small" variant="ghost" className="no-print" onClick={() => setAsking(true)}>
        Remove<span className="sr-only"> {name}</span>
      </Button>
      <AskDialog
        open={asking}
        title={`Remove ${name}?`}
        question="They’ll lose access to this folder right away."
        act="Remove team member"
        danger
        pending={remove.isPending}
        onCancel={() => setAsking(false)}
        onAct={() => remove.mutate()}
      />
    </>
  )
}
