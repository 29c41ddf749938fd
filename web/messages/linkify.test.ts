import { expect, it } from 'vitest'
import { linkify } from './linkify.ts'

const linksIn = (text: string) => linkify(text).flatMap(({ href }) => (href === undefined ? [] : [href]))

it.each([
  ['See https://www.dol.gov/whd.', ['https://www.dol.gov/whd']],
  ['(https://example.com/a_(b))', ['https://example.com/a_(b)']],
  ['https://a.example/?q=1&r=2, then http://b.example!', ['https://a.example/?q=1&r=2', 'http://b.example']],
  ['HTTPS://EXAMPLE.COM/x', ['HTTPS://EXAMPLE.COM/x']],
  ['“https://example.com/quoted”', ['https://example.com/quoted']],
  ['payroll.zip, example.com and ann@example.com', []],
  ['javascript:alert(1) data:text/html,x ftp://example.com file:///etc', []],
  ['https:// and https://... and xhttps://no.example', []],
  ['https://portal.example@evil.example/', []],
  ['<a href="https://example.com/in">x</a>', ['https://example.com/in']],
  ['https://例え.jp/パス 🙂', ['https://例え.jp/パス']],
])('finds the web addresses in %j', (text, links) => {
  expect(linksIn(text)).toEqual(links)
})

it('leaves the text as it was', () => {
  const text = 'Before https://example.com/a, between\nhttp://b.example) after.'
  expect(
    linkify(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})

it('takes time in proportion to a long text', () => {
  const started = performance.now()
  linkify(`https://${'.'.repeat(5000)} ${'https://a.example/)))) '.repeat(200)}`)
  expect(performance.now() - started).toBeLessThan(1000)
})
