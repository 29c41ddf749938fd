import { useMutation, useQueryClient } from '@tanstack/react-query'
import { OctagonX } from 'lucide-react'
import { useState } from 'react'
import { changeBulkActionStatus } from '../../api/bulk-actions.ts'
import type { BulkActionView } from '../../domain/bulk-action.ts'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { Dialog, DialogCancel } from '../kit/Dialog.tsx'
import { toast } from '../kit/toast-store.ts'
import { clientsInWords, texts } from './words.ts'

/** Stops the action after confirmation. */
export function StopButton({ action: { id, counts } }: { action: BulkActionView }) {
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const stop = useMutation({
    mutationFn: () => call(changeBulkActionStatus, { params: { id }, body: { status: 'stopped' } }),
    onSuccess: () => toast.success('Bulk action stopped'),
    onError: (error) =>
      toast({
        title: 'Couldn’t stop the bulk action',
        description: sentenceOf(error, 'Try again.'),
        variant: 'destructive',
      }),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: ['bulk-actions'] })
      setAsking(false)
    },
  })
  return (
    <>
      <Button onClick={() => setAsking(true)}>
        <OctagonX />
        Stop
      </Button>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title="Stop this bulk action?"
        footer={
          <>
            <DialogCancel />
            <Button variant="danger" pending={stop.isPending} pendingLabel="Stopping..." onClick={() => stop.mutate()}>
              Stop bulk action
            </Button>
          </>
        }
      >
        <p className="text-body text-ink-2">{texts.stopped(clientsInWords(counts.pending))}</p>
      </Dialog>
    </>
  )
}
