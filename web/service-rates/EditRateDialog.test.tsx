import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { ServiceRateView } from '../../domain/service-rate.ts'
import { answerRequests, show } from '../component-test.tsx'
import { readToast } from '../kit/toast-store.ts'
import { EditRateDialog } from './EditRateDialog.tsx'

const rate: ServiceRateView = {
  id: '0198a1b2-0000-7000-8000-000000000001',
  serviceName: 'Handbook review',
  serviceType: 'hr-operations',
  description: 'Yearly',
  hourlyRate: 12_550,
  scheduledRates: [],
  projectRate: null,
  monthlyRate: null,
  isActive: true,
  createdAt: '2026-11-22T12:00:00.000Z',
  updatedAt: '2026-11-22T12:00:00.000Z',
  version: 1,
  allowed: ['edit'],
}
const open = (onClose = vi.fn()) => show(<EditRateDialog rate={rate} onClose={onClose} />)
const description = () => screen.getByLabelText<HTMLTextAreaElement>('Description')
const save = () => screen.getByRole('button', { name: /^Save changes/ })

it('saves, says so, and closes', async () => {
  const sent = answerRequests({ status: 200, body: rate })
  const onClose = vi.fn()
  const user = open(onClose)
  await user.type(description(), ', on site')
  await user.click(save())
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent).toMatchObject([{ description: 'Yearly, on site', hourlyRate: 12_550 }])
  expect(readToast()?.description).toBe('Service rate updated successfully')
})

it('shows what someone else changed while it was open, keeps what was typed, and saves on top of it', async () => {
  const newest = { ...rate, version: 2, hourlyRate: 15_000, description: 'Every year' }
  const sent = answerRequests(
    { status: 412, body: { message: 'Changed.' } },
    { status: 200, body: newest },
    { status: 200, body: newest },
  )
  const user = open()
  await user.type(description(), ', on site')
  await user.click(save())
  expect(await screen.findByText('Hourly rate is now: $150.00')).toBeTruthy()
  expect(screen.getByText('Description is now: Every year')).toBeTruthy()
  expect(description().value).toBe('Yearly, on site')
  expect(screen.getByLabelText<HTMLInputElement>('Hourly rate').value).toBe('150.00')
  await user.click(save())
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toMatchObject({ description: 'Yearly, on site', hourlyRate: 15_000 })
})

it('keeps the dialog and what was typed when the server can’t be reached', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const onClose = vi.fn()
  const user = open(onClose)
  await user.type(description(), ', on site')
  await user.click(save())
  expect(await screen.findByText(/^Couldn’t reach the server/)).toBeTruthy()
  expect(description().value).toBe('Yearly, on site')
  expect(onClose).not.toHaveBeenCalled()
})
