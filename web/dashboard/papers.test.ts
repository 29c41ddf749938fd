import { expect, it } from 'vitest'
import { inOrder } from './papers.ts'

const paper = (createdAt: string, waits = false) => ({ createdAt, waits })

it('puts what waits first, then the newest, three in all', () => {
  const papers = [paper('2026-01'), paper('2026-05'), paper('2026-02', true), paper('2026-04'), paper('2026-03')]
  expect(inOrder(papers).map(({ createdAt }) => createdAt)).toEqual(['2026-02', '2026-05', '2026-04'])
})

it('hides nothing that waits', () => {
  const papers = [...Array.from({ length: 7 }, (_, n) => paper(`2025-${n}`, true)), paper('2026-01')]
  expect(inOrder(papers)).toHaveLength(7)
})
