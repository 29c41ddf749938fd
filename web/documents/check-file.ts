// Checks a file before the upload. The server checks the bytes again.
import type { Actor } from '../../domain/actor.ts'
import { isClient } from '../../domain/actor.ts'
import { DocumentInput, maxFilesPerUpload } from '../../domain/document.ts'
import { contentFaults, fileKinds, kindByName, kindsFor, sizeLimitFor } from '../../domain/file-kind.ts'
import { DomainError } from '../../domain/errors.ts'
import { formatFileSize } from './file-size.ts'
import { texts } from './words.ts'

/** Why this file can't be sent, or null. */
export function faultOf(file: Pick<File, 'name' | 'size'>, actor: Pick<Actor, 'role'>): string | null {
  const limit = sizeLimitFor(actor)
  const name = DocumentInput.shape.originalName.safeParse(file.name)
  if (!name.success) return texts.unsupportedName(name.error.issues[0]?.message ?? '')
  const wrongKind = kindFault(file.name, actor)
  if (wrongKind !== null) return wrongKind
  if (file.size === 0) return contentFaults.empty
  if (file.size > limit) return texts.tooLarge(formatFileSize(limit))
  return null
}

function kindFault(name: string, actor: Pick<Actor, 'role'>): string | null {
  try {
    kindByName(actor, name, 'originalName')
    return null
  } catch (error) {
    if (error instanceof DomainError) return error.message
    throw error
  }
}

/** "Supported formats: PDF, DOC, DOCX, XLS, XLSX (Max 10MB)" */
export function limitsInWords(actor: Pick<Actor, 'role'>): string {
  const formats = kindsFor(actor).map((kind) => fileKinds[kind].label)
  return `Supported formats: ${formats.join(', ')} (Max ${sizeLimitFor(actor) / 1_048_576}MB)`
}

/** What the browser's file chooser offers. */
export const acceptedBy = (actor: Pick<Actor, 'role'>) =>
  kindsFor(actor)
    .flatMap((kind) => fileKinds[kind].extensions.map((extension) => `.${extension}`))
    .join(',')

/** How many files can be on the list at the same time; unlimited for the team. */
export const maxFiles = (actor: Pick<Actor, 'role'>) => (isClient(actor) ? maxFilesPerUpload : Number.POSITIVE_INFINITY)
