import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { rateConversation } from '../../api/hr-assistant.ts'
import type { AssistantConversationView } from '../../domain/hr-assistant.ts'
import { IconButton } from '../kit/IconButton.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { toast } from '../kit/toast-store.ts'
import { conversationById } from './queries.ts'

/** Whether it helped; pressing the same thumb again takes it back. */
export function Thumbs({ conversation }: { conversation: AssistantConversationView }) {
  const { id, wasHelpful } = conversation
  const client = useQueryClient()
  const rating = useMutation({
    mutationFn: (rated: boolean | null) =>
      call(rateConversation, { params: { id }, body: { wasHelpful: rated }, ifMatch: conversation.version }),
    onSuccess: (changed) => client.setQueryData(conversationById(id).queryKey, changed),
    onError: (error) => {
      toast.error(sentenceOf(error, 'Your rating could not be saved.'))
      void client.invalidateQueries({ queryKey: conversationById(id).queryKey })
    },
  })
  const thumb = (value: boolean, label: string, Icon: typeof ThumbsUp) => (
    <IconButton
      label={label}
      aria-pressed={wasHelpful === value}
      disabled={rating.isPending}
      onClick={() => rating.mutate(wasHelpful === value ? null : value)}
      className="aria-pressed:bg-mist-2 aria-pressed:text-ink"
    >
      <Icon size={18} fill={wasHelpful === value ? 'currentColor' : 'none'} fillOpacity={0.25} />
    </IconButton>
  )
  return (
    <div className="flex items-center gap-1">
      <span className="mr-1 text-meta text-ink-3">Was this helpful?</span>
      {thumb(true, 'Yes, this was helpful', ThumbsUp)}
      {thumb(false, 'No, this was not helpful', ThumbsDown)}
    </div>
  )
}
