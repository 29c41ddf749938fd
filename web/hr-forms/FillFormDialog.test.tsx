import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { show } from '../component-test.tsx'
import { FillFormDialog } from './FillFormDialog.tsx'

vi.mock('../client-folders/own-folders.ts', async (original) => ({
  ...(await original<object>()),
  useFolderChoices: () => [],
}))

const id = '019ad000-0000-7000-8000-000000000001'
const field = (name: string, label: string) => ({ name, label, kind: 'line', optional: true, width: 'full', rows: 4 })
const versions = [
  [field('agrees', 'I agree to a drug test'), field('allergies', 'Allergies')],
  [field('agrees', 'I agree to a pay cut'), field('size', 'Shirt size')],
].map((fields, at) => ({
  id,
  title: 'Consent',
  description: 'About you.',
  formType: id,
  clientFolderId: null,
  version: at + 1,
  sections: [{ heading: 'Consent', paragraphs: [], points: [], links: [], fields }],
}))

it('leaves the questions as they are until the changed form is asked for, with the answers typed so far', async () => {
  const sent: { path: string; body: unknown }[] = []
  let current = 1
  vi.stubGlobal('fetch', (path: string, { body: text }: RequestInit = {}) => {
    const reply = (body: unknown, status = 200) => Promise.resolve(Response.json(body, { status }))
    const body: unknown = typeof text === 'string' ? JSON.parse(text) : null
    if (body !== null) sent.push({ path, body })
    if (path.endsWith('/draft')) return body === null ? reply({ formData: {}, savedAt: null }) : reply({}, 500)
    if (!path.endsWith('/submissions')) return reply(versions[current - 1])
    const { formVersion } = body as { formVersion: number }
    const message = 'This form was changed. Reload it, and check your answers.'
    return formVersion === current ? reply({ message: 'Sent' }, 201) : reply({ code: 'conflict', message }, 409)
  })
  const closed = vi.fn<() => void>()
  const user = show(<FillFormDialog form={id} onClose={closed} />)
  await user.type(await screen.findByLabelText(/I agree to a drug test/), 'Ann Keller')
  current = 2
  await user.click(screen.getByRole('button', { name: /^Submit Form/ }))
  const reload = await screen.findByRole('button', { name: 'Reload form' })
  expect(screen.getByLabelText<HTMLInputElement>(/I agree to a drug test/).value).toBe('Ann Keller')
  await user.click(reload)
  expect((await screen.findByLabelText<HTMLInputElement>(/I agree to a pay cut/)).value).toBe('Ann Keller')
  expect(screen.queryByLabelText(/Allergies/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Reload form' })).toBeNull()
  await user.click(screen.getByRole('button', { name: /^Submit Form/ }))
  await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce())
  const submitted = sent.filter(({ path }) => path.endsWith('/submissions'))
  expect(submitted.map(({ body }) => body)).toMatchObject([
    { formVersion: 1, formData: { agrees: 'Ann Keller', allergies: '' } },
    { formVersion: 2, formData: { agrees: 'Ann Keller', size: '' } },
  ])
})
