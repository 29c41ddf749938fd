import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import type { FormPlan, PortalForm } from './form-with.ts'
import { useFormWith } from './form-with.ts'

type Schema = z.ZodType<FieldValues, FieldValues>

/** A form checked by the domain's schema: see useFormWith. */
export function usePortalForm<S extends Schema, R>(
  plan: Omit<FormPlan<z.input<S>, z.output<S>, R>, 'resolver'> & { schema: S },
): PortalForm<z.input<S>, z.output<S>> {
  const { schema, ...rest } = plan
  return useFormWith<z.input<S>, z.output<S>, R>({ ...rest, resolver: zodResolver(schema) })
}
