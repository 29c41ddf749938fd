import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { scrollAreaStyle } from './build.ts'

it('knows the <style> element of the scroll area, whose hash the policy allows', () => {
  const source = readFileSync(new URL(import.meta.resolve('@radix-ui/react-scroll-area')), 'utf8')
  expect(source).toContain(scrollAreaStyle)
})
