// Emails: queued in the transaction that causes them, sent by a job afterward, and readable in the email log if there
// is no mail server.
import type { Transporter } from 'nodemailer'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { unconfirmedEmailsPerDay } from '../../domain/invitation-limit.ts'
import type { FirmSettings } from '../../domain/firm-settings.ts'
import { kindOf, placeOf } from '../../domain/notification.ts'
import { newId } from '../kit/id.ts'
import type { Config, UploadedLogo } from '../config.ts'
import type { DataKeys } from '../kit/data-keys.ts'
import type { Database, Tx } from '../kit/db.ts'
import {
  bodyOf,
  bodyToStore,
  type EmailBody,
  type EmailFrame,
  encryptBody,
  greetingName,
  render,
  StoredBody,
  withoutSecretLinks,
  withReplyLine,
} from './email-body.ts'
import { mailFailureOf } from './mail-failure.ts'
import { slowFlag } from '../kit/jobs.ts'
import { replyAddressFor } from '../received-emails/reply-addresses.ts'
import { notificationsOf } from '../notifications/notifications-of.ts'
import { queuePush } from '../push-subscriptions/queue.ts'
import { type Email, firm } from '../kit/record.ts'
import { rowsOf } from '../kit/rows.ts'
import { typed } from '../kit/row-types.ts'
import { addressHash, dayBefore } from './unconfirmed-limit.ts'

export interface Mailer {
  /**
   * Writes emails to the email log, with a job for each if there is a mail server, and a notification for each
   * recipient. Returns the notification ids, which are also the ids of their live events.
   */
  queue(tx: Tx, emails: Email[]): Promise<string[]>
  /** Sends one queued email. Throws if the mail server refuses it, so that the job is retried. */
  send(db: Database, id: string): Promise<void>
  close(): void
}

/** Short timeouts for a mail server that accepts the connection but does not reply; the email is retried. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

export type MailConfig = Pick<Config, 'smtpUrl' | 'smtpTls' | 'mailFrom' | 'mailbox' | 'publicUrl' | 'provider'>

const CancelledRow = z.object({ emailIds: z.array(z.string()), noticeIds: z.array(z.string()), pushes: z.number() })

const QueuedEmailRow = StoredBody.extend({
  to: z.string(),
  subject: z.string(),
  userId: z.string().nullable(),
  clientFolderId: z.string().nullable(),
})
type QueuedEmail = Pick<
  z.infer<typeof QueuedEmailRow>,
  'id' | 'to' | 'subject' | 'toConfirmed' | 'about' | 'firstName' | 'role'
>

/** What the firm settings add to emails. */
export const frameOf = ({ branding, emails }: FirmSettings, logo: string | null): EmailFrame => ({
  accent: branding.accent,
  signature: emails.signature,
  logo: emails.showLogo ? logo : null,
})

