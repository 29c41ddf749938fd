import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { requestMoreServices } from '../../api/service-requests.ts'
import { MoreServicesInput, type OwnServiceRequest } from '../../domain/service-request.ts'
import { useServices } from '../firm-settings/queries.ts'
import { Button } from '../kit/Button.tsx'
import { call } from '../kit/call.ts'
import { ChoiceGroup } from '../kit/CheckboxField.tsx'
import { formatDate } from '../kit/dates.ts'
import { EmptyLine } from '../kit/EmptyState.tsx'
import { FormDialog } from '../kit/FormDialog.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { Panel } from '../kit/Panel.tsx'
import { Row, RowList } from '../kit/RowList.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { StatusBadge } from '../kit/StatusBadge.tsx'
import { TextArea } from '../kit/TextField.tsx'
import { requestsOfFolder } from './queries.ts'
import { texts } from './words.ts'

type MoreServicesProps = { folder: { id: string; name: string }; mayRequest: boolean; className?: string }

/** A client's requests for more services in a folder, and a form for another one. */
export function MoreServices({ folder, mayRequest, className }: MoreServicesProps) {
  const query = useInfiniteQuery(requestsOfFolder(folder.id))
  const [open, setOpen] = useState(false)
  return (
    <Panel
      flush
      title="Service requests"
      {...(className === undefined ? {} : { className })}
      action={
        mayRequest && (
          <Button size="small" onClick={() => setOpen(true)}>
            <Plus />
            Request more services
          </Button>
        )
      }
    >
      <PagedList
        query={query}
        more="Show more requests"
        loading={<SkeletonRows rows={1} label="Loading your requests" />}
        empty={<EmptyLine title="No requests yet">{texts.noOwnRequests}</EmptyLine>}
      >
        {(requests) => (
          <RowList label="Your service requests">
            {requests.map((request) => (
              <RequestOfClient key={request.id} request={request} />
            ))}
          </RowList>
        )}
      </PagedList>
      {open && <RequestServicesDialog folder={folder} onClose={() => setOpen(false)} />}
    </Panel>
  )
}

function RequestOfClient({ request }: { request: OwnServiceRequest }) {
  return (
    <Row
      title={<span className="wrap-anywhere">{request.serviceNames.join(', ')}</span>}
      context={request.needsDescription}
      meta={`Requested by ${request.submittedByName ?? 'you'} on ${formatDate(request.createdAt)}${request.reference === null ? '' : `, reference ${request.reference}`}`}
      middle={<StatusBadge kind="request" status={request.status} />}
    />
  )
}

function RequestServicesDialog({ folder, onClose }: { folder: MoreServicesProps['folder']; onClose: () => void }) {
  const services = useServices().filter(({ isOffered }) => isOffered)
  const form = useSaveForm({
    schema: MoreServicesInput,
    defaultValues: { services: [], needsDescription: '' },
    failure: 'Couldn’t send the request',
    send: (body, idempotencyKey) => call(requestMoreServices, { params: { id: folder.id }, body, idempotencyKey }),
    success: 'Request sent',
    queryKey: ['service-requests'],
    onClose,
  })
  const { register, errorOf } = form
  return (
    <FormDialog
      title="Request more services"
      description={texts.moreServices(folder.name)}
      form={form}
      submit="Send request"
      submitting="Sending..."
      onClose={onClose}
    >
      <div className="space-y-4">
        <ChoiceGroup
          label="Services"
          help="Choose one or more."
          choices={services.map(({ key, name, brief }) => ({ value: key, label: name, detail: brief }))}
          error={errorOf('services')}
          {...register('services')}
        />
        <TextArea
          label="What do you need help with?"
          rows={4}
          error={errorOf('needsDescription')}
          {...register('needsDescription')}
        />
      </div>
    </FormDialog>
  )
}
