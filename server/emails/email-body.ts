// What an email says: stored encrypted, and written out as text and HTML only to be sent or shown.
import { z } from 'zod'
import type { Config } from '../config.ts'
import { intoBox, outOfBox } from '../kit/boxes.ts'
import type { DataKeys } from '../kit/data-keys.ts'
import { escapeHtml } from '../../api/page-tokens.ts'

/** Emails of releases before 0140 were stored as text and HTML. */
export type EmailBody =
  | { name: string | null; lines: string[]; link: { label: string; path: string } }
  | { text: string; html: string }

/** As the columns of `emails`: one of `body_box` and `html` is null, or both in a portal that was restored from a backup. */
export const StoredBody = z.object({
  id: z.string(),
  bodyBox: z.instanceof(Buffer).nullable(),
  text: z.string().nullable(),
  html: z.string().nullable(),
  toConfirmed: z.boolean(),
})
export type StoredBody = z.infer<typeof StoredBody>

const notInBackups = 'The text of this email is not in backups.'

const about = (id: string) => `emails ${id}`

export const encryptBody = (keys: DataKeys, id: string, body: EmailBody) =>
  intoBox(keys, JSON.stringify(body), about(id))

export async function bodyOf(keys: DataKeys, { id, bodyBox, text, html }: StoredBody): Promise<EmailBody> {
  if (bodyBox === null && html === null) return { text: notInBackups, html: `<p>${notInBackups}</p>` }
  if (bodyBox === null) return { text: text ?? '', html: html ?? '' }
  return JSON.parse(await outOfBox(keys, bodyBox, about(id))) as EmailBody
}

/** The name of the person, for the greeting and the address line; null unless they confirmed the address. */
export const greetedName = (body: EmailBody, toConfirmed: boolean): string | null =>
  toConfirmed && 'lines' in body ? body.name : null

const secretLinks = /\/(invitation|password-reset|email-change|requests)\/[A-Za-z0-9_-]+/g

/** Without what opens a page or an account without signing in. */
export function withoutSecretLinks(body: EmailBody): EmailBody {
  const hide = (text: string) => text.replace(secretLinks, '/$1/(hidden)')
  return 'lines' in body
    ? { ...body, link: { ...body.link, path: hide(body.link.path) } }
    : { text: hide(body.text), html: hide(body.html) }
}

export function render(
  body: EmailBody,
  toConfirmed: boolean,
  { publicUrl, provider }: Pick<Config, 'publicUrl' | 'provider'>,
): { text: string; html: string } {
  if (!('lines' in body)) return body
  const { lines, link } = body
  const name = greetedName(body, toConfirmed)
  const greeting = name === null ? 'Hello,' : `Hello ${name},`
  const address = `${publicUrl}${link.path}`
  const signature = [provider.name, provider.phone].join(' · ')
  const text = [greeting, ...lines, `${link.label}: ${address}`, signature].join('\n\n') + '\n'
  const paragraph = (line: string) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`
  const html = [
    '<!doctype html><html lang="en"><meta charset="utf-8"><body style="font:16px/25px Figtree,Arial,sans-serif;color:#142c36;',
    'background:#fcfbf7;margin:0;padding:32px 16px"><div style="max-width:560px;margin:0 auto;background:#fff;padding:32px;',
    'border:1px solid #dbe3e6;border-radius:10px">',
    [greeting, ...lines].map(paragraph).join(''),
    `<p style="margin:24px 0"><a href="${escapeHtml(address)}" style="background:#065467;color:#fff;padding:12px 20px;`,
    `border-radius:7px;text-decoration:none;font-weight:600">${escapeHtml(link.label)}</a></p>`,
    `<p style="margin:0;color:#5c6f78;font-size:13px">${escapeHtml(signature)}</p></div></body></html>`,
  ].join('')
  return { text, html }
}
