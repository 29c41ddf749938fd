import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listClientFolders } from '../../api/client-folders.ts'
import type { ClientFolderView } from '../../domain/client-folder.ts'
import { pagesOf } from '../kit/pages-of.ts'
import { SearchPicker } from '../kit/SearchPicker.tsx'
import { folderById } from './queries.ts'

type FolderPickerProps = {
  label: string
  /** The folder's id, or empty. */
  value: string
  error?: string | undefined
  help?: string
  className?: string
  /** A folder that can't be chosen. */
  except?: string
  /** In a filter: the words for no folder in particular. Without it only folders that take something new are offered. */
  all?: string
  /** The label for no folder, in a form where the folder is optional. */
  none?: string
  /** Null where all are chosen. */
  onChoose: (folder: ClientFolderView | null) => void
}

const foundBy = (words: string) =>
  pagesOf(['client-folders'], listClientFolders, { query: { limit: 8, ...(words === '' ? {} : { q: words }) } })

/** Finds a client folder by its name; however many there are, only those found are read. */
export function FolderPicker({ value, except, all, none = all, onChoose, ...field }: FolderPickerProps) {
  const [words, setWords] = useState('')
  const query = useInfiniteQuery(foundBy(words))
  const chosen = useQuery({ ...folderById(value), enabled: value !== '' })
  const found = (query.data?.pages[0]?.items ?? []).filter(
    (folder) => folder.id !== except && (all !== undefined || folder.status !== 'archived'),
  )
  const everything = none === undefined || value === '' ? [] : [{ id: '', label: none }]
  return (
    <SearchPicker
      {...field}
      optional={none !== undefined}
      unseenLabel={all !== undefined}
      words={words}
      onWords={setWords}
      chosen={value === '' ? (none ?? null) : (chosen.data?.name ?? null)}
      options={[
        ...everything,
        ...found.map(({ id, name, clientName }) => ({
          id,
          label: name,
          ...(clientName ? { detail: clientName } : {}),
        })),
      ]}
      isMore={query.hasNextPage}
      nothing={query.isPending ? 'Searching…' : 'No matching folders.'}
      onClear={all !== undefined && value !== '' ? () => onChoose(null) : undefined}
      onChoose={(id) => {
        const folder = found.find((each) => each.id === id)
        if (folder !== undefined || id === '') onChoose(folder ?? null)
      }}
    />
  )
}
