import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { startJob } from '../../api/job-templates.ts'
import type { ClientFolderView } from '../../domain/client-folder.ts'
import { JobInput, type JobPreview } from '../../domain/job-template.ts'
import { CalendarDate } from '../../domain/text.ts'
import { officeDate } from '../../domain/time.ts'
import { call } from '../kit/call.ts'
import { formatDate } from '../kit/dates.ts'
import { ErrorLine } from '../kit/EmptyState.tsx'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useNow } from '../kit/now.ts'
import { Name } from '../kit/PersonName.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { SelectField } from '../kit/SelectField.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { DateField } from '../kit/TextField.tsx'
import { jobPreviewOf, jobTemplatesFound } from './queries.ts'
import { startedWords, stepKindLabels, texts } from './words.ts'

const StartForm = JobInput.omit({ templateVersion: true })

const changed = ['tasks', 'assignments', 'document-requests', 'dashboard', 'client-folders']

/** Chooses a template and a start date, shows what will be created, and creates it. */
export function StartJobDialog({ folder, onClose }: { folder: ClientFolderView; onClose: () => void }) {
  const client = useQueryClient()
  const templates = useInfiniteQuery(jobTemplatesFound('', 200)).data?.pages.flatMap(({ items }) => items)
  const form = useSaveForm({
    schema: StartForm,
    defaultValues: { templateId: '', startsOn: officeDate(useNow()) },
    failure: 'Couldn’t start the job',
    send: async (body, idempotencyKey) => {
      // The version in the preview.
      const { templateVersion } = await client.ensureQueryData(jobPreviewOf(folder.id, body.templateId, body.startsOn))
      return call(startJob, { params: { id: folder.id }, body: { ...body, templateVersion }, idempotencyKey })
    },
    success: (created) => `Job started: ${startedWords(created)} created`,
    queryKey: ['job-templates'],
    onClose,
    onSaved: () =>
      void client.invalidateQueries({ predicate: ({ queryKey: [noun] }) => changed.includes(String(noun)) }),
  })
  const { register, errorOf, watch } = form
  const [templateId, startsOn] = watch(['templateId', 'startsOn'])
  const isChosen = templateId !== '' && CalendarDate.safeParse(startsOn).success
  const preview = useQuery({ ...jobPreviewOf(folder.id, templateId, startsOn), enabled: isChosen })
  return (
    <FormDialog
      title="Start a job"
      description={texts.start}
      width="wide"
      form={form}
      submit="Start job"
      submitting="Starting..."
      disabled={isChosen && preview.data === undefined}
      onClose={onClose}
    >
      <div className="space-y-4">
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <SelectField
            label="Template"
            empty="Choose a template"
            choices={(templates ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            help={templates?.length === 0 ? texts.noTemplates : undefined}
            error={errorOf('templateId')}
            {...register('templateId')}
          />
          <DateField label="Start date" error={errorOf('startsOn')} {...register('startsOn')} />
        </div>
        {isChosen &&
          (preview.data !== undefined ? (
            <Preview items={preview.data.items} />
          ) : preview.isError ? (
            <ErrorLine what="Couldn’t load the preview." error={preview.error} onRetry={() => void preview.refetch()} />
          ) : (
            <SkeletonRows rows={3} label="Loading the preview" />
          ))}
      </div>
    </FormDialog>
  )
}

const Preview = ({ items }: Pick<JobPreview, 'items'>) => (
  <section aria-label="What will be created">
    <h3 className="text-panel text-ink">What will be created</h3>
    <ol className="mt-2 divide-y divide-line border-y border-line">
      {items.map(({ kind, title, dueDate, assigneeName, isReassigned }, index) => (
        <li key={`${String(index)} ${title}`} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 py-2 text-body">
          <span dir="auto" className="min-w-0 flex-1 basis-56 font-semibold wrap-anywhere own-direction text-ink">
            {title}
          </span>
          <Badge tone={kind === 'task' ? 'neutral' : 'info'}>{stepKindLabels[kind]}</Badge>
          <span className="tabular w-full text-meta text-ink-2 sm:w-56">
            {dueDate === null ? 'No due date' : `Due ${formatDate(dueDate)}`}
            {assigneeName !== null && (
              <>
                {' · '}
                <Name>{assigneeName}</Name>
              </>
            )}
            {isReassigned && <span className="block text-warn">{texts.reassigned}</span>}
          </span>
        </li>
      ))}
    </ol>
  </section>
)
