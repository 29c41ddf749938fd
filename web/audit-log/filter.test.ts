import { expect, it } from 'vitest'
import { filterIn } from './filter.ts'

it('takes from the address what can be asked for, and leaves out the rest', () => {
  const id = '01890000-0000-7000-8000-0000000000dd'
  expect(filterIn({ actorId: id, action: 'invoice.sent', from: '2026-01-31', tab: 'x' })).toEqual({
    actorId: id,
    action: 'invoice.sent',
    from: '2026-01-31',
  })
  expect(filterIn({ actorId: 'me', from: '2026-02-31', to: 'soon', action: 'x'.repeat(201), entityType: '' })).toEqual(
    {},
  )
})
