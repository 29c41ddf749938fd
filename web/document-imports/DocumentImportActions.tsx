import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { OctagonX, Upload } from 'lucide-react'
import { useState } from 'react'
import { discardDocumentImport, startDocumentImport, stopDocumentImport } from '../../api/document-imports.ts'
import type { DocumentImportView } from '../../domain/document-import.ts'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { AskDialog } from '../kit/Dialog.tsx'
import { toast } from '../kit/toast-store.ts'
import { filesInWords, texts } from './words.ts'

/** The actions that the status of the import allows. */
export function DocumentImportActions({ its }: { its: DocumentImportView }) {
  const { id, allowed, counts } = its
  const [asking, setAsking] = useState(false)
  const client = useQueryClient()
  const navigate = useNavigate()
  const refresh = () => client.invalidateQueries({ queryKey: ['document-imports'] })
  const failed = (title: string) => (error: unknown) =>
    toast({ title, description: sentenceOf(error, 'Try again.'), variant: 'destructive' })
  const start = useMutation({
    mutationFn: () => call(startDocumentImport, { params: { id } }),
    onSuccess: () => toast.success('Import started'),
    onError: failed('Couldn’t start the import'),
    onSettled: () => {
      setAsking(false)
      void refresh()
    },
  })
  const stop = useMutation({
    mutationFn: () => call(stopDocumentImport, { params: { id } }),
    onSuccess: () => toast.success('Import stopped'),
    onError: failed('Couldn’t stop the import'),
    onSettled: () => void refresh(),
  })
  const discard = useMutation({
    mutationFn: () => call(discardDocumentImport, { params: { id } }),
    onSuccess: () => {
      toast.success('Import discarded')
      void client.invalidateQueries({ queryKey: ['document-imports', 'list'] })
      void navigate({ to: '/document-imports' })
    },
    onError: failed('Couldn’t discard the import'),
  })
  const title = `Import ${filesInWords(counts.pending)}`
  return (
    <>
      {allowed.includes('discard') && (
        <Button pending={discard.isPending} pendingLabel="Discarding..." onClick={() => discard.mutate()}>
          Discard import
        </Button>
      )}
      {allowed.includes('start') && (
        <Button variant="primary" onClick={() => setAsking(true)}>
          <Upload />
          {title}
        </Button>
      )}
      {allowed.includes('stop') && (
        <Button pending={stop.isPending} pendingLabel="Stopping..." onClick={() => stop.mutate()}>
          <OctagonX />
          Stop import
        </Button>
      )}
      <AskDialog
        open={asking}
        title={`${title}?`}
        question={counts.failed > 0 ? `${texts.leftOut(counts.failed)} ${texts.start}` : texts.start}
        keep="Cancel"
        act="Import"
        pending={start.isPending}
        onCancel={() => setAsking(false)}
        onAct={() => start.mutate()}
      />
    </>
  )
}
