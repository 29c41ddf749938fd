import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import type { HrPolicyItem } from '../../domain/hr-policy-version.ts'
import { show } from '../component-test.tsx'
import { PolicyCard } from './PolicyCard.tsx'

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))

const policy: HrPolicyItem = {
  id: '0190d5a4-0000-7000-8000-000000000001',
  slug: 'wage-and-hour',
  title: 'Wage and Hour',
  description: 'Minimum wage and overtime.',
  category: 'compliance',
  policyType: 'required',
  isRequired: true,
  keywords: [],
  tags: [],
  sourceUrl: null,
  effectiveDate: '2026-11-01',
  nextReview: '2026-12-15',
  lastUpdated: '2026-11-01',
  appliesTo: { headCount: { from: 1, to: null }, sectors: ['private'] },
  isActive: true,
  currentVersion: 2,
  acknowledgedVersion: null,
  createdAt: '2026-11-01T12:00:00.000Z',
  updatedAt: '2026-11-01T12:00:00.000Z',
  version: 1,
  allowed: ['acknowledge'],
}

const showCard = (more: Partial<HrPolicyItem>) =>
  void show(<PolicyCard policy={{ ...policy, ...more }} applies={null} search={{}} />)

describe('the card of a policy', () => {
  it.each<[string, Partial<HrPolicyItem>]>([
    ['Not acknowledged', {}],
    ['New version', { acknowledgedVersion: 1 }],
    ['Acknowledged', { acknowledgedVersion: 2, allowed: [] }],
  ])('says "%s" to a client', (words, more) => {
    showCard(more)
    expect(screen.getByText(words)).toBeTruthy()
  })

  it.each<[string, Partial<HrPolicyItem>]>([
    ['the team', { allowed: [] }],
    ['a client to whom it is only recommended', { isRequired: false }],
  ])('says nothing about it to %s', (_, more) => {
    showCard(more)
    expect(screen.queryByText(/acknowledged/i)).toBeNull()
  })
})
