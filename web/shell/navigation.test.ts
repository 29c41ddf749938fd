import { expect, it } from 'vitest'
import { clientSectionOf } from './navigation.ts'

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
