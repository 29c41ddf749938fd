import { useQueryClient } from '@tanstack/react-query'
import { changeClientFolder } from '../../api/client-folders.ts'
import { sectorLabels, sectors } from '../../domain/audience.ts'
import { ClientFolderChange, type ClientFolderView } from '../../domain/client-folder.ts'
import { call } from '../kit/call.ts'
import { CheckboxField } from '../kit/CheckboxField.tsx'
import { FormDialog } from '../kit/FormDialog.tsx'
import { usePortalForm } from '../kit/form.ts'
import { type Difference, keepTyped, useNewerVersion } from '../kit/newer-version.ts'
import { NewerVersion } from '../kit/NewerVersion.tsx'
import { choicesOf, SelectField } from '../kit/SelectField.tsx'
import { statusWords } from '../kit/StatusBadge.tsx'
import { TextArea, TextField } from '../kit/TextField.tsx'
import { toast } from '../kit/toast-store.ts'
import { tellUpdated, updateFailure } from './changes.ts'
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
  const client = useQueryClient()
  const newer = useNewerVersion<ClientFolderView>({
    first: folder,
    read: () => client.fetchQuery({ ...folderById(folder.id), staleTime: 0 }),
    describe,
    adopt: (newest) => form.reset(typedFrom(newest), keepTyped),
  })
  const form = usePortalForm({
    schema: FolderForm,
    defaultValues: typedFrom(folder),
    failure: updateFailure,
    send: (body) => newer.onBase((ifMatch) => call(changeClientFolder, { params: { id: folder.id }, body, ifMatch })),
    onSent: async () => {
      tellUpdated()
      await client.invalidateQueries({ queryKey: ['client-folders'] })
      onClose()
    },
    onFailed: () => toast({ title: 'Error', description: updateFailure, variant: 'destructive' }),
  })
  const { register, errorOf } = form
  return (
    <FormDialog title="Edit folder" form={form} submit="Save folder" submitting="Updating..." onClose={onClose}>
      <NewerVersion differences={newer.differences} />
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

function describe(before: ClientFolderView, after: ClientFolderView): Difference[] {
  const fields: [keyof ClientFolderView, string, string][] = [
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
  return fields.filter(([key]) => before[key] !== after[key]).map(([, label, now]) => ({ label, now }))
}
