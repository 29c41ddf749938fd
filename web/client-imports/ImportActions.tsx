import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { OctagonX, Upload } from 'lucide-react'
import { useState } from 'react'
import { discardClientImport, startClientImport, stopClientImport } from '../../api/client-imports.ts'
import { ClientImportStart, type ClientImportView } from '../../domain/client-import.ts'
import { clientsInWords } from '../bulk-actions/words.ts'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { CheckboxField } from '../kit/CheckboxField.tsx'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { toast } from '../kit/toast-store.ts'
import { texts } from './words.ts'

/** The actions that the status of the import allows. */
export function ImportActions({ its }: { its: ClientImportView }) {
  const { id, allowed, counts } = its
  const [starting, setStarting] = useState(false)
  const client = useQueryClient()
  const navigate = useNavigate()
  const change = (words: string, failure: string) => ({
    onSuccess: () => toast.success(words),
    onError: (error: unknown) =>
      toast({ title: failure, description: sentenceOf(error, 'Try again.'), variant: 'destructive' }),
    onSettled: () => client.invalidateQueries({ queryKey: ['client-imports', 'list'] }),
  })
  const stop = useMutation({
    ...change('Import stopped', 'Couldn’t stop the import'),
    mutationFn: () => call(stopClientImport, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['client-imports'] }),
  })
  const discard = useMutation({
    ...change('Import discarded', 'Couldn’t discard the import'),
    mutationFn: () => call(discardClientImport, { params: { id } }),
    onSuccess: () => {
      toast.success('Import discarded')
      void navigate({ to: '/client-imports' })
    },
  })
  return (
    <>
      {allowed.includes('discard') && (
        <Button pending={discard.isPending} pendingLabel="Discarding..." onClick={() => discard.mutate()}>
          Discard import
        </Button>
      )}
      {allowed.includes('start') && (
        <Button variant="primary" onClick={() => setStarting(true)}>
          <Upload />
          Import {clientsInWords(counts.pending)}
        </Button>
      )}
      {allowed.includes('stop') && (
        <Button pending={stop.isPending} pendingLabel="Stopping..." onClick={() => stop.mutate()}>
          <OctagonX />
          Stop import
        </Button>
      )}
      {starting && <StartDialog its={its} onClose={() => setStarting(false)} />}
    </>
  )
}

function StartDialog({ its: { id, counts }, onClose }: { its: ClientImportView; onClose: () => void }) {
  const form = useSaveForm({
    schema: ClientImportStart,
    defaultValues: { invites: false },
    failure: 'Couldn’t start the import',
    send: (body, idempotencyKey) => call(startClientImport, { params: { id }, body, idempotencyKey }),
    success: 'Import started',
    queryKey: ['client-imports'],
    onClose,
  })
  return (
    <FormDialog
      title={`Import ${clientsInWords(counts.pending)}?`}
      description={counts.failed > 0 ? texts.leftOut(counts.failed) : texts.start}
      form={form}
      submit="Import"
      submitting="Starting..."
      onClose={onClose}
    >
      <CheckboxField
        label="Invite them now"
        help={texts.invites}
        error={form.errorOf('invites')}
        {...form.register('invites')}
      />
    </FormDialog>
  )
}
