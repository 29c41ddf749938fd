import { globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { everyEmail, provider, withFirm } from '../../tests/emails.ts'
import { bodyToStore, render } from './email-body.ts'

const maxSubjectLength = 60

const received = everyEmail.map(({ from, email, recipient }) => ({
  from,
  each: email,
  subject: withFirm(email.subject),
  notice: withFirm(email.notice ?? email.subject),
  ...render(bodyToStore(email, withFirm), recipient, {
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

  const inLanguage = {
    en: {
      greeting: /^Hi (Ann|Dana|Cora),\n/,
      questions: 'Questions? Reply to this email or call (804) 555-0100.',
      why: 'You’re receiving this because',
    },
    es: {
      greeting: /^Hola, Ann:\n/,
      questions: '¿Tiene preguntas? Responda a este correo o llame al (804) 555-0100.',
      why: 'Recibe este correo porque',
    },
  }

  it.each(received)(
    '“$subject” greets by first name, has one button, and says why it was sent',
    ({ each: { language = 'en' }, text, html }) => {
      const { greeting, questions, why } = inLanguage[language]
      expect(text).toMatch(greeting)
      expect(html.match(/border-radius:7px/g)).toHaveLength(1)
      expect(text).toContain(questions)
      expect(text).toContain(why)
      expect(html).toContain(`<html lang="${language}">`)
    },
  )

  it('to an employee who reads Spanish contains no English, and says that the handbook is in English', () => {
    const texts = received.filter(({ each }) => each.language === 'es').map(({ text }) => text)
    expect(texts).toHaveLength(2)
    for (const text of texts) {
      expect(text).toContain('El manual está en inglés')
      expect(text).not.toMatch(/\b(the|your|this|read|click|days)\b/i)
    }
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
