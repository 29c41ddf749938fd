import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { writeVerifiedAnswer } from '../../api/hr-assistant.ts'
import type { AssistantPassage } from '../../domain/hr-assistant.ts'
import { type QueuedQuestion, VerifiedAnswerInput } from '../../domain/assistant-queue.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { usePortalForm } from '../kit/form.ts'
import { TextArea } from '../kit/TextField.tsx'
import { toast } from '../kit/toast-store.ts'
import { PassagePicker } from './PassagePicker.tsx'
import { texts } from './words.ts'

const Typed = VerifiedAnswerInput.pick({ question: true, answer: true })

type CheckedAnswerProps = { about: QueuedQuestion | null; onClose: () => void }

/** Question and answer are written again, in general words: everyone who asks alike gets them. */
export function CheckedAnswerDialog({ about, onClose }: CheckedAnswerProps) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState<AssistantPassage[]>(about?.passages ?? [])
  const form = usePortalForm({
    schema: Typed,
    defaultValues: { question: '', answer: '' },
    failure: 'Couldn’t save the answer. Try again.',
    send: (typed: z.infer<typeof Typed>, idempotencyKey) =>
      call(writeVerifiedAnswer, {
        body: {
          ...typed,
          passages: chosen.map(({ policyId, anchor }) => ({ policyId, anchor })),
          conversationId: about?.id ?? null,
        },
        idempotencyKey,
      }),
    onSent: async () => {
      toast.success('Answer saved')
      onClose()
      await Promise.all([
        client.invalidateQueries({ queryKey: ['hr-assistant', 'queue'] }),
        client.invalidateQueries({ queryKey: ['verified-answers'] }),
      ])
    },
  })
  return (
    <FormDialog
      title="Reviewed answer"
      description={texts.reviewedAnswer}
      width="wide"
      form={form}
      submit="Save answer"
      submitting="Saving..."
      disabled={chosen.length === 0}
      onClose={onClose}
    >
      <div className="space-y-4">
        {about !== null && (
          <div className="text-body text-ink-2">
            <p className="text-meta font-semibold text-ink">Original question</p>
            <blockquote className="mt-1.5 border-l-3 border-tab pl-3 whitespace-pre-line wrap-anywhere">
              {about.query}
            </blockquote>
          </div>
        )}
        <PassagePicker chosen={chosen} onChange={setChosen} />
        <TextArea
          label="Question in general terms"
          rows={2}
          error={form.errorOf('question')}
          {...form.register('question')}
        />
        <TextArea
          label="Answer"
          rows={5}
          help="At most 120 words."
          error={form.errorOf('answer')}
          {...form.register('answer')}
        />
      </div>
    </FormDialog>
  )
}
