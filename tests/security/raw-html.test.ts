// React escapes text, and no screen bypasses that.
import { expect, it } from 'vitest'
import { filesUnder } from '../architecture/source-files.ts'

const raw =
  /dangerouslySetInnerHTML|\b(inner|outer)HTML\b|insertAdjacentHTML|createContextualFragment|document\.write|DOMParser|\beval\(|new Function\(|srcdoc/i

/** An email in a sandboxed frame. */
const known = ['web/email-log/EmailView.tsx']

const screens = filesUnder(['web'], /\.(tsx?|html)$/).filter(({ path }) => !/\.test\.tsx?$/.test(path))

it('C2: no screen inserts text as HTML or as a script', () => {
  expect(screens.length).toBeGreaterThan(100)
  expect(screens.filter(({ text }) => raw.test(text)).map(({ path }) => path)).toEqual(known)
})

it('C2: the frame of an email is fully sandboxed', () => {
  const { text } = screens.find(({ path }) => path === 'web/email-log/EmailView.tsx') as { text: string }
  expect(text).toMatch(/<iframe\s+sandbox=""\s+srcDoc=/)
})

it.each(['<p dangerouslySetInnerHTML={x} />', 'node.innerHTML = text', 'new Function(text)', 'eval(text)'])(
  'C2: %s is detected',
  (line) => expect(line).toMatch(raw),
)