export function openMailer(config: MailConfig, dataKeys: () => DataKeys, settings: () => FirmSettings): Mailer {
  const { smtpUrl } = config
  const withFirm = (text: string) => text.replaceAll(firm, config.provider.name)
  // Imported with the first email: an instance without a mail server does not need it.
  let opened: Promise<Transporter> | undefined
  const transport = (url: string) =>
    (opened ??= import('nodemailer').then(({ default: nodemailer }) =>
      nodemailer.createTransport({
        url,
        ...timeouts,
        requireTLS: config.smtpTls,
        tls: { minVersion: 'TLSv1.2' },
      }),
    ))
  /** Replies arrive in the conversation, and bounces in the same mailbox. */
  async function repliesOf(db: Database, queued: z.infer<typeof QueuedEmailRow>) {
    const { mailbox } = config
    if (mailbox === undefined) return null
    return {
      envelope: { from: mailbox.address, to: queued.to },
      replyTo: await replyAddressFor(db, dataKeys(), mailbox, queued),
    }
  }
  return {
    async queue(tx, emails) {
      const { now } = tx
      const { actorId } = tx.origin
      const rows = await Promise.all(
        emails.flatMap(oneForEach).map(async (queuedEmail) => {
          const {
            to,
            subject,
            notice = subject,
            about,
            link,
            clientFolderId = null,
            unlessViewed = false,
            quietMinutes = 0,
          } = queuedEmail
          const id = newId()
          const kind = kindOf(about)
          const encrypted = await encryptBody(dataKeys(), id, bodyToStore(queuedEmail, withFirm))
          return {
            id,
            to_user_id: to.userId,
            to: to.email,
            subject: withFirm(subject),
            notice: withFirm(notice),
            body: encrypted.toString('base64'),
            about,
            client_folder_id: clientFolderId,
            unless_looking: unlessViewed,
            quiet_minutes: quietMinutes,
            notification_id: newId(),
            actor_id: actorId,
            kind,
            path: kind === null ? null : placeOf(link.path, kind, clientFolderId),
          }
        }),
      )
      const dayAgo = dayBefore(now)
      // Emails that cannot be turned off are sent whatever the recipient chose, perhaps in another role. Emails to an
      // unconfirmed address are counted in the row that the statement locks, so that concurrent ones are counted in
      // turn.
      const { emailIds, noticeIds } = await tx.one(typed(CancelledRow)`
        with asked as materialized (
          select r.*, u.id as person, coalesce(u.delivery, 'at-once') as delivery, exists (
              select from presence p
              where p.user_id = r.to_user_id and p.client_folder_id = r.client_folder_id and p.expires_at > ${now}) as looking,
            coalesce(u.is_confirmed and lower(u.email) = lower(r."to"), false) as to_confirmed
          from ${rowsOf(
            `id uuid, to_user_id uuid, "to" text, subject text, notice text, body text, about text, client_folder_id uuid,
              unless_looking boolean, quiet_minutes integer, notification_id uuid, actor_id uuid, kind text, path text`,
            rows,
          )}
          left join lateral (
            select u.id, u.is_active, u.email, u.password is not null as is_confirmed, c.delivery
            from users u left join email_preferences c
              on c.user_id = u.id and c.kind = r.kind and not (u.role = 'client' and c.kind = 'signatures')
            where u.id = r.to_user_id offset 0
          ) u on true
          where r.client_folder_id is null or u.is_active is not false
        ),
        wanted as materialized (
          select r.*, ${addressHash(sql`r."to"`)} as address_hash
          from asked r
          where r.delivery = 'at-once' and not (r.unless_looking and r.looking)
            and not (r.quiet_minutes > 0 and exists (
              select from emails e
              where e.to_user_id = r.to_user_id and e.client_folder_id = r.client_folder_id and e.about = r.about
                and e.created_at > ${now}::timestamptz - make_interval(mins => r.quiet_minutes)))
        ),
        counted as (
          insert into unconfirmed_recipients as c (address_hash, since, email_count)
          select address_hash, ${now}, count(*) from wanted where not to_confirmed group by address_hash order by address_hash
          on conflict (address_hash) do update set
            since = case when c.since <= ${dayAgo} then excluded.since else c.since end,
            email_count = case when c.since <= ${dayAgo} then 0 else c.email_count end + excluded.email_count
          returning address_hash, email_count
        ),
        email as (
          insert into emails (id, to_user_id, "to", to_confirmed, subject, body_encrypted, about, client_folder_id, status, created_at)
          select r.id, r.to_user_id, r."to", r.to_confirmed, r.subject, decode(r.body, 'base64'), r.about, r.client_folder_id,
            ${smtpUrl === undefined ? 'kept' : 'queued'}, ${now}
          from (
            select w.*, c.email_count - row_number() over (partition by w.address_hash, w.to_confirmed order by w.id desc) + 1 as place
            from wanted w left join counted c on c.address_hash = w.address_hash
          ) r
          where r.to_confirmed or r.place <= ${unconfirmedEmailsPerDay}
          returning id
        ),
        ${notificationsOf(now)}
        select array(select id from email) as "emailIds", array(select id from notice) as "noticeIds", ${queuePush} as pushes`)
      if (smtpUrl !== undefined && emailIds.length > 0)
        await tx.rows(sql`
          select graphile_worker.add_job('deliver-email', json_build_object('id', id), flags => array[${slowFlag}])
          from unnest(${emailIds}::uuid[]) id`)
      return noticeIds
    },

    async send(db, id) {
      const queuedEmail = await db.maybe(
        typed(
          QueuedEmailRow,
        )`select "to", subject, to_user_id as "userId", client_folder_id as "clientFolderId", ${storedBody} from emails e where id = ${id} and status = 'queued'`,
      )
      if (queuedEmail === null || smtpUrl === undefined) return
      const body = await bodyOf(dataKeys(), queuedEmail)
      try {
        // The email's own id as Message-ID, so that a retry after a lost reply can be recognized as the same email.
        const mailer = await transport(smtpUrl)
        // Inside the email: mail programs hide pictures that are elsewhere, and loading one would say who reads when.
        const { uploadedLogo } = config.provider
        const frame = frameOf(settings(), uploadedLogo === undefined ? null : `cid:${logoId}`)
        const logo = typeof frame.logo === 'string' && uploadedLogo !== undefined ? [asAttachment(uploadedLogo)] : []
        const { envelope, replyTo } = (await repliesOf(db, queuedEmail)) ?? {}
        const message = messageOf(queuedEmail, replyTo ? withReplyLine(body) : body, config, frame)
        await mailer.sendMail({
          ...message,
          ...(replyTo ? { replyTo } : {}),
          ...(envelope ? { envelope } : {}),
          attachments: logo,
        })
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        await db.run(
          sql`update emails set attempts = attempts + 1, last_error = ${reason}, last_failure = ${mailFailureOf(error)} where id = ${id}`,
        )
        throw error
      }
      const sent = await encryptBody(dataKeys(), id, withoutSecretLinks(body))
      await db.run(sql`
        update emails set status = 'sent', body_encrypted = ${sent}, text = null, html = null, attempts = attempts + 1, last_error = null, last_failure = null,
          sent_at = ${db.now}
        where id = ${id}`)
    },

    close: () => void opened?.then((mailer) => mailer.close()),
  }
}

