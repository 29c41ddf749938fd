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
import { texts } from './words.ts'

const FolderForm = ClientFolderChange.pick({
  name: true,
  services: true,
  taxExempt: true,
  taxExemptionNumber: true,
  purchaseOrderNumber: true,
  paysOnline: true,
  remindersPaused: true,
  address: true,
  headCount: true,
  sector: true,
})

export function EditFolderDialog({ folder, onClose }: { folder: ClientFolderView; onClose: () => void }) {
  const seesMoney = folder.allowed.includes('see-money')
  const form = useEditForm({
    item: folder,
    read: (client) => client.fetchQuery({ ...folderById(folder.id), staleTime: 0 }),
    valuesOf: formValuesOf,
    describe,
    schema: FolderForm,
    failure: updateFailure,
    send: ({ taxExempt, taxExemptionNumber, purchaseOrderNumber, paysOnline, ...rest }, ifMatch) => {
      const money = { taxExempt, taxExemptionNumber, purchaseOrderNumber, paysOnline }
      const body = seesMoney ? { ...rest, ...money } : rest
      return call(changeClientFolder, { params: { id: folder.id }, body, ifMatch })
    },
    success: updated,
    queryKey: ['client-folders'],
    onClose,
  })
  const { register, errorOf } = form
  return (
    <FormDialog title="Edit folder" form={form} submit="Save changes" submitting="Updating..." onClose={onClose}>
      <div className="space-y-4">
        <TextField label="Client name" error={errorOf('name')} {...register('name')} />
        <TextArea label="Services" error={errorOf('services')} {...register('services')} />
        <TextArea label="Address" optional rows={2} error={errorOf('address')} {...register('address')} />
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <TextField
            label="Number of employees"
            optional
            inputMode="numeric"
            help={folder.companySize === null ? undefined : `From the service request: ${folder.companySize}.`}
            error={errorOf('headCount')}
            {...register('headCount', { setValueAs: numberOrNone })}
          />
          <SelectField
            label="Sector"
            optional
            empty="Not provided"
            choices={choicesOf(sectors, sectorLabels)}
            error={errorOf('sector')}
            {...register('sector', { setValueAs: (chosen: string | null) => (chosen === '' ? null : chosen) })}
          />
        </div>
        {seesMoney && (
          <>
            <TextField
              label="Purchase order number"
              optional
              help="Appears on this client’s invoices."
              error={errorOf('purchaseOrderNumber')}
              {...register('purchaseOrderNumber')}
            />
            <CheckboxField
              label="Tax-exempt (no sales tax on this client’s invoices)"
              error={errorOf('taxExempt')}
              {...register('taxExempt')}
            />
            <TextField
              label="Exemption number"
              optional
              help={texts.exemptionNumber}
              error={errorOf('taxExemptionNumber')}
              {...register('taxExemptionNumber')}
            />
            <CheckboxField
              label="Can pay online"
              help={texts.paysOnline}
              error={errorOf('paysOnline')}
              {...register('paysOnline')}
            />
          </>
        )}
        <CheckboxField
          label="Pause reminders"
          help={texts.pauseReminders}
          error={errorOf('remindersPaused')}
          {...register('remindersPaused')}
        />
      </div>
    </FormDialog>
  )
}

/** Leaves invalid text as typed, so that the form can show the error. */
const numberOrNone = (typed: string | number | null) => {
  if (typed === null || typed === '') return null
  return Number.isNaN(Number(typed)) ? typed : Number(typed)
}

const formValuesOf = (folder: ClientFolderView) => ({
  name: folder.name,
  services: folder.services,
  taxExempt: folder.taxExempt ?? false,
  taxExemptionNumber: folder.taxExemptionNumber ?? '',
  purchaseOrderNumber: folder.purchaseOrderNumber ?? '',
  paysOnline: folder.paysOnline,
  remindersPaused: folder.remindersPaused,
  address: folder.address ?? '',
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
  ['paysOnline', 'Can pay online', after.paysOnline ? 'yes' : 'no'],
  ['address', 'Address', after.address ?? 'none'],
  ['headCount', 'Number of employees', after.headCount?.toString() ?? 'not provided'],
  ['sector', 'Sector', after.sector === null ? 'not provided' : sectorLabels[after.sector]],
  ['remindersPaused', 'Reminders', after.remindersPaused ? 'paused' : 'sent'],
]
