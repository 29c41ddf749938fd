import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeOwnFormStatus, publishOwnForm, readOwnFormPdf } from '../../api/own-forms.ts'
import type { OwnFormView } from '../../domain/own-form.ts'
import { FormDownloads } from '../hr-forms/FormDownloads.tsx'
import { Button } from '../kit/Button.tsx'
import { addressOf, call, sentenceOf } from '../kit/call.ts'
import { AskDialog } from '../kit/Dialog.tsx'
import { Row } from '../kit/RowList.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { toast } from '../kit/toast-store.ts'
import { Warnings } from './Warnings.tsx'
import { archiveWords, publishWords, texts } from './words.ts'

export function OwnFormRow({ form, onEdit }: { form: OwnFormView; onEdit: () => void }) {
  const { id, title, description, clientFolderName, currentVersion, hasChanges, allowed, warnings } = form
  const pdfAddress = (query: { inline?: '1' }) => addressOf(readOwnFormPdf, { params: { id }, query })
  return (
    <Row
      title={title}
      aside={
        <span className="inline-flex flex-wrap gap-1.5">
          {currentVersion === null ? <Badge>Draft</Badge> : <Badge tone="ok">Version {currentVersion}</Badge>}
          {currentVersion !== null && hasChanges && <Badge tone="warn">Unpublished changes</Badge>}
          {clientFolderName !== null && <Badge>For {clientFolderName}</Badge>}
        </span>
      }
      meta={description}
      action={
        <div className="flex flex-wrap justify-end gap-2">
          <FormDownloads about={title} download={pdfAddress({})} preview={pdfAddress({ inline: '1' })} />
          {allowed.includes('edit') && (
            <Button size="small" onClick={onEdit}>
              Edit form
            </Button>
          )}
          <RowActions form={form} />
        </div>
      }
      below={warnings.length > 0 ? <Warnings warnings={warnings} /> : undefined}
    />
  )
}

function RowActions({ form }: { form: OwnFormView }) {
  const { title, currentVersion, allowed, isActive, warnings } = form
  const [open, setOpen] = useState<'publish' | 'archive' | null>(null)
  const close = () => setOpen(null)
  const act = useOwnFormActions(form, close)
  const next = (currentVersion ?? 0) + 1
  return (
    <>
      {allowed.includes('publish') && (
        <Button size="small" onClick={() => setOpen('publish')}>
          Publish version {next}
        </Button>
      )}
      {allowed.includes('archive') && (
        <Button size="small" onClick={() => setOpen('archive')}>
          Archive form
        </Button>
      )}
      {allowed.includes('restore') && (
        <Button size="small" pending={act.status.isPending} onClick={() => act.status.mutate(true)}>
          Restore form
        </Button>
      )}
      <AskDialog
        open={open === 'publish'}
        {...publishWords(next, title)}
        question={
          <>
            {texts.publish}
            <Warnings warnings={warnings} />
          </>
        }
        pending={act.publish.isPending}
        onCancel={close}
        onAct={() => act.publish.mutate()}
      />
      <AskDialog
        open={open === 'archive' && isActive}
        {...archiveWords(title)}
        danger
        pending={act.status.isPending}
        onCancel={close}
        onAct={() => act.status.mutate(false)}
      />
    </>
  )
}

function useOwnFormActions({ id, version }: OwnFormView, onSettled: () => void) {
  const client = useQueryClient()
  const settled = async () => {
    onSettled()
    await client.invalidateQueries({ queryKey: ['own-forms'] })
    await client.invalidateQueries({ queryKey: ['hr-forms'] })
  }
  const onError = (error: unknown) =>
    toast({
      title: 'Couldn’t update the form',
      description: sentenceOf(error, 'Try again.'),
      variant: 'destructive',
    })
  return {
    publish: useMutation({
      mutationFn: () => call(publishOwnForm, { params: { id }, ifMatch: version }),
      onSuccess: () => toast.success('Form published'),
      onError,
      onSettled: settled,
    }),
    status: useMutation({
      mutationFn: (isActive: boolean) =>
        call(changeOwnFormStatus, { params: { id }, body: { isActive }, ifMatch: version }),
      onSuccess: ({ isActive }) => toast.success(isActive ? 'Form restored' : 'Form archived'),
      onError,
      onSettled: settled,
    }),
  }
}
