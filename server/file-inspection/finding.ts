import type { ContentFault, FileKind } from '../../domain/document.ts'

/** What a look at the bytes told. */
export interface Finding {
  kind: FileKind | null
  fault: ContentFault | null
  /** For a file that is none of ours: what it looks like ("EXE"), if that can be told. */
  resembles: string | null
}

export const is = (kind: FileKind, fault: ContentFault | null = null): Finding => ({ kind, fault, resembles: null })
export const isOther = (resembles: string | null = null, fault: ContentFault | null = null): Finding => ({
  kind: null,
  fault,
  resembles,
})
