import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { retractMessage } from '../../api/messages.ts'
import { mayRetract, type Message } from '../../domain/message.ts'
import { call, sentenceOf } from '../kit/call.ts'
import { AskDialog } from '../kit/Dialog.tsx'
import { toast } from '../kit/toast-store.ts'
import { useUser } from '../session/use-auth.ts'
import { texts } from './words.ts'

/** For its sender, for ten minutes. */
export function RetractMessage({ message, now }: { message: Message; now: Date }) {
  const user = useUser()
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const retract = useMutation({
    mutationFn: () => call(retractMessage, { params: { id: message.id } }),
    onSuccess: () => toast.success('Message retracted'),
    onError: (error) =>
      toast({
        title: 'Couldn’t retract the message',
        description: sentenceOf(error, 'Try again.'),
        variant: 'destructive',
      }),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: ['messages'] })
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
        title="Retract this message?"
        question={texts.retract}
        act="Retract message"
        danger
        pending={retract.isPending}
        onKeep={() => setOpen(false)}
        onAct={() => retract.mutate()}
      />
    </>
  )
}
