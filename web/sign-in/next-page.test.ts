import { expect, it, vi } from 'vitest'
import { nextPage } from './next-page.ts'

const paths = ['/', '/user-management', '/test-data', '/client-folders/:id']
const next = (address: string) => nextPage(`?signin&next=${encodeURIComponent(address)}`, paths)

it.each(['/user-management', '/client-folders/0199-a?tab=documents', '/test-data#top'])('continues to %s', (address) =>
  expect(next(address)).toBe(address),
)

it.each([
  '//evil.example',
  'https://evil.example/test-data',
  '/\\evil.example',
  'javascript:alert(1)',
  '/api/logout',
  '/nowhere',
  '',
])('does not follow %s', (address) => expect(next(address)).toBe('/'))

it('opens the dashboard when no page was requested', () => expect(nextPage('?signin', paths)).toBe('/'))

it('works in a browser without URL.parse and URL.canParse (Safari 16.4, Chrome 111)', () => {
  vi.stubGlobal('URL', class extends URL {})
  Object.assign(URL, { parse: undefined, canParse: undefined })
  expect(next('/client-folders/0199-a?tab=documents')).toBe('/client-folders/0199-a?tab=documents')
  expect(next('/\\\\[')).toBe('/')
  vi.unstubAllGlobals()
})
