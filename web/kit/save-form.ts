// The form of a dialog that saves: a toast says how it went, what changed is read again, and the dialog closes.
import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { CallError } from './call.ts'
import type { FormPlan } from './form-with.ts'
import { usePortalForm } from './form.ts'
import { toast } from './toast-store.ts'

type Schema = z.ZodType<FieldValues, FieldValues>

type SavePlan<S extends Schema, R> = Omit<
  FormPlan<z.input<S>, z.output<S>, R>,
  'resolver' | 'onSent' | 'onFailed' | 'signsIn'
> & {
  schema: S
  /** The toast after saving. */
  success: string | ((result: R) => string)
  /** Read again after saving, and after a failure, which may mean that someone else was faster. */
  queryKey: QueryKey
  onClose: () => void
  onSaved?: (result: R) => void
}

export function useSaveForm<S extends Schema, R>(plan: SavePlan<S, R>) {
  const { success, queryKey, onClose, onSaved, ...rest } = plan
  const client = useQueryClient()
  return usePortalForm<S, R>({
    ...rest,
    onSent: async (result) => {
      toast.success(typeof success === 'string' ? success : success(result))
      await client.invalidateQueries({ queryKey })
      onClose()
      onSaved?.(result)
    },
    onFailed: () => {
      toast.error(plan.failure)
      void client.invalidateQueries({ queryKey })
    },
  })
}

/** The labels of the fields that someone else has changed, with their new values. */
export type Differences = Record<string, string>

type EditPlan<T, S extends Schema, R> = Omit<SavePlan<S, R>, 'send' | 'defaultValues'> & {
  /** The edited item. */
  item: T
  read: (client: QueryClient) => Promise<T>
  valuesOf: (item: T) => DefaultValues<z.input<S>>
  /** The fields that someone else may have changed: key, label, value. */
  describe: (item: T) => [key: keyof T, label: string, value: string][]
  send: (values: z.output<S>, ifMatch: number) => Promise<R>
}

const changedWhileEditing =
  'Someone else updated this while you were editing. Review the changes, then save again. Your work is still here.'

/** useSaveForm for an edit. If someone else saved first (412), it shows what they changed, and the next try is based on that. */
export function useEditForm<T extends { version: number }, S extends Schema, R>(plan: EditPlan<T, S, R>) {
  const { item, read, valuesOf, describe, send, ...rest } = plan
  const client = useQueryClient()
  const [base, setBase] = useState(item)
  const [differences, setDifferences] = useState<Differences | null>(null)
  const form = useSaveForm<S, R>({
    ...rest,
    defaultValues: valuesOf(item),
    send: async (values) => {
      try {
        return await send(values, base.version)
      } catch (error) {
        if (!(error instanceof CallError) || error.status !== 412) throw error
        const newest = await read(client)
        const isNew = ([key]: [keyof T, ...unknown[]]) => JSON.stringify(base[key]) !== JSON.stringify(newest[key])
        const changed = describe(newest).filter(isNew)
        setDifferences(Object.fromEntries(changed.map(([, label, value]) => [label, value])))
        setBase(newest)
        form.reset(valuesOf(newest) as z.input<S>, { keepDirtyValues: true, keepDirty: true, keepErrors: true })
        throw new CallError({ status: 412, text: error.message, code: error.code, sentence: changedWhileEditing })
      }
    },
  })
  return { ...form, differences }
}
