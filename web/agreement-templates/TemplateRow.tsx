import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeAgreementTemplateStatus, publishAgreementTemplate } from '../../api/agreement-templates.ts'
import type { AgreementTemplateView } from '../../domain/agreement-template.ts'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { AskDialog } from '../kit/Dialog.tsx'
import { Row } from '../kit/RowList.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { toast } from '../kit/toast-store.ts'
import { EditTemplateDialog } from './TemplateDialogs.tsx'
import { VersionsDialog } from './VersionsDialog.tsx'
import { archiveWords, clauseWords, kindLabels, publishWords } from './words.ts'

/** One template with its actions. */
export function TemplateRow({ template }: { template: AgreementTemplateView }) {
  const { name, kind, clauses, currentVersion, hasChanges, allowed } = template
  const [open, setOpen] = useState<'edit' | 'publish' | 'archive' | 'versions' | null>(null)
  const close = () => setOpen(null)
  const { publish, changeStatus } = useTemplateActions(template, close)
  const next = (currentVersion ?? 0) + 1
  const named = <span className="sr-only"> {name}</span>
  return (
    <>
      <Row
        title={<span className="wrap-anywhere">{name}</span>}
        aside={
          <span className="inline-flex flex-wrap gap-1.5">
            {currentVersion === null ? <Badge>Draft</Badge> : <Badge tone="ok">Version {currentVersion}</Badge>}
            {currentVersion !== null && hasChanges && <Badge tone="warn">Unpublished changes</Badge>}
          </span>
        }
        context={clauses.map(({ title }) => title).join(', ')}
        meta={`${kindLabels[kind]}, ${clauseWords(clauses)}`}
        action={
          <>
            {allowed.includes('edit') && (
              <Button size="small" onClick={() => setOpen('edit')}>
                Edit{named}
              </Button>
            )}
            {allowed.includes('publish') && (
              <Button size="small" onClick={() => setOpen('publish')}>
                Publish version {next}
                <span className="sr-only"> of {name}</span>
              </Button>
            )}
            {currentVersion !== null && (
              <Button size="small" variant="ghost" onClick={() => setOpen('versions')}>
                Versions<span className="sr-only"> of {name}</span>
              </Button>
            )}
            {allowed.includes('archive') && (
              <Button size="small" variant="ghost" onClick={() => setOpen('archive')}>
                Archive{named}
              </Button>
            )}
            {allowed.includes('restore') && (
              <Button size="small" pending={changeStatus.isPending} onClick={() => changeStatus.mutate(true)}>
                Restore{named}
              </Button>
            )}
          </>
        }
      />
      {open === 'edit' && <EditTemplateDialog template={template} onClose={close} />}
      {open === 'versions' && <VersionsDialog template={template} onClose={close} />}
      <AskDialog
        open={open === 'publish'}
        {...publishWords(next, name)}
        pending={publish.isPending}
        onCancel={close}
        onAct={() => publish.mutate()}
      />
      <AskDialog
        open={open === 'archive'}
        {...archiveWords(name)}
        pending={changeStatus.isPending}
        onCancel={close}
        onAct={() => changeStatus.mutate(false)}
      />
    </>
  )
}

function useTemplateActions({ id, version }: AgreementTemplateView, onSettled: () => void) {
  const client = useQueryClient()
  const settled = () => {
    onSettled()
    return client.invalidateQueries({ queryKey: ['agreement-templates'] })
  }
  const onError = (error: unknown) =>
    toast({
      title: 'Couldn’t update the template',
      description: sentenceOf(error, 'Try again.'),
      variant: 'destructive',
    })
  return {
    publish: useMutation({
      mutationFn: () => call(publishAgreementTemplate, { params: { id }, ifMatch: version }),
      onSuccess: () => toast.success('Template published'),
      onError,
      onSettled: settled,
    }),
    changeStatus: useMutation({
      mutationFn: (isActive: boolean) =>
        call(changeAgreementTemplateStatus, { params: { id }, body: { isActive }, ifMatch: version }),
      onSuccess: ({ isActive }) => toast.success(isActive ? 'Template restored' : 'Template archived'),
      onError,
      onSettled: settled,
    }),
  }
}
