import { expect, it } from 'vitest'
import { parseSearch, stringifySearch } from './url-state.ts'

it('reads what it wrote, as text', () => {
  const search = { q: '123', status: 'true', folder: '', words: 'a & b' }
  expect(parseSearch(stringifySearch(search))).toEqual(search)
  expect(stringifySearch({ tab: undefined })).toBe('')
})
