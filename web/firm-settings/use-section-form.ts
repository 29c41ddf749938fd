// The form of one section: it saves the whole section, based on the version that was read.
import { useQueryClient } from '@tanstack/react-query'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { changeFirmSettings } from '../../api/firm-settings.ts'
import type { FirmSettingsChange, FirmSettingsView } from '../../domain/firm-settings.ts'
import { call, CallError } from '../kit/call.ts'
import { usePortalForm } from '../kit/form.ts'
import { toast } from '../kit/toast-store.ts'
import { useUnsavedWork } from '../kit/unsaved-work.ts'
import { firmSettings } from './queries.ts'

interface SectionPlan<S extends z.ZodType<FieldValues, FieldValues>> {
  settings: FirmSettingsView
  schema: S
  /** What the fields show of the settings. */
  valuesOf: (settings: FirmSettingsView) => DefaultValues<z.input<S>>
  change: (values: z.output<S>) => FirmSettingsChange
  success: string
}

export function useSectionForm<S extends z.ZodType<FieldValues, FieldValues>>(plan: SectionPlan<S>) {
  const { settings, schema, valuesOf, change, success } = plan
  const client = useQueryClient()
  const form = usePortalForm<S, FirmSettingsView>({
    schema,
    defaultValues: valuesOf(settings),
    failure: 'Couldn’t save the settings. Try again.',
    send: async (values) => {
      try {
        return await call(changeFirmSettings, { body: change(values), ifMatch: settings.version })
      } catch (error) {
        // Load the other user's changes and preserve the typed ones; saving again saves them.
        if (error instanceof CallError && error.status === 412)
          await client.invalidateQueries({ queryKey: firmSettings.queryKey })
        throw error
      }
    },
    onSent: (saved) => {
      client.setQueryData(firmSettings.queryKey, saved)
      form.reset(valuesOf(saved) as z.input<S>)
      toast.success(success)
    },
  })
  const { isDirty } = form.formState
  useUnsavedWork(isDirty && !form.pending)
  return form
}
