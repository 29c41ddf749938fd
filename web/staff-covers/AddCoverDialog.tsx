import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createStaffCover } from '../../api/staff-covers.ts'
import { StaffCoverInput } from '../../domain/staff-cover.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { usePortalForm } from '../kit/form.ts'
import { DateField } from '../kit/TextField.tsx'
import { toast } from '../kit/toast-store.ts'
import { nameOf } from '../staff/queries.ts'
import { StaffPicker } from '../staff/StaffPicker.tsx'
import { texts } from './words.ts'

const failure = 'Couldn’t add the cover'

/** @param userId who is away */
export function AddCoverDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const client = useQueryClient()
  const [name, setName] = useState<string | null>(null)
  const form = usePortalForm({
    schema: StaffCoverInput,
    defaultValues: { userId, colleagueId: '', startsOn: '', endsOn: '' },
    failure,
    send: (body, idempotencyKey) => call(createStaffCover, { body, idempotencyKey }),
    onSent: async () => {
      toast.success('Cover added')
      await client.invalidateQueries({ queryKey: ['staff-covers'] })
      onClose()
      await client.invalidateQueries({ queryKey: ['client-folders'] })
    },
    onFailed: () => toast.error(failure),
  })
  const { register, errorOf } = form
  return (
    <FormDialog
      title="Add cover"
      description={texts.add}
      form={form}
      submit="Add cover"
      submitting="Adding..."
      onClose={onClose}
    >
      {/* The list of those found needs room inside the dialog. */}
      <div className="min-h-72 space-y-4">
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <DateField label="First day" error={errorOf('startsOn')} {...register('startsOn')} />
          <DateField label="Last day" error={errorOf('endsOn')} {...register('endsOn')} />
        </div>
        <StaffPicker
          label="Colleague"
          value={form.watch('colleagueId')}
          valueName={name}
          error={errorOf('colleagueId')}
          onChoose={(person) => {
            setName(nameOf(person))
            form.setValue('colleagueId', person.id, { shouldDirty: true, shouldValidate: true })
          }}
        />
      </div>
    </FormDialog>
  )
}
