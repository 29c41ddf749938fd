import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { answerRequests, show } from '../component-test.tsx'
import { Button } from './Button.tsx'
import { call } from './call.ts'
import { usePortalForm } from './form.ts'
import { TextField } from './TextField.tsx'

const schema = z.strictObject({
  name: z.string().min(1, 'Enter your name.'),
  city: z.string().min(1, 'Enter your city.'),
})
const save = { method: 'PUT', path: '/api/places', body: schema, query: z.object({}), reply: null } as never

/** Registers the fields in another order than the one on the screen. */
function Form({ name = '' }: { name?: string }) {
  const form = usePortalForm({
    schema,
    defaultValues: { name, city: '' },
    failure: 'Couldn’t save the place.',
    send: (body) => call(save, { body } as never),
  })
  const city = form.register('city')
  return (
    <form onSubmit={form.submit} noValidate>
      <TextField label="Name" error={form.errorOf('name')} {...form.register('name')} />
      <TextField label="City" error={form.errorOf('city')} {...city} />
      <Button type="submit">Save</Button>
    </form>
  )
}

afterEach(() => void vi.useRealTimers())

const submit = () => screen.getByRole('button', { name: 'Save' })
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
it('focuses the first field on the screen that has an error together with the error, and never again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  show(<Form />)
  await act(async () => void fireEvent.click(submit()))
  expect(screen.getByText('Enter your name.')).toBeTruthy()
  expect(document.activeElement).toBe(field('Name'))
  await act(async () => void fireEvent.change(field('Name'), { target: { value: 'A' } }))
  expect(screen.queryByText('Enter your name.')).toBeNull()
  act(() => void vi.runAllTimers())
  expect(document.activeElement).toBe(field('Name'))
})

it('focuses the first field on the screen that the server refused, whatever order the server names', async () => {
  answerRequests({
    status: 400,
    body: {
      code: 'invalid',
      message: 'Check the fields.',
      issues: [
        { path: 'city', message: 'There is no such city.' },
        { path: 'name', message: 'That name is taken.' },
      ],
    },
  })
  const user = show(<Form name="Ann" />)
  await user.type(field('City'), 'Norfolk')
  await user.click(submit())
  await screen.findByText('That name is taken.')
  expect(document.activeElement).toBe(field('Name'))
})
