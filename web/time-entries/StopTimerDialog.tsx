import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { discardTimer, recordTimer } from '../../api/time-entries.ts'
import { officeDate } from '../../domain/time.ts'
import { formatMinutes, minutesPerDay, type Timer } from '../../domain/time-entry.ts'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { formatDateTime } from '../kit/dates.ts'
import { AskDialog } from '../kit/Dialog.tsx'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useNow } from '../kit/now.ts'
import { useSaveForm } from '../kit/save-form.ts'
import { toast } from '../kit/toast-store.ts'
import { TimeForm } from './time-form.ts'
import { TimeFields } from './TimeFields.tsx'
import { minutesSince, texts } from './words.ts'

/** Records the running timer, with its time filled in, or discards it. */
export function StopTimerDialog({ timer, onClose }: { timer: Timer; onClose: () => void }) {
  const now = useNow()
  const client = useQueryClient()
  const [asks, setAsks] = useState(false)
  const [elapsed] = useState(() => minutesSince(timer.startedAt, new Date()))
  const form = useSaveForm({
    schema: TimeForm,
    defaultValues: {
      clientFolderId: timer.clientFolderId,
      serviceRateId: timer.serviceRateId,
      date: officeDate(new Date(timer.startedAt)),
      minutes: elapsed > minutesPerDay ? '' : formatMinutes(elapsed),
      description: timer.description ?? '',
      isBillable: true,
    },
    failure: 'Couldn’t record the time',
    send: (body, idempotencyKey) => call(recordTimer, { body, idempotencyKey }),
    success: ({ minutes, clientFolderName }) => `${formatMinutes(minutes)} recorded for ${clientFolderName}`,
    queryKey: ['time-entries'],
    onClose,
    onSaved: () => void client.invalidateQueries({ queryKey: ['timers'] }),
  })
  const discard = useMutation({
    mutationFn: () => call(discardTimer, {}),
    onSuccess: () => {
      toast.success('Timer discarded')
      onClose()
    },
    onError: (error) =>
      toast({
        title: 'Couldn’t discard the timer',
        description: sentenceOf(error, 'Try again.'),
        variant: 'destructive',
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ['timers'] }),
  })
  return (
    <FormDialog
      title="Stop timer"
      description={texts.running(formatDateTime(timer.startedAt, now))}
      form={form}
      submit="Stop and record"
      submitting="Recording..."
      total={<Button onClick={() => setAsks(true)}>Discard timer</Button>}
      onClose={onClose}
    >
      <TimeFields form={form} current={{ id: timer.serviceRateId, name: timer.serviceName }} today={officeDate(now)} />
      <AskDialog
        open={asks}
        title="Discard the timer?"
        question="No time is recorded. You can’t undo this."
        act="Discard timer"
        danger
        pending={discard.isPending}
        onCancel={() => setAsks(false)}
        onAct={() => discard.mutate()}
      />
    </FormDialog>
  )
}
