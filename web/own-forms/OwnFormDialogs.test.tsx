import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { answerRequests, show } from '../component-test.tsx'
import { NewOwnFormDialog } from './OwnFormDialogs.tsx'

const ignore = () => undefined
const open = () => show(<NewOwnFormDialog onClose={ignore} onCreated={ignore} />)
const menu = () => screen.getByLabelText<HTMLSelectElement>(/^Start from/)

it('offers all forms of the library to start from', async () => {
  answerRequests({
    status: 200,
    body: Array.from({ length: 162 }, (_, n) => ({ id: `form-${n}`, title: `Form ${n}` })),
  })
  const asked = vi.spyOn(globalThis, 'fetch')
  open()
  expect(menu().disabled).toBe(true)
  await screen.findByRole('option', { name: 'Form 161' })
  expect(menu().disabled).toBe(false)
  expect([...menu().options].map(({ text }) => text)).toHaveLength(163)
  expect(menu().options[0]?.text).toBe('A blank form')
  expect(asked.mock.calls.map(([address]) => address)).toContain('/api/hr-forms?limit=200')
})

it('says at the field that the forms couldn’t be loaded, and still offers a blank form', async () => {
  answerRequests({ status: 500 })
  open()
  expect(await screen.findByText(/^Couldn’t load the forms\. /)).toBeTruthy()
  expect(menu().getAttribute('aria-invalid')).toBe('true')
  expect(menu().disabled).toBe(false)
})

it('creates a blank form without waiting for the library', async () => {
  const sent = answerRequests({ status: 200, body: [] })
  const answer = globalThis.fetch
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) =>
    address.startsWith('/api/hr-forms') ? new Promise(ignore) : answer(address, init),
  )
  const user = open()
  await user.type(screen.getByLabelText('Title'), 'Equipment request')
  await user.type(screen.getByLabelText('Description'), 'What a new employee needs.')
  await user.click(screen.getByRole('button', { name: /^Create form/ }))
  expect(menu().disabled).toBe(true)
  expect(sent).toMatchObject([{ title: 'Equipment request', sections: [{ heading: 'Employee' }] }])
})
