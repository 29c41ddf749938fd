import { describe, expect, it } from 'vitest'
import { assertGoodPassword, passwordMistake } from './password.ts'
import { DomainError } from './errors.ts'

const common = new Set([
  'correcthorsebatterystaple',
  'iloveyouforever',
  'thequickbrownfox',
  'maytheforcebewithyou',
  'virginiaisforlovers',
])
const own = ['Ann', 'Keller', 'ann.keller@acme-tooling.example', 'Acme Tooling', 'ProHR']
const mistake = (password: string, more = {}) => passwordMistake(password, { own, common, ...more })

describe('A7: accepts a password', () => {
  it.each([
    'a fine long pass phrase',
    'plain words on a quiet river',
    'ninth grade locker smelled of tangerines',
    '   blanks around and between   ',
    'Übermäßig längliche Ölkännchen',
    '人事部門の長い合言葉はこれですよね',
    '🦊🌲🥾⛰️🌧️🧭🪵🔥🌌🦉🍄🪶🕯️🧦🫐',
    'x7#Qm2!vT9@pLw4',
    'keller the cat naps under seven radiators',
    'my password mentions Roanoke trains and marmalade',
  ])('%s', (password) => {
    expect(mistake(password)).toBeNull()
  })

  it('accepts 256 characters, and 8 with a second factor', () => {
    const long = Array.from({ length: 256 }, (_, i) => 'gravel moth pine tub'[(i * i + i) % 19]).join('')
    expect(mistake(long)).toBeNull()
    expect(mistake('moth+tub', { hasSecondFactor: true })).toBeNull()
  })
})

describe('A7: refuses a password', () => {
  it.each([
    ['fourteen chars', 'at least 15'],
    ['🦊🌲🥾⛰🌧🧭🪵🔥🌌🦉🍄🪶🕯🧦', 'at least 15'],
    [`moth ${'gravel tub pine '.repeat(17)}`, 'at most 256'],
    ['aaaaaaaaaaaaaaaaaaaa', 'repeats'],
    ['abababababababababab', 'repeats'],
    ['moth!moth!moth!moth!', 'repeats'],
    ['hrdoor1hrdoor1hrdoor1', 'repeats'],
    ['123456789012345678', 'sequence of keys'],
    ['abcdefghijklmnopqrst', 'sequence of keys'],
    ['qwertyuiopasdfghjkl', 'sequence of keys'],
    ['1qaz2wsx3edc4rfv5tgb', 'sequence of keys'],
    ['9876543210poiuytrewq', 'sequence of keys'],
    ['qwerty-123456-asdfgh', 'sequence of keys'],
    ['correct horse battery staple', 'Many people'],
    ['CorrectHorseBatteryStaple!', 'Many people'],
    ['iloveyouforever', 'Many people'],
    ['ILoveYouForever2026', 'Many people'],
    ['1l0v3y0uf0r3v3r', 'Many people'],
    ['TheQuickBrownFox99', 'Many people'],
    ['maytheforcebewithyou', 'Many people'],
    ['Virginia is for Lovers', 'Many people'],
    ['passwordpassword', 'repeats'],
    ['Password123456789', 'common in passwords'],
    ['P4$$w0rd-P4$$w0rd!', 'common in passwords'],
    ['Summer-Winter-2026', 'common in passwords'],
    ['administrator2026!', 'common in passwords'],
    ['ann.keller@acme-tooling.example', 'your name'],
    ['AnnKellerAnnKeller1', 'your name'],
    ['Acme Tooling 2026!!', 'your name'],
    ['ProHR-ProHR-ProHR-1', 'your name'],
    ['4nn K3ll3r 4cm3 1985', 'your name'],
    ['welcome to ProHR 2026', 'common in passwords'],
  ])('%s', (password, sentence) => {
    expect(mistake(password)).toContain(sentence)
  })

  it('names the field of a refused password', () => {
    const refusal = (() => {
      try {
        assertGoodPassword('short', { own, common })
      } catch (error) {
        return error
      }
    })() as DomainError
    expect([refusal.status, refusal.issues[0]?.path]).toEqual([400, 'password'])
  })
})

it('A7: the longest and strangest password takes no noticeable time', () => {
  const worst = `${'qwertyuiop1qaz'.repeat(17)}é`
  const began = performance.now()
  for (let i = 0; i < 100; i++) mistake(worst)
  expect(performance.now() - began).toBeLessThan(2000)
})
