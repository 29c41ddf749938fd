import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SearchPicker } from '../kit/SearchPicker.tsx'
import { employeeById, employeesFound } from './queries.ts'

type EmployeePickerProps = {
  label: string
  folderId: string
  value: string | null
  error?: string | undefined
  help?: string
  optional?: boolean
  onChoose: (id: string) => void
  /** For an optional one. */
  onClear?: () => void
}

/** Finds an employee of a folder by a part of their name. */
export function EmployeePicker({ folderId, value, onClear, ...props }: EmployeePickerProps) {
  const [words, setWords] = useState('')
  const query = useInfiniteQuery(employeesFound(folderId, words))
  const chosen = useQuery({ ...employeeById(value ?? ''), enabled: value !== null })
  return (
    <SearchPicker
      {...props}
      words={words}
      onWords={setWords}
      chosen={value === null ? null : (chosen.data?.name ?? '…')}
      options={(query.data?.pages[0]?.items ?? []).map(({ id, name, jobTitle }) => ({
        id,
        label: name,
        detail: jobTitle,
      }))}
      isMore={query.hasNextPage}
      nothing={query.isPending ? 'Searching…' : 'No matching employees in this folder.'}
      onClear={value === null ? undefined : onClear}
    />
  )
}
