// No email contains text that people wrote. Every write is made as in the rights table, and the resulting emails are
// compared with everything that was sent.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../test-app.ts'
import { aimAll, callerOf, isWrite, send, takesFile } from './request-targets.ts'

let testApp: TestApp
const timeoutMs = 240_000
beforeAll(
  async () => void (testApp = await createTestApp({ DEMO: 'on', PUBLIC_URL: 'https://portal.example' })),
  timeoutMs,
)
afterAll(() => testApp.close())

/** Sentences, file names, and amounts that someone sent; names and addresses of people may appear in an email. */
const telling =
  /title|description|content|reason|comment|note|terms|services|filename|originalName|reference|question|needs|goals|summary|text/i

function textsIn(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return telling.test(key) && value.length > 3 ? [value] : []
  if (Array.isArray(value)) return value.flatMap((each) => textsIn(each, key))
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, each]) => textsIn(each, name))
}

it('E6, I5: no email contains what was written, and each goes to one person', { timeout: timeoutMs }, async () => {
  const written = new Set<string>(['Handbook.pdf'])
  for (const target of await aimAll(testApp, (each) => isWrite(each) && !takesFile(each))) {
    for (const text of textsIn(target.body)) written.add(text)
    await send(callerOf(testApp, target), target, target.body)
  }
  const emails = await testApp.mail()
  expect(emails.length).toBeGreaterThan(60)
  expect(new Set(emails.map(({ subject }) => subject)).size).toBeGreaterThan(15)
  expect(written.size).toBeGreaterThan(25)
  const links = new Set<string>()
  for (const { to, subject, text, html } of emails) {
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
    // A link to a file requires signing in; a page checks it itself.
    if (link.includes('/api/'))
      expect([302, 303, 401]).toContain((await testApp.visitor.get(new URL(link).pathname)).status)
  }
})
