import { expect, it } from 'vitest'
import { inOrder } from './agreements.ts'

const agreement = (createdAt: string, waits = false) => ({ createdAt, waits })

it('puts what waits first, then the newest', () => {
  const all = [agreement('2026-01'), agreement('2026-05'), agreement('2026-02', true), agreement('2026-04')]
  expect(inOrder(all).map(({ createdAt }) => createdAt)).toEqual(['2026-02', '2026-05', '2026-04', '2026-01'])
})
