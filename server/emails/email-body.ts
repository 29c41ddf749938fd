// An email's body: stored encrypted, and rendered to text and HTML only when it is sent or shown.
import { z } from 'zod'
import { Role } from '../../domain/actor.ts'
import type { Language } from '../../domain/language.ts'
import { isFixed, kindOf } from '../../domain/notification.ts'
import type { Config } from '../config.ts'
import { encryptText, decryptText } from '../kit/field-encryption.ts'
import type { DataKeys } from '../kit/data-keys.ts'
import type { Email } from '../kit/record.ts'
import { translationsFrom } from './translations.ts'
import { english } from './english-words.ts'
import { spanish } from './spanish-words.ts'
import { escapeHtml } from '../../api/page-tokens.ts'
import { shadesOf } from '../../domain/contrast.ts'

const translations = translationsFrom({ en: english, es: spanish })

/** Without a language it is English. Emails of releases before 0140 were stored as text and HTML. */
export type EmailBody =
  | { name: string | null; lines: string[]; link: { label: string; path: string }; language?: Language }
  | { text: string; html: string }

/** The body columns of `emails`: one of `body_encrypted` and `html` is null, or both in a portal restored from a backup. */
export const StoredBody = z.object({
  id: z.string(),
  bodyEncrypted: z.instanceof(Buffer).nullable(),
  text: z.string().nullable(),
  html: z.string().nullable(),
  toConfirmed: z.boolean(),
  about: z.string(),
  /** From the recipient's account; null for a recipient without one. */
  firstName: z.string().nullable(),
  role: Role.nullable(),
})
export type StoredBody = z.infer<typeof StoredBody>

/** @param withFirm fills in the firm's name */
export const bodyToStore = (
  { to, lines, link, language }: Email,
  withFirm: (text: string) => string,
): Extract<EmailBody, { lines: string[] }> => ({
  name: to.name,
  lines: lines.map(withFirm),
  link: { ...link, label: withFirm(link.label) },
  ...(language === undefined ? {} : { language }),
})

const notInBackups = 'The text of this email is not in backups.'

const about = (id: string) => `emails ${id}`

export const encryptBody = (keys: DataKeys, id: string, body: EmailBody) =>
  encryptText(keys, JSON.stringify(body), about(id))

export async function bodyOf(keys: DataKeys, { id, bodyEncrypted, text, html }: StoredBody): Promise<EmailBody> {
  if (bodyEncrypted === null && html === null) return { text: notInBackups, html: `<p>${notInBackups}</p>` }
  if (bodyEncrypted === null) return { text: text ?? '', html: html ?? '' }
  return JSON.parse(await decryptText(keys, bodyEncrypted, about(id))) as EmailBody
}

/** The recipient's name for the greeting and the To header; null unless they confirmed the address. */
export const greetingName = (body: EmailBody, toConfirmed: boolean): string | null =>
  toConfirmed && 'lines' in body ? body.name : null

const secretLinks =
  /\/(invitation|password-reset|sign-in|email-change|requests|employee-handbook|bookings)\/[A-Za-z0-9_-]+/g

/** Removes links that open a page or an account without signing in. */
export function withoutSecretLinks(body: EmailBody): EmailBody {
  const hide = (text: string) => text.replace(secretLinks, '/$1/(hidden)')
  return 'lines' in body
    ? { ...body, link: { ...body.link, path: hide(body.link.path) } }
    : { text: hide(body.text), html: hide(body.html) }
}

/** For an email whose answer arrives in the conversation. */
export const withReplyLine = (body: EmailBody): EmailBody =>
  'lines' in body ? { ...body, lines: [...body.lines, 'To answer, reply to this email or open the folder.'] } : body

type RenderedFor = Pick<StoredBody, 'toConfirmed' | 'about' | 'firstName' | 'role'>

/** What the firm settings add to every email. */
export interface EmailFrame {
  /** #rrggbb of the button and the links; null for the portal's color. */
  accent?: string | null
  signature?: string | null
  /** The address of the logo in the email, such as `cid:logo`; null for none. */
  logo?: string | null
}

const portalColor = '#065467'

