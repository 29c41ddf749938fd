import { expect, it } from 'vitest'
import { piecesOf } from './pieces.ts'

it('finds the addresses in an email, without the sign that ends a sentence', () => {
  const text = 'Open it: http://localhost:3000/invitation/a_b-c\n\nOr read (https://example.com/a?b=1). Bye.'
  expect(
    piecesOf(text)
      .filter((piece) => piece.isLink)
      .map((piece) => piece.text),
  ).toEqual(['http://localhost:3000/invitation/a_b-c', 'https://example.com/a?b=1'])
  expect(
    piecesOf(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
})

it.each(['javascript:alert(1)', 'data:text/html,x', 'no address at all'])('makes no link of %s', (text) => {
  expect(piecesOf(text)).toEqual([{ text, isLink: false }])
})
