import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../component-test.tsx'
import { ContractStatus } from './ContractStatus.tsx'

it('a contract that awaits a signature is "To sign" for the person who signs it', () => {
  show(<ContractStatus contract={{ status: 'draft', allowed: ['sign', 'decline'] }} />)
  expect(screen.getByText('To sign')).toBeTruthy()
  expect(screen.queryByText('Draft')).toBeNull()
})

it('the same contract is a draft for anyone else', () => {
  show(<ContractStatus contract={{ status: 'draft', allowed: [] }} />)
  expect(screen.getByText('Draft')).toBeTruthy()
  expect(screen.queryByText('To sign')).toBeNull()
})
