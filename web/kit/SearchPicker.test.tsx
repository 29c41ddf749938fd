import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { show } from '../component-test.tsx'
import { SearchPicker } from './SearchPicker.tsx'

const folders = [
  { id: 'a', label: 'Ashby School' },
  { id: 'b', label: 'Blue Ridge Bakery' },
]

function Picker({ onChoose }: { onChoose: (id: string) => void }) {
  const [words, setWords] = useState('')
  const found = folders.filter(({ label }) => label.toLowerCase().includes(words.toLowerCase()))
  return (
    <SearchPicker
      label="Client folder"
      chosen="Ashby School"
      words={words}
      onWords={setWords}
      options={found}
      nothing="No matching folders."
      onChoose={onChoose}
    />
  )
}

function open(onChoose = vi.fn()) {
  const user = show(<Picker onChoose={onChoose} />)
  return { user, onChoose, field: screen.getByRole<HTMLInputElement>('combobox', { name: 'Client folder' }) }
}

it('shows what is chosen while no one types', () => {
  const { field } = open()
  expect(field.value).toBe('Ashby School')
  expect(field.getAttribute('aria-expanded')).toBe('false')
})

it('is chosen from by typing and Enter', async () => {
  const { user, field, onChoose } = open()
  await user.click(field)
  await user.keyboard('bak{Enter}')
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('b')
  expect(field.getAttribute('aria-expanded')).toBe('false')
})

it('moves through the options with the arrows, and around at the end', async () => {
  const { user, field, onChoose } = open()
  await user.click(field)
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{Enter}')
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('b')
})

it('closes with Escape and chooses nothing', async () => {
  const { user, field, onChoose } = open()
  await user.click(field)
  await user.keyboard('bak{Escape}')
  expect(field.value).toBe('Ashby School')
  expect(onChoose).not.toHaveBeenCalled()
})

it('says so if nothing is found, and Enter then chooses nothing', async () => {
  const { user, field, onChoose } = open()
  await user.click(field)
  await user.keyboard('zzz')
  expect(screen.getByText('No matching folders.')).toBeTruthy()
  await user.keyboard('{Enter}')
  expect(onChoose).not.toHaveBeenCalled()
})
