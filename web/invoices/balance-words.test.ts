import { expect, it } from 'vitest'
import { balanceWords } from './balance-words.ts'

it('says what is due and how much of it is overdue', () => {
  expect(balanceWords(0, 0)).toEqual({ balance: 'No balance due', overdue: null })
  expect(balanceWords(500, 0)).toEqual({ balance: 'Balance due: $5.00', overdue: null })
  expect(balanceWords(500, 500).overdue).toBe('All of it is overdue')
  expect(balanceWords(500, 200).overdue).toBe('$2.00 is overdue')
})
