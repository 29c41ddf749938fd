import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { deleteJobTemplate } from '../../api/job-templates.ts'
import type { JobTemplateView } from '../../domain/job-template.ts'
import { useServiceName } from '../firm-settings/queries.ts'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { AskDialog } from '../kit/Dialog.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { ListFilters, useListState } from '../kit/ListFilters.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { Row, RowList } from '../kit/RowList.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { toast } from '../kit/toast-store.ts'
import { useCreateDialog } from '../kit/use-create-dialog.ts'
import { useHome } from '../session/names.ts'
import { EditJobTemplateDialog, NewJobTemplateDialog } from './JobTemplateDialogs.tsx'
import { jobTemplatesFound } from './queries.ts'
import { texts } from './words.ts'

/** The steps of each kind of work, for administrators. */
export default function JobTemplatesPage() {
  const list = useListState(['q'] as const)
  const query = useInfiniteQuery(jobTemplatesFound(list.values.q))
  const [creating, setCreating] = useCreateDialog()
  const newTemplate = (
    <Button variant="primary" onClick={() => setCreating(true)}>
      <Plus />
      New template
    </Button>
  )
  return (
    <>
      <PageHeader home={useHome()} title="Job templates" description={texts.page} actions={newTemplate} />
      <Panel flush>
        <ListFilters label="Search job templates" state={list} words="q" />
        <PagedList
          query={query}
          more="Show more templates"
          loading={<SkeletonRows label="Loading job templates" />}
          empty={
            list.isFiltered ? (
              <EmptyState
                title="No matching templates"
                action={<Button onClick={list.clear}>Show all templates</Button>}
              />
            ) : (
              <EmptyState title="No job templates yet" action={newTemplate}>
                {texts.none}
              </EmptyState>
            )
          }
        >
          {(templates) => (
            <RowList label="Job templates">
              {templates.map((template) => (
                <TemplateRow key={template.id} template={template} />
              ))}
            </RowList>
          )}
        </PagedList>
      </Panel>
      {creating && <NewJobTemplateDialog onClose={() => setCreating(false)} />}
    </>
  )
}

function TemplateRow({ template }: { template: JobTemplateView }) {
  const { name, service, steps, allowed } = template
  const serviceName = useServiceName()
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Row
        title={<span className="wrap-anywhere">{name}</span>}
        aside={service === null ? undefined : serviceName(service)}
        context={steps.map(({ title }) => title).join(', ')}
        meta={steps.length === 1 ? '1 step' : `${steps.length} steps`}
        action={
          <>
            {allowed.includes('edit') && (
              <Button size="small" onClick={() => setOpen('edit')}>
                Edit<span className="sr-only"> {name}</span>
              </Button>
            )}
            {allowed.includes('delete') && (
              <Button size="small" variant="ghost" onClick={() => setOpen('delete')}>
                Delete<span className="sr-only"> {name}</span>
              </Button>
            )}
          </>
        }
      />
      {open === 'edit' && <EditJobTemplateDialog template={template} onClose={close} />}
      <DeleteDialog template={template} open={open === 'delete'} onClose={close} />
    </>
  )
}

type DeleteDialogProps = { template: JobTemplateView; open: boolean; onClose: () => void }

function DeleteDialog({ template, open, onClose }: DeleteDialogProps) {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => call(deleteJobTemplate, { params: { id: template.id }, ifMatch: template.version }),
    onSuccess: () => toast.success('Template deleted'),
    onError: (error) =>
      toast({
        title: 'Couldn’t delete the template',
        description: sentenceOf(error, 'Try again.'),
        variant: 'destructive',
      }),
    onSettled: () => {
      onClose()
      return client.invalidateQueries({ queryKey: ['job-templates'] })
    },
  })
  return (
    <AskDialog
      open={open}
      title={`Delete “${template.name}”?`}
      question={texts.remove}
      act="Delete template"
      danger
      pending={remove.isPending}
      onCancel={onClose}
      onAct={() => remove.mutate()}
    />
  )
}
