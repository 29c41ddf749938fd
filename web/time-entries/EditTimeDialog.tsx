import { changeTimeEntry } from '../../api/time-entries.ts'
import { officeDate } from '../../domain/time.ts'
import { formatMinutes, type TimeEntryView } from '../../domain/time-entry.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useNow } from '../kit/now.ts'
import { useEditForm } from '../kit/save-form.ts'
import { timeEntryById } from './queries.ts'
import { formValuesOf, TimeForm } from './time-form.ts'
import { TimeFields } from './TimeFields.tsx'

export function EditTimeDialog({ entry, onClose }: { entry: TimeEntryView; onClose: () => void }) {
  const form = useEditForm({
    item: entry,
    read: (client) => client.fetchQuery({ ...timeEntryById(entry.id), staleTime: 0 }),
    valuesOf: formValuesOf,
    describe,
    schema: TimeForm,
    failure: 'Couldn’t save the time',
    send: (body, ifMatch) => call(changeTimeEntry, { params: { id: entry.id }, body, ifMatch }),
    success: 'Time saved',
    queryKey: ['time-entries'],
    onClose,
  })
  return (
    <FormDialog title="Edit time" form={form} submit="Save changes" submitting="Saving..." onClose={onClose}>
      <TimeFields
        form={form}
        current={{ id: entry.serviceRateId, name: entry.serviceName }}
        today={officeDate(useNow())}
      />
    </FormDialog>
  )
}

const describe = (after: TimeEntryView): [keyof TimeEntryView, string, string][] => [
  ['clientFolderId', 'Client folder', after.clientFolderName],
  ['serviceRateId', 'Service', after.serviceName],
  ['date', 'Date', after.date],
  ['minutes', 'Time', formatMinutes(after.minutes)],
  ['description', 'Description', after.description ?? 'None'],
  ['isBillable', 'Billable', after.isBillable ? 'Yes' : 'No'],
]
