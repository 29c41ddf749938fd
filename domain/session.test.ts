import { expect, it } from 'vitest'
import { browserInWords, ownPath } from './session.ts'

it.each([
  ['/contracts', '/contracts'],
  ['/client-folders/7?tab=messages#last', '/client-folders/7?tab=messages#last'],
  ['/api/documents/7/file', '/api/documents/7/file'],
  [undefined, null],
  ['', null],
  ['contracts', null],
  ['//evil.example', null],
  ['/\\evil.example', null],
  ['/\t/evil.example', null],
  ['https://evil.example', null],
  ['javascript:alert(1)', null],
  ['/api/login', null],
  ['/api/logout?x', null],
  [`/${'x'.repeat(2000)}`, null],
])('C4: redirects %j to %j after signing in', (path, own) => {
  expect(ownPath(path)).toBe(own)
})

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome on Mac',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/604.1',
    'Safari on iPad',
  ],
  ['curl/8.5.0', 'Unknown browser'],
  ['', 'Unknown browser'],
])('C4: %s is %s', (userAgent, words) => {
  expect(browserInWords(userAgent)).toBe(words)
})
