// React escapes what it is given; nothing in the screens goes around it.
import { expect, it } from 'vitest'
import { filesUnder } from '../guards/house.ts'

const raw =
  /dangerouslySetInnerHTML|\b(inner|outer)HTML\b|insertAdjacentHTML|createContextualFragment|document\.write|DOMParser|\beval\(|new Function\(|srcdoc/i

/** A letter in a frame that may do nothing. */
const known = ['web/outbox/LetterView.tsx']

const screens = filesUnder(['web'], /\.(tsx?|html)$/).filter(({ path }) => !/\.test\.tsx?$/.test(path))

it('C2: no screen takes a text for HTML or for a script', () => {
  expect(screens.length).toBeGreaterThan(100)
  expect(screens.filter(({ text }) => raw.test(text)).map(({ path }) => path)).toEqual(known)
})

it('C2: the frame of a letter may do nothing', () => {
  const { text } = screens.find(({ path }) => path === 'web/outbox/LetterView.tsx') as { text: string }
  expect(text).toMatch(/<iframe\s+sandbox=""\s+srcDoc=/)
})

it.each(['<p dangerouslySetInnerHTML={x} />', 'node.innerHTML = text', 'new Function(text)', 'eval(text)'])(
  'C2: %s would be seen',
  (line) => expect(line).toMatch(raw),
)
