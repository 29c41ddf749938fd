import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { createTimeEntry, startTimer } from '../../api/time-entries.ts'
import { officeDate } from '../../domain/time.ts'
import { formatMinutes } from '../../domain/time-entry.ts'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useNow } from '../kit/now.ts'
import { useSaveForm } from '../kit/save-form.ts'
import { toast } from '../kit/toast-store.ts'
import { useUser } from '../session/use-auth.ts'
import { ownTimer, timeFound } from './queries.ts'
import { TimeForm, type TimeFormValues } from './time-form.ts'
import { TimeFields } from './TimeFields.tsx'

type RecordTimeDialogProps = { folderId?: string | undefined; onClose: () => void }

/** Suggests the client and the service of the person's latest entry. */
export function RecordTimeDialog({ folderId, onClose }: RecordTimeDialogProps) {
  const { id } = useUser()
  const latest = useInfiniteQuery(timeFound({ userId: id }, 1))
  if (latest.isPending) return null
  const last = latest.data?.pages[0]?.items[0]
  const suggested = { clientFolderId: folderId ?? last?.clientFolderId ?? '', serviceRateId: last?.serviceRateId ?? '' }
  return <RecordTimeForm suggested={suggested} onClose={onClose} />
}

type RecordTimeFormProps = {
  suggested: Pick<TimeFormValues, 'clientFolderId' | 'serviceRateId'>
  onClose: () => void
}

function RecordTimeForm({ suggested, onClose }: RecordTimeFormProps) {
  const today = officeDate(useNow())
  const form = useSaveForm({
    schema: TimeForm,
    defaultValues: { ...suggested, date: today, minutes: '', description: '', isBillable: true },
    failure: 'Couldn’t record the time',
    send: (body, idempotencyKey) => call(createTimeEntry, { body, idempotencyKey }),
    success: ({ minutes, clientFolderName }) => `${formatMinutes(minutes)} recorded for ${clientFolderName}`,
    queryKey: ['time-entries'],
    onClose,
  })
  const { getValues, trigger } = form
  const client = useQueryClient()
  const isRunning = useQuery(ownTimer).data?.timer !== null
  const start = useMutation({
    mutationFn: () => {
      const { clientFolderId, serviceRateId, description } = getValues()
      return call(startTimer, { body: { clientFolderId, serviceRateId, description: description ?? null } })
    },
    onSuccess: () => {
      toast.success('Timer started')
      onClose()
    },
    onError: (error) =>
      toast({
        title: 'Couldn’t start the timer',
        description: sentenceOf(error, 'Try again.'),
        variant: 'destructive',
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ['timers'] }),
  })
  const startIfChosen = async () => {
    if (await trigger(['clientFolderId', 'serviceRateId'])) start.mutate()
  }
  return (
    <FormDialog
      title="Record time"
      form={form}
      submit="Record time"
      submitting="Recording..."
      total={
        isRunning ? undefined : (
          <Button pending={start.isPending} pendingLabel="Starting..." onClick={() => void startIfChosen()}>
            <Play />
            Start timer
          </Button>
        )
      }
      onClose={onClose}
    >
      <TimeFields form={form} today={today} />
    </FormDialog>
  )
}
