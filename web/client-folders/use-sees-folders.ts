import { rolesThatMayOpen } from '../../api/pages.ts'
import { useMay } from '../session/use-may.ts'

/** Whether a link to a folder's page leads the reader anywhere: clients have theirs as their dashboard. */
export const useSeesFolders = (): boolean => useMay({ who: rolesThatMayOpen('/client-folders') })
