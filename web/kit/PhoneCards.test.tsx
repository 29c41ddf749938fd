import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { show } from '../component-test.tsx'
import type { BulkAction } from './BulkBar.tsx'
import { PhoneCards } from './PhoneCards.tsx'

interface Row {
  id: string
  name: string
  isOpen: boolean
}

const rows: Row[] = [
  { id: '1', name: 'Acme', isOpen: true },
  { id: '2', name: 'Blue Ridge', isOpen: true },
  { id: '3', name: 'Closed', isOpen: false },
]

const open = (bulk?: BulkAction<Row>[]) =>
  show(
    <PhoneCards<Row>
      label="Clients"
      rows={rows}
      rowKey={({ id }) => id}
      title={({ name }) => name}
      columns={[{ id: 'name', header: 'Name', cell: ({ name }) => name }]}
      {...(bulk && { bulk })}
      cards={(all) => all.map(({ id, name }) => <p key={id}>{name}</p>)}
    />,
  )
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })

it('acts on the selected rows, then clears the selection', async () => {
  const act = vi.fn(async () => {})
  const user = open([{ label: 'Send', can: ({ isOpen }) => isOpen, act }])
  await user.click(screen.getByRole('button', { name: 'Select' }))
  await user.click(box('Acme'))
  await user.click(box('Blue Ridge'))
  await user.click(screen.getByRole('button', { name: 'Send (2)' }))
  expect(act).toHaveBeenCalledWith(rows.slice(0, 2))
  await vi.waitFor(() => expect(box('Acme').checked).toBe(false))
})

it('can’t select a row that no action applies to', async () => {
  const user = open([{ label: 'Send', can: ({ isOpen }) => isOpen, act: async () => {} }])
  await user.click(screen.getByRole('button', { name: 'Select' }))
  expect(box('Closed').disabled).toBe(true)
})

it('shows the cards again after "Done"', async () => {
  const user = open([{ label: 'Send', can: () => true, act: async () => {} }])
  await user.click(screen.getByRole('button', { name: 'Select' }))
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.queryByRole('checkbox')).toBeNull()
})

it('has no "Select" without actions', () => {
  open()
  expect(screen.queryByRole('button', { name: 'Select' })).toBeNull()
})

it('has three actions or more in a menu', async () => {
  const act = vi.fn(async () => {})
  const user = open(['Send', 'Remind', 'Invite'].map((label) => ({ label, can: () => true, act })))
  await user.click(screen.getByRole('button', { name: 'Select' }))
  await user.click(box('Acme'))
  await user.click(screen.getByRole('button', { name: 'Actions' }))
  await user.click(screen.getByRole('menuitem', { name: 'Remind (1)' }))
  expect(act).toHaveBeenCalledWith(rows.slice(0, 1))
})
