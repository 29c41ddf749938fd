import { expect, it } from 'vitest'
import { rightsInWords } from './words.ts'

it.each([
  [{ money: false, documents: false, messages: false, sign: false }, 'Folder name only'],
  [{ money: true, documents: false, messages: false, sign: false }, 'Money'],
  [{ money: false, documents: true, messages: true, sign: false }, 'Documents, messages'],
  [{ money: true, documents: true, messages: true, sign: true }, 'Money, documents, messages, can sign'],
])('the rights %j read as "%s"', (rights, words) => {
  expect(rightsInWords(rights)).toBe(words)
})
