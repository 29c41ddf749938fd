import { useQueryClient } from '@tanstack/react-query'
import { addTrainingRecord, changeTrainingRecord, voidTrainingRecord } from '../../api/training-records.ts'
import { type TrainingRecordView, TrainingRecordVoiding } from '../../domain/training-record.ts'
import { call } from '../kit/call.ts'
import { formatDate } from '../kit/dates.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useEditForm, useSaveForm } from '../kit/save-form.ts'
import { TextArea } from '../kit/TextField.tsx'
import { useIsUploadingCertificate } from './CertificateField.tsx'
import { trainingRecordById } from './queries.ts'
import { TrainingForm, type TrainingFormValues } from './training-form.ts'
import { TrainingFields } from './TrainingFields.tsx'
import { texts } from './words.ts'

/** Deadlines and the counts of employees change with a record. */
function useRefresh() {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: ['deadlines'] })
    void client.invalidateQueries({ queryKey: ['employees'] })
  }
}

type RecordProps = { folderId: string; canUpload: boolean; employeeId: string | null; onClose: () => void }

export function RecordTrainingDialog({ folderId, canUpload, employeeId, onClose }: RecordProps) {
  const form = useSaveForm({
    schema: TrainingForm,
    defaultValues: {
      employeeId: employeeId ?? '',
      training: '',
      provider: '',
      completedOn: '',
      hours: '',
      validUntil: '',
      documentId: '',
    },
    failure: 'Couldn’t record the training',
    send: (body, idempotencyKey) => call(addTrainingRecord, { params: { id: folderId }, body, idempotencyKey }),
    success: 'Training recorded',
    queryKey: ['training-records'],
    onClose,
    onSaved: useRefresh(),
  })
  return (
    <FormDialog
      title="Record training"
      description={texts.record}
      form={form}
      submit="Record training"
      submitting="Recording..."
      disabled={useIsUploadingCertificate()}
      onClose={onClose}
    >
      <TrainingFields form={form} {...{ folderId, canUpload }} choosesEmployee />
    </FormDialog>
  )
}

type EditProps = { folderId: string; canUpload: boolean; record: TrainingRecordView; onClose: () => void }

export function EditTrainingDialog({ folderId, canUpload, record, onClose }: EditProps) {
  const form = useEditForm({
    item: record,
    read: (client) => client.fetchQuery({ ...trainingRecordById(record.id), staleTime: 0 }),
    valuesOf,
    describe,
    schema: TrainingForm,
    failure: 'Couldn’t save the training record',
    send: (values, ifMatch) => {
      const { employeeId: _, ...body } = values
      return call(changeTrainingRecord, { params: { id: record.id }, body, ifMatch })
    },
    success: 'Training record saved',
    queryKey: ['training-records'],
    onClose,
    onSaved: useRefresh(),
  })
  return (
    <FormDialog
      title={`Edit ${record.employeeName}’s training record`}
      description={texts.edit}
      form={form}
      submit="Save changes"
      submitting="Saving..."
      disabled={useIsUploadingCertificate()}
      onClose={onClose}
    >
      <TrainingFields form={form} {...{ folderId, canUpload }} choosesEmployee={false} />
    </FormDialog>
  )
}

const valuesOf = (record: TrainingRecordView): TrainingFormValues => ({
  employeeId: record.employeeId,
  training: record.training,
  provider: record.provider,
  completedOn: record.completedOn,
  hours: record.hours === null ? '' : String(record.hours),
  validUntil: record.validUntil ?? '',
  documentId: record.certificate?.id ?? '',
})

const describe = (after: TrainingRecordView): [keyof TrainingRecordView, string, string][] => [
  ['training', 'Training', after.training],
  ['provider', 'Provider or trainer', after.provider],
  ['completedOn', 'Completed on', formatDate(after.completedOn)],
  ['hours', 'Hours', String(after.hours ?? 'None')],
  ['validUntil', 'Valid until', after.validUntil === null ? 'None' : formatDate(after.validUntil)],
  ['certificate', 'Certificate', after.certificate?.name ?? 'None'],
]

export function VoidTrainingDialog({ record, onClose }: { record: TrainingRecordView; onClose: () => void }) {
  const form = useSaveForm({
    schema: TrainingRecordVoiding,
    defaultValues: { reason: '' },
    failure: 'Couldn’t void the training record',
    send: (body, idempotencyKey) => call(voidTrainingRecord, { params: { id: record.id }, body, idempotencyKey }),
    success: 'Training record voided',
    queryKey: ['training-records'],
    onClose,
    onSaved: useRefresh(),
  })
  return (
    <FormDialog
      title={`Void ${record.employeeName}’s training record for “${record.training}”?`}
      description={texts.void}
      form={form}
      submit="Void training record"
      submitting="Voiding..."
      onClose={onClose}
    >
      <TextArea label="Reason" maxLength={1000} error={form.errorOf('reason')} {...form.register('reason')} />
    </FormDialog>
  )
}
