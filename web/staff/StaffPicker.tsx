import { useInfiniteQuery } from '@tanstack/react-query'
import type { StaffMember } from '../../domain/user.ts'
import { SearchPicker } from '../kit/SearchPicker.tsx'
import { useState } from 'react'
import { nameOf, staffFound } from './queries.ts'

type StaffPickerProps = {
  label: string
  value: string | null
  /** The name of the person chosen so far, where it is known without searching. */
  valueName?: string | null
  error?: string | undefined
  onChoose: (person: StaffMember) => void
}

/** Finds a staff member by name; however many there are, only those found are read. */
export function StaffPicker({ label, value, valueName, error, onChoose }: StaffPickerProps) {
  const [words, setWords] = useState('')
  const query = useInfiniteQuery(staffFound(words, 8))
  const found = query.data?.pages[0]?.items ?? []
  return (
    <SearchPicker
      label={label}
      error={error}
      words={words}
      onWords={setWords}
      chosen={value === null || value === '' ? null : (valueName ?? nameOfFound(found, value))}
      options={found.map((person) => ({ id: person.id, label: nameOf(person), detail: person.email }))}
      isMore={query.hasNextPage}
      nothing={query.isPending ? 'Searching…' : 'No matching staff.'}
      onChoose={(id) => {
        const person = found.find((each) => each.id === id)
        if (person) onChoose(person)
      }}
    />
  )
}

const nameOfFound = (found: StaffMember[], id: string) => {
  const person = found.find((each) => each.id === id)
  return person === undefined ? null : nameOf(person)
}
