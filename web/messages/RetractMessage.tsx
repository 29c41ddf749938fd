import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { mayRetract, type Message } from '../../domain/message.ts'
import { sentenceOf } from '../kit/call.ts'
import { AskDialog } from '../kit/Dialog.tsx'
import { toast } from '../kit/toast-store.ts'
import { useUser } from '../session/use-auth.ts'
import { texts } from './words.ts'

type RetractProps = {
  message: Omit<Message, 'documents'>
  now: Date
  noun: 'message' | 'comment'
  retract: () => Promise<unknown>
  queryKey: QueryKey
}

/** For its sender, for ten minutes. */
export function RetractMessage({ message, now, noun, retract: send, queryKey }: RetractProps) {
  const user = useUser()
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const retract = useMutation({
    mutationFn: send,
    onSuccess: () => toast.success(noun === 'message' ? 'Message retracted' : 'Comment retracted'),
    onError: (error) =>
      toast({
        title: `Couldn’t retract the ${noun}`,
        description: sentenceOf(error, 'Try again.'),
        variant: 'destructive',
      }),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey })
      setOpen(false)
    },
  })
  if (!mayRetract(message, user.id, now)) return null
  return (
    <>
      <button type="button" className="link finger-high" onClick={() => setOpen(true)}>
        Retract
      </button>
      <AskDialog
        open={open}
        title={`Retract this ${noun}?`}
        question={texts.retract(noun)}
        act={`Retract ${noun}`}
        danger
        pending={retract.isPending}
        onCancel={() => setOpen(false)}
        onAct={() => retract.mutate()}
      />
    </>
  )
}
