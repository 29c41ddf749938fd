import { expect, it } from 'vitest'
import { formatFileSize } from './file-size.ts'

it.each([
  [1, '1 byte'],
  [900, '900 bytes'],
  [1024, '1 KB'],
  [219_136, '214 KB'],
  [1_048_576, '1 MB'],
  [1_500_000, '1.4 MB'],
  [10_485_760, '10 MB'],
])('%i bytes read "%s"', (bytes, words) => {
  expect(formatFileSize(bytes)).toBe(words)
})
