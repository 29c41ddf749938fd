import { globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { everyEmail, provider, withFirm } from '../../tests/emails.ts'
import { render } from './email-body.ts'

const maxSubjectLength = 60

const received = everyEmail.map(({ from, email, recipient }) => ({
  from,
  each: email,
  subject: withFirm(email.subject),
  notice: withFirm(email.notice ?? email.subject),
  ...render({ name: email.to.name, lines: email.lines.map(withFirm), link: email.link }, recipient, {
    publicUrl: 'https://portal.example',
    provider,
  }),
}))

describe('every email', () => {
  it('is rendered in every-email.txt', async () => {
    const pages = received.map(
      ({ from, each, subject, notice, text }) =>
        `===== ${from}\nTo: ${each.to.email}\nSubject: ${subject}\nIn the portal: ${notice}\n\n${text}`,
    )
    await expect(pages.join('\n')).toMatchFileSnapshot('./every-email.txt')
  })

  it('comes from a module that is listed here', () => {
    const modules = globSync('server/*/emails.ts', { cwd: join(import.meta.dirname, '../..') })
    expect(modules.map((path) => basename(dirname(path))).toSorted()).toEqual([
      ...new Set(everyEmail.map(({ from }) => from).toSorted()),
    ])
  })

  it.each(received)('“$subject” has a subject of at most 60 characters that names the firm', ({ subject }) => {
    expect(subject.length).toBeLessThanOrEqual(maxSubjectLength)
    expect(subject).toContain(provider.name)
  })

  it.each(received)('“$subject” names no document, number, or amount', ({ subject, text, html }) => {
    for (const secret of [
      'Handbook',
      'W-9',
      'payroll',
      'HR foundations',
      'PROHR-',
      'INV-',
      '$',
      'Leave policy',
      'W-4',
      'I-9',
      'Acme',
    ])
      expect(`${subject}${text}${html}`.includes(secret), secret).toBe(false)
  })

  it.each(received)('“$subject” greets by first name, has one button, and says why it was sent', ({ text, html }) => {
    expect(text).toMatch(/^Hi (Ann|Dana|Cora),\n/)
    expect(html.match(/border-radius:7px/g)).toHaveLength(1)
    expect(text).toContain('Questions? Reply to this email or call (804) 555-0100.')
    expect(text).toContain('You’re receiving this because')
  })

  it('has a link to the notification settings if, and only if, the recipient has a choice', () => {
    const has = (part: string) => received.filter(({ subject }) => subject.includes(part)).map(({ text }) => text)
    const link = 'Manage notifications: https://portal.example/notifications'
    for (const text of has('sent you an invoice')) expect(text).toContain(link)
    for (const text of [...has('password'), ...has('contract to sign')]) expect(text).not.toContain(link)
  })

  it('says “Security alert” only when the reader must act', () => {
    expect(
      received.filter(({ subject }) => subject.startsWith('Security alert:')).map(({ subject }) => subject),
    ).toEqual(['Security alert: someone may have your ProHR password'])
  })
})
