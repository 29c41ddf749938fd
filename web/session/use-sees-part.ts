import { type FolderPart, mayUsePart } from '../../domain/folder-rights.ts'
import { useUser } from './use-auth.ts'

/** Whether the reader's access includes this part of folders. What one may do with a folder is in its `allowed`. */
export const useSeesPart = (part: FolderPart): boolean => mayUsePart(useUser(), part)
