import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { createClientFolder } from '../../api/client-folders.ts'
import { ClientFolderInput } from '../../domain/client-folder.ts'
import type { ServiceRequestView } from '../../domain/service-request.ts'
import { Button } from '../kit/Button.tsx'
import { call } from '../kit/call.ts'
import { ErrorState } from '../kit/EmptyState.tsx'
import { usePortalForm } from '../kit/form.ts'
import { FormProblem } from '../kit/FormProblem.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { TextArea, TextField } from '../kit/TextField.tsx'
import { toast } from '../kit/toast-store.ts'
import { useUnsavedWork } from '../kit/unsaved-work.ts'
import { useUrlState } from '../kit/url-state.ts'
import { requestById } from '../service-requests/queries.ts'
import { StaffPicker } from '../staff/StaffPicker.tsx'
import { ServiceButtons } from './ServiceButtons.tsx'
import { texts } from './words.ts'

const failure = 'Failed to create client folder'

/** Opens a client folder; from an accepted request it comes filled in. */
export function CreateClient({ choosesStaff }: { choosesStaff: boolean }) {
  const [requestId] = useUrlState('request', '')
  if (requestId === '') return <CreateClientForm choosesStaff={choosesStaff} request={null} />
  return <FromRequest key={requestId} id={requestId} choosesStaff={choosesStaff} />
}

function FromRequest({ id, choosesStaff }: { id: string; choosesStaff: boolean }) {
  const query = useQuery(requestById(id))
  if (query.isPending) return <SkeletonRows />
  if (query.data === undefined) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return <CreateClientForm choosesStaff={choosesStaff} request={query.data} />
}

function CreateClientForm({ choosesStaff, request }: { choosesStaff: boolean; request: ServiceRequestView | null }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const form = usePortalForm({
    schema: ClientFolderInput,
    defaultValues: {
      name: request?.businessName ?? '',
      services: request?.serviceNames.join(', ') ?? '',
      assignedStaffId: choosesStaff ? (request?.assignedStaffId ?? '') : undefined,
      ...(request === null ? { clientEmail: '' } : { serviceRequestId: request.id }),
    },
    failure,
    send: (body, idempotencyKey) => call(createClientFolder, { body, idempotencyKey }),
    onSent: async (folder) => {
      form.reset()
      toast.success('Client folder created successfully')
      await client.invalidateQueries({ queryKey: ['client-folders'] })
      void navigate({ to: '/client-folders/$id', params: { id: folder.id } })
    },
    onFailed: () => toast.error(failure),
  })
  const { register, errorOf, setValue, watch } = form
  useUnsavedWork(form.formState.isDirty && !form.pending)
  return (
    <form noValidate onSubmit={form.submit} className="max-w-[560px] space-y-4 p-4 sm:p-5" aria-label="Create client">
      {request !== null && (
        <p className="rounded-md bg-info-soft px-3 py-2 text-body text-info">
          {texts.fromRequest(`${request.firstName} ${request.lastName}`, request.email)}
        </p>
      )}
      <TextField label="Client name" error={errorOf('name')} {...register('name')} />
      <div>
        <TextArea
          label="Services"
          rows={2}
          help="Choose below, or describe what you do for this client."
          error={errorOf('services')}
          {...register('services')}
        />
        <ServiceButtons
          value={watch('services')}
          onChange={(services) => setValue('services', services, { shouldDirty: true, shouldValidate: true })}
        />
      </div>
      {choosesStaff && (
        <StaffPicker
          label="Staff member"
          value={watch('assignedStaffId') ?? null}
          valueName={
            watch('assignedStaffId') === request?.assignedStaffId ? (request?.assignedStaffName ?? null) : undefined
          }
          error={errorOf('assignedStaffId')}
          onChoose={(person) => setValue('assignedStaffId', person.id, { shouldDirty: true, shouldValidate: true })}
        />
      )}
      {request === null && (
        <TextField
          label="Client’s email"
          optional
          type="email"
          help={texts.clientEmail}
          error={errorOf('clientEmail')}
          {...register('clientEmail')}
        />
      )}
      <FormProblem problem={form.problem} />
      <Button type="submit" variant="primary" pending={form.pending} pendingLabel="Creating...">
        Create folder
      </Button>
    </form>
  )
}
