import { expect, it } from 'vitest'
import { show } from '../component-test.tsx'
import { DueDate } from './DueDate.tsx'

it('says a date and its distance', () => {
  show(<DueDate value="2026-03-14" now={new Date('2026-03-11T15:00:00Z')} />)
  expect(document.body.textContent).toContain('Mar 14, in 3 days')
})
