import { expect, it } from 'vitest'
import { newReference, replyDueBy, referenceIn, stageOf } from './request-status.ts'

it('a reference is eight characters that can be read aloud', () => {
  expect(newReference(() => 0)).toBe('2222-2222')
  expect(newReference((below) => below - 1)).toBe('ZZZZ-ZZZZ')
})

it.each([
  ['K7M4-QX2R', 'K7M4-QX2R'],
  [' k7m4 qx2r', 'K7M4-QX2R'],
  ['k7m4qx2r', 'K7M4-QX2R'],
  ['K7M4-QX2', null],
  ['K7M4-QX20', null],
  ['Millwork', null],
  ['', null],
])('"%s" is parsed as the reference %s', (words, reference) => {
  expect(referenceIn(words)).toBe(reference)
})

it('a reply within 24 hours keeps the promise', () => {
  expect(replyDueBy('2026-03-07T20:00:00.000Z')).toBe('2026-03-08T20:00:00.000Z')
})

it.each([
  ['pending', false, 'received'],
  ['in-progress', false, 'accepted'],
  ['in-progress', true, 'in-progress'],
  ['completed', true, 'done'],
  ['cancelled', false, 'cancelled'],
] as const)('a request that is %s (folder: %s) is %s', (status, hasFolder, stage) => {
  expect(stageOf(status, hasFolder)).toBe(stage)
})
