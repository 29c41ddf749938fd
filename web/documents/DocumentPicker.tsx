import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDate } from '../kit/dates.ts'
import { SearchPicker } from '../kit/SearchPicker.tsx'
import { formatFileSize } from './file-size.ts'
import { documentById, documentsFound } from './queries.ts'

type DocumentPickerProps = {
  label: string
  folderId: string
  value: string | null
  error?: string | undefined
  onChoose: (id: string | null) => void
}

const none = { id: 'none', label: 'No document' }

/** Finds a document of a folder by a part of its name. */
export function DocumentPicker({ label, folderId, value, error, onChoose }: DocumentPickerProps) {
  const [words, setWords] = useState('')
  const query = useInfiniteQuery(documentsFound(folderId, words))
  const found = query.data?.pages[0]?.items ?? []
  const chosen = useQuery({ ...documentById(value ?? ''), enabled: value !== null })
  const options = found.map((document) => ({
    id: document.id,
    label: document.originalName,
    detail: `Added ${formatDate(document.createdAt)}, ${formatFileSize(document.fileSize)}`,
  }))
  return (
    <SearchPicker
      label={label}
      optional
      error={error}
      words={words}
      onWords={setWords}
      chosen={value === null ? null : (chosen.data?.originalName ?? '…')}
      options={value === null || words !== '' ? options : [none, ...options]}
      isMore={query.hasNextPage}
      nothing={query.isPending ? 'Searching…' : 'No matching documents in this folder.'}
      onChoose={(id) => onChoose(id === none.id ? null : id)}
    />
  )
}
