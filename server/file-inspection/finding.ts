import type { ContentFault, FileKind } from '../../domain/file-kind.ts'

/** The result of inspecting the bytes. */
export interface Finding {
  kind: FileKind | null
  fault: ContentFault | null
  /** For a file type that is not accepted: what it looks like ("EXE"), if known. */
  resembles: string | null
}

export const is = (kind: FileKind, fault: ContentFault | null = null): Finding => ({ kind, fault, resembles: null })
export const isOther = (resembles: string | null = null, fault: ContentFault | null = null): Finding => ({
  kind: null,
  fault,
  resembles,
})
