// The folders that a client's form or question can belong to.
import { useInfiniteQuery } from '@tanstack/react-query'
import { z } from 'zod'
import type { ClientFolderView } from '../../domain/client-folder.ts'
import { optionalId } from '../../domain/text.ts'
import type { Choice } from '../kit/SelectField.tsx'
import { ownFolders } from './queries.ts'
import { useSeesFolders } from './use-sees-folders.ts'

/** The folders to choose from, home first: none where there is nothing to choose, undefined while they are loading. */
export function useFolderChoices(): Choice[] | undefined {
  const isTeam = useSeesFolders()
  const { data, isError } = useInfiniteQuery({ ...ownFolders, enabled: !isTeam })
  if (isTeam || isError) return []
  return data && choicesAmong(data.pages.flatMap(({ items }) => items))
}

function choicesAmong(folders: readonly ClientFolderView[]): Choice[] {
  const open = folders.filter(({ status }) => status !== 'archived')
  return open.length > 1 ? open.map(({ id, name }) => ({ value: id, label: name })) : []
}

/** The form's field: required where there are several folders. */
export const folderField = (choices: readonly Choice[]): z.ZodType<string | null, unknown> =>
  choices.length > 0 ? z.string('Choose a folder.').min(1, 'Choose a folder.') : optionalId
