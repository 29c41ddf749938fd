// What the portal needs to know of an email. Runs in a process of its own (process.ts).
import EmailReplyParser from 'email-reply-parser'
import { convert } from 'html-to-text'
import PostalMime, { type Attachment, type Email } from 'postal-mime'
import { safeName } from '../../domain/file-names.ts'

export interface ParsedEmail {
  /** Lowercase; empty if there is none. */
  from: string
  subject: string
  /** What the sender wrote, without the email that they replied to. */
  text: string
  /** Lowercase addresses that it was sent or delivered to. */
  recipients: string[]
  /** The values of its Authentication-Results headers, the last one added first. */
  authenticationResults: string[]
  /** An out-of-office reply, a mailing list, or another email that no person wrote. */
  isAutomatic: boolean
  /** Of an email that says that another one can't be delivered. */
  bounce: { messageId: string } | null
  attachments: { name: string; bytes: Uint8Array }[]
}

/** More than any person writes; the rest would only be quotes. */
const maxCharacters = 200_000
/** Of pictures in the text: smaller ones are logos and icons of a signature. */
const minPictureBytes = 30_000

export async function parseEmail(raw: Uint8Array): Promise<ParsedEmail> {
  const email = await PostalMime.parse(raw, { forceRfc822Attachments: true })
  const header = (name: string) => email.headers.find(({ key }) => key === name)?.value ?? ''
  const headers = (name: string) => email.headers.filter(({ key }) => key === name).map(({ value }) => value)
  return {
    from: email.from?.address?.toLowerCase() ?? '',
    subject: email.subject ?? '',
    text: replyIn(email),
    recipients: recipientsOf(email, [
      ...headers('delivered-to'),
      ...headers('x-original-to'),
      ...headers('envelope-to'),
    ]),
    authenticationResults: headers('authentication-results'),
    isAutomatic: isAutomatic(header),
    bounce: bounceIn(email, header('content-type')),
    attachments: email.attachments
      .filter(isAttachment)
      .map((each) => ({ name: safeName(each.filename ?? 'attachment'), bytes: bytesOf(each) })),
  }
}

function replyIn({ text, html }: Email): string {
  const whole = text?.trim() ? text : convert((html ?? '').slice(0, 2 * maxCharacters), { wordwrap: false })
  return new EmailReplyParser().parseReply(whole.slice(0, maxCharacters)).trim()
}

function recipientsOf({ to = [], cc = [], bcc = [] }: Email, delivered: string[]): string[] {
  const listed = [...to, ...cc, ...bcc].flatMap((each) => (each.group ?? [each]).map(({ address }) => address))
  return [...listed, ...delivered.map((each) => each.trim().replace(/^<|>$/g, ''))].map((each) => each.toLowerCase())
}

/** RFC 3834, and what programs send that do not follow it. */
function isAutomatic(header: (name: string) => string): boolean {
  const submitted = header('auto-submitted').toLowerCase()
  return (
    (submitted !== '' && !submitted.startsWith('no')) ||
    /^(auto[-_]reply|bulk|junk|list)\b/i.test(header('precedence')) ||
    header('x-autoreply') !== '' ||
    header('x-autorespond') !== '' ||
    header('list-id') !== ''
  )
}

/** The Message-ID of the email that couldn't be delivered, if the report says that it failed permanently (RFC 3464). */
function bounceIn({ attachments }: Email, contentType: string): ParsedEmail['bounce'] {
  if (!/^multipart\/report\b/i.test(contentType)) return null
  const textOf = (type: RegExp) =>
    attachments
      .filter(({ mimeType }) => type.test(mimeType))
      .map(asText)
      .join('\n')
  if (!/^action:\s*failed\b/im.test(textOf(/^message\/delivery-status$/))) return null
  const returned = textOf(/^(message\/rfc822|text\/rfc822-headers|message\/global|message\/global-headers)$/)
  const messageId = /^message-id:\s*<([^<>\s]{1,300})>/im.exec(returned)?.[1]
  return messageId === undefined ? null : { messageId }
}

const isAttachment = (each: Attachment) => each.related !== true || bytesOf(each).length >= minPictureBytes

const bytesOf = ({ content }: Attachment): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)

const asText = (each: Attachment) => Buffer.from(bytesOf(each).subarray(0, 100_000)).toString('utf8')
