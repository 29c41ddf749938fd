import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { ServiceRateView } from '../../domain/service-rate.ts'
import { show } from '../component-test.tsx'
import { RatesTable } from './RatesTable.tsx'

vi.mock('../session/use-may.ts', () => ({ useMay: () => false }))

const rate: ServiceRateView = {
  id: '0190d3a0-0000-7000-8000-000000000001',
  serviceName: 'Handbook review',
  description: 'Review of a handbook.',
  serviceType: 'hr-consulting',
  hourlyRate: 15_000,
  projectRate: null,
  monthlyRate: null,
  scheduledRates: [],
  isActive: true,
  createdAt: '2026-03-10T15:00:00Z',
  updatedAt: '2026-03-10T15:00:00Z',
  version: 1,
  allowed: [],
}

const nothing = () => {}
const table = (isTeam: boolean, rates: ServiceRateView[]) =>
  show(<RatesTable rates={rates} order="" isTeam={isTeam} onOrder={nothing} onEdit={nothing} onHistory={nothing} />)
const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)

it('has no empty columns', () => {
  table(false, [rate])
  expect(headers()).toEqual(expect.arrayContaining(['Service', 'Hourly']))
  for (const header of ['Status', 'Project', 'Monthly']) expect(headers()).not.toContain(header)
})

it('has a column for a price that some rate card has', () => {
  table(false, [rate, { ...rate, id: '0190d3a0-0000-7000-8000-000000000002', monthlyRate: 90_000 }])
  expect(headers()).toContain('Monthly')
  expect(headers()).not.toContain('Project')
})

it('has a status for the team where a rate card is inactive', () => {
  table(true, [rate])
  expect(headers()).not.toContain('Status')
  table(true, [{ ...rate, isActive: false }])
  expect(headers()).toContain('Status')
})