/** The email as the mail server gets it, without attachments. */
export const messageOf = (queued: QueuedEmail, body: EmailBody, config: MailConfig, frame?: EmailFrame) => ({
  to: { name: greetingName(body, queued.toConfirmed) ?? '', address: queued.to },
  subject: queued.subject,
  ...render(body, queued, config, frame),
  from: senderOf(config),
  replyTo: config.provider.email,
  messageId: `<${queued.id}@${new URL(config.publicUrl).hostname}>`,
  // Suppresses out-of-office replies (RFC 3834).
  headers: { 'Auto-Submitted': 'auto-generated' },
})

/** The columns of `emails e` that its body is read from. */
export const storedBody = sql`
  e.id, e.body_encrypted as "bodyEncrypted", e.text, e.html, e.to_confirmed as "toConfirmed", e.about,
  (select u.first_name from users u where u.id = e.to_user_id) as "firstName",
  (select u.role from users u where u.id = e.to_user_id) as role`

const ClearEmailRow = StoredBody.extend({ status: z.string() })

/**
 * Encrypts bodies that earlier releases stored as plain text, row by row, so that it can be interrupted and resumed.
 */
export async function encryptStoredEmails(db: Database, keys: DataKeys): Promise<void> {
  for (;;) {
    const rows = await db.rows(
      typed(
        ClearEmailRow,
      )`select ${storedBody}, e.status from emails e where e.html is not null order by e.id limit 100`,
    )
    for (const row of rows) {
      const body = await bodyOf(keys, row)
      const encrypted = await encryptBody(keys, row.id, row.status === 'sent' ? withoutSecretLinks(body) : body)
      await db.run(sql`
        update emails set body_encrypted = ${encrypted}, text = null, html = null
        where id = ${row.id} and html is not null and status = ${row.status}`)
    }
    if (rows.length === 0) return
  }
}

const oneForEach = ({ alsoTo = [], ...email }: Email): Email[] => [
  email,
  ...alsoTo.map(({ subject = email.subject, lines = email.lines, notice = email.notice, ...to }) => ({
    ...email,
    ...(notice === undefined ? {} : { notice }),
    to,
    subject,
    lines,
  })),
]

/** If MAIL_FROM is only an address, adds the firm's name, so that an inbox shows who sent the email. */
const senderOf = ({ mailFrom, provider }: MailConfig) =>
  mailFrom.includes('<') ? mailFrom : { name: provider.name, address: mailFrom }

const logoId = 'logo@portal'

const asAttachment = ({ type, bytes }: UploadedLogo) => ({
  cid: logoId,
  content: Buffer.from(bytes),
  contentType: type,
  contentDisposition: 'inline' as const,
  filename: type === 'image/png' ? 'logo.png' : 'logo.jpg',
})
