import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SearchPicker } from '../kit/SearchPicker.tsx'
import { userById } from '../users/queries.ts'
import { peopleFound } from './queries.ts'

type PersonPickerProps = { value: string; className?: string; onChoose: (id: string) => void }

const all = 'Anyone'

/** Narrows a list to what one person did; found by name, however many there are. */
export function PersonPicker({ value, className, onChoose }: PersonPickerProps) {
  const [words, setWords] = useState('')
  const query = useInfiniteQuery(peopleFound(words))
  const chosen = useQuery({ ...userById(value), enabled: value !== '' })
  const nameOf = ({
    firstName,
    lastName,
    username,
  }: {
    firstName: string | null
    lastName: string | null
    username: string
  }) => [firstName, lastName].filter((part) => part !== null).join(' ') || username
  const found = (query.data?.pages[0]?.items ?? []).map((user) => ({
    id: user.id,
    label: nameOf(user),
    detail: user.email,
  }))
  return (
    <SearchPicker
      label="Person"
      unseenLabel
      optional
      {...(className === undefined ? {} : { className })}
      words={words}
      onWords={setWords}
      chosen={value === '' ? all : chosen.data === undefined ? null : nameOf(chosen.data)}
      options={[...(value === '' ? [] : [{ id: '', label: all }]), ...found]}
      isMore={query.hasNextPage}
      nothing={query.isPending ? 'Searching…' : 'No matching people.'}
      onChoose={onChoose}
    />
  )
}
