import { expect, it } from 'vitest'
import { clientSectionOf, navigationFor } from './navigation.ts'
import { teamSectionOf } from './team-sections.ts'

it.each([
  ['/invoices', '/agreements'],
  ['/invoices/7/pay', '/agreements'],
  ['/client-folders/7/statement', '/agreements'],
  ['/hr-policies/code-of-conduct', 'library'],
  ['/law-changes', 'library'],
  ['/messages', undefined],
  ['/', undefined],
  ['/contracts-of-others', undefined],
])('marks the part of a client’s header that %s belongs to', (pathname, section) => {
  expect(clientSectionOf(pathname)).toBe(section)
})

const rails = {
  staff: navigationFor('staff', { demonstration: false }),
  administrator: navigationFor('admin', { demonstration: false }),
}

it.each([
  ['staff', '/invoices/7', '/client-folders'],
  ['staff', '/rate-cards', '/proposals'],
  ['staff', '/own-forms', '/hr-forms'],
  ['staff', '/client-folders/7', undefined],
  ['administrator', '/invoices/7', undefined],
  ['administrator', '/bulk-actions', '/client-folders'],
  ['staff', '/account', undefined],
] as const)('marks the link in the rail of %s that %s belongs to', (who, pathname, section) => {
  expect(teamSectionOf(pathname, rails[who])).toBe(section)
})
