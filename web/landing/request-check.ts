// The domain's own check of a request, in a chunk of its own: see RequestForm.
import '../kit/jitless.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import type { z } from 'zod'
import { ServiceRequestInput } from '../../domain/service-request.ts'

export type RequestFields = z.input<typeof ServiceRequestInput>

const resolve = zodResolver(ServiceRequestInput)

/** No box ticked comes as `false` or undefined from the form; the schema knows only lists. */
export const checkRequest: typeof resolve = (values, context, options) =>
  resolve({ ...values, services: Array.isArray(values.services) ? values.services : [] }, context, options)
