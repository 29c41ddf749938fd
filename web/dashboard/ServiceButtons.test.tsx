import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { show } from '../component-test.tsx'
import { ServiceButtons } from './ServiceButtons.tsx'

function Services({ first }: { first: string }) {
  const [value, setValue] = useState(first)
  return (
    <>
      <output>{value}</output>
      <ServiceButtons value={value} onChange={setValue} />
    </>
  )
}

it('adds a service to the words that are there, and removes it without touching them', async () => {
  const person = show(<Services first="HR Consulting by phone" />)
  const button = screen.getByRole('button', { name: 'HR Consulting' })
  expect(button.getAttribute('aria-pressed')).toBe('false')
  await person.click(button)
  expect(screen.getByRole('status').textContent).toBe('HR Consulting by phone, HR Consulting')
  expect(button.getAttribute('aria-pressed')).toBe('true')
  await person.click(button)
  expect(screen.getByRole('status').textContent).toBe('HR Consulting by phone')
})
