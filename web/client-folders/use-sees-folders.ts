import { pages } from '../../api/pages.ts'
import { useMay } from '../session/use-may.ts'

const folderPage = pages.find(({ path }) => path === '/client-folders') ?? { who: [] }

/** Whether a link to a folder's page leads the reader anywhere: clients have theirs as their dashboard. */
export const useSeesFolders = (): boolean => useMay(folderPage)
