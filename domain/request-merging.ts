// Merging two service requests of the same person or business: one is closed, and the other continues with its services.
import { z } from 'zod'
import type { Actor } from './actor.ts'
import { conflict, forbidden, invalid } from './errors.ts'
import { mayUsePart } from './folder-rights.ts'
import { isMergeable, ServiceRequest } from './service-request.ts'
import { Id } from './text.ts'

export const MergeInput = z.strictObject({ intoId: Id })
export type MergeInput = z.infer<typeof MergeInput>

/** What a request contributed that was merged into another. */
export const MergedRequest = ServiceRequest.pick({
  id: true,
  reference: true,
  businessName: true,
  firstName: true,
  lastName: true,
  email: true,
  phone: true,
  needsDescription: true,
  businessGoals: true,
  createdAt: true,
})
export type MergedRequest = z.infer<typeof MergedRequest>

const sameText = (text: string) => text.toLowerCase().replaceAll(' ', '')

/**
 * Throws 403 for staff who can't accept requests, 409 if one of them has ended, has a folder, or is suspected spam, or if
 * both belong to different folders, 400 if they share neither the email address nor the business name.
 */
export function assertCanMerge(request: ServiceRequest, into: ServiceRequest, actor: Actor): void {
  if (request.id === into.id) throw invalid('intoId', 'Choose another request.')
  if (!mayUsePart(actor, 'everything')) throw forbidden('Only consultants and administrators can merge requests.')
  if (request.mergedIntoId !== null) throw conflict('This request has already been merged.')
  if (!isMergeable(request) || !isMergeable(into))
    throw conflict('Only open requests without a client folder can be merged.')
  if (request.existingFolderId !== null && request.existingFolderId !== into.existingFolderId)
    throw conflict('This request belongs to a client folder. Merge the other one into it.')
  const isSame = request.email.toLowerCase() === into.email.toLowerCase()
  if (!isSame && sameText(request.businessName) !== sameText(into.businessName))
    throw invalid('intoId', 'These requests have neither the same email address nor the same business name.')
}
