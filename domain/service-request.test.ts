import { expect, it } from 'vitest'
import { servicesAfter } from './service-request.ts'

it('the services of a folder get those that it doesn’t have, also if their names are parts of others', () => {
  expect(servicesAfter('Leadership Coaching, HR Consulting', ['Coaching', 'hr consulting', 'Payroll'])).toBe(
    'Leadership Coaching, HR Consulting, Coaching, Payroll',
  )
})
