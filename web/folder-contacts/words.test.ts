import { expect, it } from 'vitest'
import { rightsInWords } from './words.ts'

it.each([
  [{ money: false, documents: false, messages: false }, 'Folder name only'],
  [{ money: true, documents: false, messages: false }, 'Money'],
  [{ money: false, documents: true, messages: true }, 'Documents, messages'],
  [{ money: true, documents: true, messages: true }, 'Money, documents, messages'],
])('the rights %j read as "%s"', (rights, words) => {
  expect(rightsInWords(rights)).toBe(words)
})
