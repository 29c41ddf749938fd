import { describe, expect, it } from 'vitest'
import { excerptOf, excerptOfDocument, partsOf } from './search.ts'

const long = `Dear team, ${'we have talked about this before and agreed. '.repeat(20)}The overtime of Castillo is missing. ${'Thank you for your help with all of this. '.repeat(20)}`

describe('an excerpt', () => {
  it('is the whole text on one line if the text is short', () => {
    expect(excerptOf('  Hello,\n\n  the handbook\tis attached ', ['handbook'])).toBe('Hello, the handbook is attached')
    expect(excerptOf('Hello', [])).toBe('Hello')
  })

  it('contains the match of a long text and whole words around it', () => {
    const excerpt = excerptOf(long, ['OVERTIME'])
    expect(excerpt).toMatch(/^…this before and agreed\. The overtime of Castillo is missing\. Thank you .* \S+…$/)
    expect(excerpt.length).toBeLessThanOrEqual(162)
  })

  it('follows the longest of several words', () => {
    expect(excerptOf(long, ['of', 'we', 'castillo'])).toContain('overtime of Castillo')
  })

  it('begins with the text if there is no word or match', () => {
    for (const words of [[], ['zebra']]) expect(excerptOf(long, words)).toMatch(/^Dear team, .*…$/)
  })

  it.each([
    ['at the end', `${'x'.repeat(500)} handbook`, 'handbook'],
    ['in a word of hundreds of characters', `${'x'.repeat(300)}handbook${'y'.repeat(300)}`, 'handbook'],
    ['longer than the excerpt', `Look: ${'z'.repeat(400)}`, 'z'.repeat(200)],
  ])('contains a match %s', (_, text, word) => {
    const excerpt = excerptOf(text, [word])
    expect(excerpt).toContain(word.slice(0, 128))
    expect(excerpt.length).toBeLessThanOrEqual(162)
  })

  it('never cuts a character in half', () => {
    for (const before of ['', 'x'])
      for (const word of ['handbook', 'zebra'])
        expect(excerptOf(`${before}${'😀'.repeat(200)}handbook${'😀'.repeat(200)}`, [word]).isWellFormed()).toBe(true)
  })
})

describe('an excerpt of a document', () => {
  it('is around the place where the longest word begins a word', () => {
    const excerpt = excerptOfDocument(`Managers, teenagers.\n${long}\nMinimum age\tis 14.`, ['age', 'minimum'])
    expect(excerpt).toMatch(/^….* Minimum age is 14\.$/)
    expect(excerptOfDocument('Teenagers, by age:\n14', ['age'])).toBe('Teenagers, by age: 14')
  })

  it.each([
    ['a word that is only inside another one', 'Teenagers', ['age']],
    ['one of two words', 'The minimum wage', ['minimum', 'age']],
    ['special characters', 'The rate (401k)', ['401.']],
  ])('is null for %s', (_, text, words) => expect(excerptOfDocument(text, words)).toBeNull())

  it('is found in any case, after punctuation, and with compatible characters', () => {
    for (const words of [['(401K)'], ['401k'], ['RATE', 'th'], ['bene\ufb01ts'], ['größe']])
      expect(excerptOfDocument('The rate (401k): benefits. Größe', words), words.join(' ')).not.toBeNull()
  })

  it('is short, and cuts no character in half', () => {
    for (const before of ['', 'x']) {
      const excerpt = excerptOfDocument(`${before}${'😀'.repeat(200)} handbook ${'😀'.repeat(400)}`, ['handbook'])
      expect(excerpt?.isWellFormed()).toBe(true)
      expect(excerpt?.length).toBeLessThanOrEqual(162)
    }
  })
})

describe('the parts of an excerpt', () => {
  const marked = (text: string, ...words: string[]) =>
    partsOf(text, words)
      .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
      .join('')

  it.each([
    ['The Handbook of the handbooks', ['handbook'], 'The [Handbook] of the [handbook]s'],
    ['Handbook', ['hand', 'handbook'], '[Handbook]'],
    ['To today, stop to', ['to'], '[To] [to]day, stop [to]'],
    ['…to', ['to'], '…[to]'],
    ['50% of $1.50 (a+b) [c] \\d', ['50%', '1.50', '(a+b)', '[c]', '\\d'], '[50%] of $[1.50] [(a+b)] [[c]] [\\d]'],
    ['<b>Bold</b>', ['<b>', '.*'], '[<b>]Bold</b>'],
    ['Größe 漢字漢字', ['GRÖSSE', '漢字漢'], 'Größe [漢字漢]字'],
    ['Nothing', ['zebra'], 'Nothing'],
    ['Nothing', [], 'Nothing'],
    ['', ['zebra'], ''],
  ])('splits %j for %j into %j', (text, words, parts) => {
    expect(marked(text, ...words)).toBe(parts)
    expect(
      partsOf(text, words)
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
  })
})
