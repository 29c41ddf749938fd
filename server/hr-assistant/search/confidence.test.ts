import { expect, it } from 'vitest'
import { tiedMatches } from './confidence.ts'
import type { Match } from './match-question.ts'

const match = (answer: number, score: number): Match => ({ answer, score, likest: '', likeness: 0.5, chance: -1 })
const areOfOneGuide = (one: Match, other: Match) => Math.floor(one.answer / 10) === Math.floor(other.answer / 10)
const answersOf = (found: Match[]) => tiedMatches({ found }, areOfOneGuide).map(({ answer }) => answer)

it('finds a tie if answers of different guides score almost the same', () => {
  expect(answersOf([match(1, 2.5), match(11, 2.49), match(21, 2.2)])).toEqual([1, 11])
  expect(answersOf([match(1, 2.5), match(11, 2.49), match(21, 2.485)])).toEqual([1, 11, 21])
})

it('finds no tie if one answer is better, or if both are of one guide', () => {
  expect(answersOf([match(1, 2.5), match(11, 2.4)])).toEqual([])
  expect(answersOf([match(1, 2.5), match(2, 2.49)])).toEqual([])
  expect(answersOf([match(1, 2.5)])).toEqual([])
  expect(answersOf([])).toEqual([])
})
