// Whatever is written anywhere, no letter holds a word of it. Every write is made as in the rights table, and the letters
// that come of them are held against all that was sent.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorld, type World } from '../world.ts'
import { aimAll, callerOf, isWrite, send, takesFile } from './aim.ts'

let world: World
const patience = 240_000
beforeAll(async () => void (world = await createWorld({ DEMO: 'on', PUBLIC_URL: 'https://portal.example' })), patience)
afterAll(() => world.close())

/** Sentences, names of files and sums that somebody sent; names and addresses of people head a letter. */
const telling =
  /title|description|content|reason|comment|note|terms|services|filename|originalName|reference|question|needs|goals|summary|text/i

function textsIn(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return telling.test(key) && value.length > 3 ? [value] : []
  if (Array.isArray(value)) return value.flatMap((each) => textsIn(each, key))
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, each]) => textsIn(each, name))
}

it('E6, I5: no letter tells what was written, and each is to one', { timeout: patience }, async () => {
  const written = new Set<string>(['Handbook.pdf'])
  for (const target of await aimAll(world, (each) => isWrite(each) && !takesFile(each))) {
    for (const text of textsIn(target.body)) written.add(text)
    await send(callerOf(world, target), target, target.body)
  }
  const letters = await world.mail()
  expect(letters.length).toBeGreaterThan(60)
  expect(new Set(letters.map(({ subject }) => subject)).size).toBeGreaterThan(15)
  expect(written.size).toBeGreaterThan(25)
  const links = new Set<string>()
  for (const { to, subject, text, html } of letters) {
    expect(to.split('@'), to).toHaveLength(2)
    expect(to).not.toMatch(/[,;\s]/)
    expect(subject, 'one line of the head').not.toMatch(/[\r\n]/)
    const whole = `${subject}\n${text}\n${html}`
    for (const each of written) expect(whole.includes(each), `${subject}: ${each}`).toBe(false)
    expect(whole, subject).not.toMatch(/\$\s?\d|\d\.pdf\b|\bsalary\b|\bdismiss|\bterminat|\bmedical\b/i)
    for (const [link] of text.matchAll(/https?:\/\/\S+/g)) links.add(link)
  }
  for (const link of links) {
    expect(link).toMatch(/^https:\/\/portal\.example\//)
    // A file that a letter leads to is given to who is signed in; a page asks by itself.
    if (link.includes('/api/'))
      expect([302, 303, 401]).toContain((await world.visitor.get(new URL(link).pathname)).status)
  }
})
