import { changeClientFolder } from '../../api/client-folders.ts'
import { sectorLabels, sectors } from '../../domain/audience.ts'
import { ClientFolderChange, type ClientFolderView } from '../../domain/client-folder.ts'
import { call } from '../kit/call.ts'
import { CheckboxField } from '../kit/CheckboxField.tsx'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useEditForm } from '../kit/save-form.ts'
import { choicesOf, SelectField } from '../kit/SelectField.tsx'
import { statusWords } from '../kit/StatusBadge.tsx'
import { TextArea, TextField } from '../kit/TextField.tsx'
import { updated, updateFailure } from './changes.ts'
import { folderById } from './queries.ts'

const FolderForm = ClientFolderChange.pick({
  name: true,
  services: true,
  taxExempt: true,
  taxExemptionNumber: true,
  purchaseOrderNumber: true,
  remindersPaused: true,
  headCount: true,
  sector: true,
})

export function EditFolderDialog({ folder, onClose }: { folder: ClientFolderView; onClose: () => void }) {
  const form = useEditForm({
    item: folder,
    read: (client) => client.fetchQuery({ ...folderById(folder.id), staleTime: 0 }),
    valuesOf: typedFrom,
    describe,
    schema: FolderForm,
    failure: updateFailure,
    send: (body, ifMatch) => call(changeClientFolder, { params: { id: folder.id }, body, ifMatch }),
    success: updated,
    queryKey: ['client-folders'],
    onClose,
  })
  const { register, errorOf } = form
  return (
    <FormDialog title="Edit folder" form={form} submit="Save folder" submitting="Updating..." onClose={onClose}>
      <div className="space-y-4">
        <TextField label="Client name" error={errorOf('name')} {...register('name')} />
        <TextArea label="Services" error={errorOf('services')} {...register('services')} />
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <TextField
            label="Number of employees"
            optional
            inputMode="numeric"
            help={folder.companySize === null ? undefined : `The request said ${folder.companySize}.`}
            error={errorOf('headCount')}
            {...register('headCount', { setValueAs: numberOrNone })}
          />
          <SelectField
            label="Sector"
            optional
            empty="Not known"
            choices={choicesOf(sectors, sectorLabels)}
            error={errorOf('sector')}
            {...register('sector', { setValueAs: (chosen: string | null) => (chosen === '' ? null : chosen) })}
          />
        </div>
        <TextField
          label="Purchase order number"
          optional
          help="Stands on the invoices of this folder."
          error={errorOf('purchaseOrderNumber')}
          {...register('purchaseOrderNumber')}
        />
        <CheckboxField
          label="Tax-exempt: invoices of this folder carry no tax"
          error={errorOf('taxExempt')}
          {...register('taxExempt')}
        />
        <TextField
          label="Exemption number"
          optional
          help="Of the certificate on file. Stands on the invoices of a tax-exempt folder."
          error={errorOf('taxExemptionNumber')}
          {...register('taxExemptionNumber')}
        />
        <CheckboxField
          label="Pause reminders"
          help="Of unpaid invoices and of documents that we asked for."
          error={errorOf('remindersPaused')}
          {...register('remindersPaused')}
        />
      </div>
    </FormDialog>
  )
}

/** What is no number is left as it was typed, so that the form says so. */
const numberOrNone = (typed: string | number | null) => {
  if (typed === null || typed === '') return null
  return Number.isNaN(Number(typed)) ? typed : Number(typed)
}

const typedFrom = (folder: ClientFolderView) => ({
  name: folder.name,
  services: folder.services,
  taxExempt: folder.taxExempt ?? false,
  taxExemptionNumber: folder.taxExemptionNumber ?? '',
  purchaseOrderNumber: folder.purchaseOrderNumber ?? '',
  remindersPaused: folder.remindersPaused,
  headCount: folder.headCount,
  sector: folder.sector,
})

const describe = (after: ClientFolderView): [keyof ClientFolderView, string, string][] => [
  ['name', 'Client name', after.name],
  ['services', 'Services', after.services],
  ['status', 'Status', statusWords(after.status)],
  ['assignedStaffId', 'Consultant', after.assignedStaffName ?? after.assignedStaffEmail],
  ['clientId', 'Client', after.clientName ?? after.clientEmail ?? 'none'],
  ['purchaseOrderNumber', 'Purchase order number', after.purchaseOrderNumber ?? 'none'],
  ['taxExempt', 'Tax-exempt', after.taxExempt ? 'yes' : 'no'],
  ['taxExemptionNumber', 'Exemption number', after.taxExemptionNumber ?? 'none'],
  ['headCount', 'Number of employees', after.headCount?.toString() ?? 'not known'],
  ['sector', 'Sector', after.sector === null ? 'not known' : sectorLabels[after.sector]],
  ['remindersPaused', 'Reminders', after.remindersPaused ? 'paused' : 'sent'],
]
