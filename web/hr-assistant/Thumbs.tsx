import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { rateConversation } from '../../api/hr-assistant.ts'
import {
  type AssistantConversationView,
  RatingReason,
  type Rating,
  ratingReasonLabels,
} from '../../domain/hr-assistant.ts'
import { SelectField } from '../kit/SelectField.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { toast } from '../kit/toast-store.ts'
import { conversationById } from './queries.ts'

/** Whether it helped; pressing the same thumb again takes it back. */
export function Thumbs({ conversation }: { conversation: AssistantConversationView }) {
  const { id, wasHelpful, ratingReason } = conversation
  const client = useQueryClient()
  const rating = useMutation({
    mutationFn: (body: Rating) => call(rateConversation, { params: { id }, body, ifMatch: conversation.version }),
    onSuccess: (changed) => client.setQueryData(conversationById(id).queryKey, changed),
    onError: (error) => {
      toast.error(sentenceOf(error, 'Couldn’t save your rating.'))
      void client.invalidateQueries({ queryKey: conversationById(id).queryKey })
    },
  })
  const thumb = (value: boolean, label: string, Icon: typeof ThumbsUp) => (
    <IconButton
      label={label}
      aria-pressed={wasHelpful === value}
      disabled={rating.isPending}
      onClick={() => rating.mutate({ wasHelpful: wasHelpful === value ? null : value, reason: null })}
      className="aria-pressed:bg-mist-2 aria-pressed:text-ink"
    >
      <Icon size={18} fill={wasHelpful === value ? 'currentColor' : 'none'} fillOpacity={0.25} />
    </IconButton>
  )
  return (
    <div className="flex flex-wrap items-center gap-1">
      <span className="mr-1 text-meta text-ink-3">Was this helpful?</span>
      {thumb(true, 'Yes, this was helpful', ThumbsUp)}
      {thumb(false, 'No, this wasn’t helpful', ThumbsDown)}
      {wasHelpful === false && (
        <SelectField
          label="What was wrong?"
          choices={reasons}
          value={ratingReason ?? ''}
          onChange={({ target: { value } }) =>
            rating.mutate({ wasHelpful: false, reason: RatingReason.safeParse(value).data ?? null })
          }
        />
      )}
    </div>
  )
}

const reasons = [
  { value: '', label: 'No reason' },
  ...RatingReason.options.map((value) => ({ value, label: ratingReasonLabels[value] })),
]
