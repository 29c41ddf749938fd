import { expect, it } from 'vitest'
import { findings } from './verification.ts'

it.each(['appended', 'signed-again'] as const)(
  'a file with something %s after the seal is reported as one that may show something else',
  (finding) => {
    expect(findings[finding].verdict).toBe('ours-changed')
    expect(findings[finding].sentence).toContain('a PDF reader may show something else')
  },
)