export function render(
  body: EmailBody,
  recipient: RenderedFor,
  { publicUrl, provider }: Pick<Config, 'publicUrl' | 'provider'>,
  { accent = null, signature = null, logo = null }: EmailFrame = {},
): { text: string; html: string } {
  if (!('lines' in body)) return body
  const { lines, link, language = 'en' } = body
  const t = translations[language]
  const name = recipient.toConfirmed ? (recipient.firstName ?? body.name) : null
  const greeting = name === null ? t('greeting') : t('greetingByName', { name })
  const address = `${publicUrl}${link.path}`
  const questions = t('questions', { phone: provider.phone })
  const footer = [provider.name, provider.phone, provider.address].join(' · ')
  const color = accent ?? portalColor
  const why = reason(recipient, provider.name, language)
  const choices = mayChoose(recipient) ? { label: 'Manage notifications', url: `${publicUrl}/notifications` } : null
  const text =
    [
      greeting,
      ...lines,
      `${link.label}: ${address}`,
      questions,
      ...(signature === null ? [] : [signature]),
      ['--', footer, why, ...(choices === null ? [] : [`${choices.label}: ${choices.url}`])].join('\n'),
    ].join('\n\n') + '\n'
  const paragraph = (line: string) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`
  const small = (html: string) =>
    `<p class="quiet" style="margin:0 0 8px;color:#5c6f78;font-size:13px;line-height:20px">${html}</p>`
  const html = [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<style>${darkStyle(shadesOf(color).dark.color)}</style></head>`,
    '<body class="page" style="font:16px/25px Figtree,Arial,sans-serif;color:#142c36;background:#fcfbf7;margin:0;',
    'padding:32px 16px"><div class="sheet" style="max-width:560px;margin:0 auto;background:#fff;padding:32px;',
    'border:1px solid #dbe3e6;border-radius:10px">',
    logo === null
      ? ''
      : `<p style="margin:0 0 24px"><img src="${escapeHtml(logo)}" alt="${escapeHtml(provider.name)}" height="40" style="height:40px;max-width:240px"></p>`,
    [greeting, ...lines].map(paragraph).join(''),
    `<p style="margin:24px 0"><a class="button" href="${escapeHtml(address)}" style="display:inline-block;background:${color};`,
    `color:#fff;padding:12px 20px;border-radius:7px;text-decoration:none;font-weight:600">${escapeHtml(link.label)}</a></p>`,
    paragraph(questions),
    signature === null ? '' : `<p style="margin:0 0 16px;white-space:pre-line">${escapeHtml(signature)}</p>`,
    '<div class="rule" style="border-top:1px solid #dbe3e6;padding-top:16px">',
    small(escapeHtml(footer)),
    small(
      escapeHtml(why) +
        (choices === null
          ? ''
          : ` <a class="link" href="${escapeHtml(choices.url)}" style="color:${color}">${choices.label}</a>`),
    ),
    '</div></div></body></html>',
  ].join('')
  return { text, html }
}

/** The colors in a mail program in dark mode, which would otherwise invert the light ones, the button's included. */
const darkStyle = (color: string) =>
  [
    '@media (prefers-color-scheme:dark){.page{background:#0f1d23!important;color:#e6eef0!important}',
    '.sheet{background:#142830!important;border-color:#2d444d!important}.rule{border-color:#2d444d!important}',
    `.quiet{color:#a9bac1!important}.button{background:${color}!important;color:#0b171c!important}`,
    `.link{color:${color}!important}}`,
  ].join('')

/** Whether this recipient can turn off emails of this kind. */
function mayChoose({ about, role }: RenderedFor) {
  const kind = kindOf(about)
  if (role === null) return false
  return about === 'summary' || (kind !== null && !isFixed(kind, role))
}

function reason({ about, role }: RenderedFor, firm: string, language: Language) {
  if (about === 'invitation') return `You’re receiving this because ${firm} created an account for you.`
  if (about === 'email-change')
    return `You’re receiving this because this address was entered for an account with ${firm}.`
  if (about === 'employee-handbook') return translations[language]('employeeHandbook', { firm })
  if (role === null) return `You’re receiving this because this address was used to contact ${firm}.`
  return `You’re receiving this because you have an account with ${firm}.`
}
