// Emails: queued in the transaction that causes them, sent by a job afterwards, kept readable when there is no mail server.
import type { Transporter } from 'nodemailer'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { kindOf, placeOf } from '../../domain/notice.ts'
import { newId } from '../kit/id.ts'
import type { Config } from '../config.ts'
import type { DataKeys } from '../kit/data-keys.ts'
import type { Database, Tx } from '../kit/db.ts'
import { bodyOf, encryptBody, greetedName, render, StoredBody, withoutSecretLinks } from './email-body.ts'
import { slowFlag } from '../kit/jobs.ts'
import { noticesOf } from '../notices/written.ts'
import type { Letter } from '../kit/record.ts'
import { rowsOf } from '../kit/rows.ts'
import { typed } from '../kit/row-types.ts'

export interface Post {
  /**
   * Puts letters into the outbox, with a job for each where there is a mail server, and a notice for whom each is to. Answers the
   * ids of the notices, which are those of their live events as well.
   */
  queue(tx: Tx, letters: Letter[]): Promise<string[]>
  /** Sends one queued letter; throws when the mail server refuses, so that the job is tried again. */
  send(db: Database, id: string): Promise<void>
  close(): void
}

/** A mail server that takes the call and says nothing is given up soon; the letter is tried again. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** To an address that nobody confirmed: somebody else may have typed it. */
const unconfirmedEmailsPerDay = 3

export type MailConfig = Pick<Config, 'smtpUrl' | 'smtpTls' | 'mailFrom' | 'publicUrl' | 'provider'>

const CancelledRow = z.object({ emailIds: z.array(z.string()), noticeIds: z.array(z.string()) })

const QueuedEmailRow = StoredBody.extend({ to: z.string(), subject: z.string() })

export function openPost(config: MailConfig, dataKeys: () => DataKeys): Post {
  const { smtpUrl } = config
  // Read with the first letter: an instance without a mail server needs none of it.
  let opened: Promise<Transporter> | undefined
  const transport = (url: string) =>
    (opened ??= import('nodemailer').then(({ default: nodemailer }) =>
      nodemailer.createTransport({
        url,
        ...patience,
        requireTLS: config.smtpTls,
        tls: { minVersion: 'TLSv1.2' },
      }),
    ))
  return {
    async queue(tx, letters) {
      const { now } = tx
      const { actorId } = tx.origin
      const rows = await Promise.all(
        letters.flatMap(oneForEach).map(async (letter) => {
          const {
            to,
            subject,
            lines,
            about,
            link,
            clientFolderId = null,
            unlessLooking = false,
            quietMinutes = 0,
          } = letter
          const id = newId()
          const kind = kindOf(about)
          const box = await encryptBody(dataKeys(), id, { name: to.name, lines, link })
          return {
            id,
            to_user_id: to.userId,
            to: to.email,
            subject,
            box: box.toString('base64'),
            about,
            client_folder_id: clientFolderId,
            unless_looking: unlessLooking,
            quiet_minutes: quietMinutes,
            notice_id: newId(),
            actor_id: actorId,
            kind,
            path: kind === null ? null : placeOf(link.path, kind, clientFolderId),
          }
        }),
      )
      const dayAgo = new Date(now.getTime() - 86_400_000)
      // What one may not choose about is sent whatever was chosen, perhaps in another role. Emails to an unconfirmed address are counted
      // in the row that the statement locks, so that concurrent ones are counted one after the other.
      const { emailIds, noticeIds } = await tx.one(typed(CancelledRow)`
        with asked as materialized (
          select r.*, u.id as person, coalesce(u.delivery, 'at-once') as delivery, exists (
              select from presence p
              where p.user_id = r.to_user_id and p.client_folder_id = r.client_folder_id and p.until > ${now}) as looking,
            coalesce(u.is_confirmed and lower(u.email) = lower(r."to"), false) as to_confirmed
          from ${rowsOf(
            `id uuid, to_user_id uuid, "to" text, subject text, box text, about text, client_folder_id uuid,
              unless_looking boolean, quiet_minutes integer, notice_id uuid, actor_id uuid, kind text, path text`,
            rows,
          )}
          left join lateral (
            select u.id, u.is_active, u.email, u.password is not null as is_confirmed, c.delivery
            from users u left join email_choices c
              on c.user_id = u.id and c.kind = r.kind and not (u.role = 'client' and c.kind = 'signatures')
            where u.id = r.to_user_id offset 0
          ) u on true
          where r.client_folder_id is null or u.is_active is not false
        ),
        wanted as materialized (
          select r.*, encode(sha256(convert_to(lower(r."to"), 'UTF8')), 'hex') as address_hash
          from asked r
          where r.delivery = 'at-once' and not (r.unless_looking and r.looking)
            and not (r.quiet_minutes > 0 and exists (
              select from emails e
              where e.to_user_id = r.to_user_id and e.client_folder_id = r.client_folder_id and e.about = r.about
                and e.created_at > ${now}::timestamptz - make_interval(mins => r.quiet_minutes)))
        ),
        counted as (
          insert into unconfirmed_recipients as c (address_hash, since, emails)
          select address_hash, ${now}, count(*) from wanted where not to_confirmed group by address_hash order by address_hash
          on conflict (address_hash) do update set
            since = case when c.since <= ${dayAgo} then excluded.since else c.since end,
            emails = case when c.since <= ${dayAgo} then 0 else c.emails end + excluded.emails
          returning address_hash, emails
        ),
        email as (
          insert into emails (id, to_user_id, "to", to_confirmed, subject, body_box, about, client_folder_id, status, created_at)
          select r.id, r.to_user_id, r."to", r.to_confirmed, r.subject, decode(r.box, 'base64'), r.about, r.client_folder_id,
            ${smtpUrl === undefined ? 'kept' : 'queued'}, ${now}
          from (
            select w.*, c.emails - row_number() over (partition by w.address_hash, w.to_confirmed order by w.id desc) + 1 as place
            from wanted w left join counted c on c.address_hash = w.address_hash
          ) r
          where r.to_confirmed or r.place <= ${unconfirmedEmailsPerDay}
          returning id
        ),
        ${noticesOf(now)}
        select array(select id from email) as "emailIds", array(select id from notice) as "noticeIds"`)
      if (smtpUrl !== undefined && emailIds.length > 0)
        await tx.rows(sql`
          select graphile_worker.add_job('deliver-email', json_build_object('id', id), flags => array[${slowFlag}])
          from unnest(${emailIds}::uuid[]) id`)
      return noticeIds
    },

    async send(db, id) {
      const letter = await db.maybe(
        typed(QueuedEmailRow)`select "to", subject, ${storedBody} from emails e where id = ${id} and status = 'queued'`,
      )
      if (letter === null || smtpUrl === undefined) return
      const body = await bodyOf(dataKeys(), letter)
      const { toConfirmed, to: address, subject } = letter
      try {
        // The letter's own id, so that a retry after a lost answer can be recognised as the same letter.
        const mailer = await transport(smtpUrl)
        await mailer.sendMail({
          to: { name: greetedName(body, toConfirmed) ?? '', address },
          subject,
          ...render(body, toConfirmed, config),
          from: config.mailFrom,
          replyTo: config.provider.email,
          messageId: `<${id}@${new URL(config.publicUrl).hostname}>`,
          // No out-of-office answers (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        await db.run(sql`update emails set attempts = attempts + 1, last_error = ${reason} where id = ${id}`)
        throw error
      }
      const sent = await encryptBody(dataKeys(), id, withoutSecretLinks(body))
      await db.run(sql`
        update emails set status = 'sent', body_box = ${sent}, text = null, html = null, attempts = attempts + 1, last_error = null,
          sent_at = ${db.now}
        where id = ${id}`)
    },

    close: () => void opened?.then((mailer) => mailer.close()),
  }
}

/** The columns of `emails e` that its body is read from. */
export const storedBody = sql`e.id, e.body_box as "bodyBox", e.text, e.html, e.to_confirmed as "toConfirmed"`

const ClearEmailRow = StoredBody.extend({ status: z.string() })

/** What earlier releases stored in the clear, row by row, so that it can be stopped and continued. */
export async function encryptStoredEmails(db: Database, keys: DataKeys): Promise<void> {
  for (;;) {
    const rows = await db.rows(
      typed(
        ClearEmailRow,
      )`select ${storedBody}, e.status from emails e where e.html is not null order by e.id limit 100`,
    )
    for (const row of rows) {
      const body = await bodyOf(keys, row)
      const box = await encryptBody(keys, row.id, row.status === 'sent' ? withoutSecretLinks(body) : body)
      await db.run(sql`
        update emails set body_box = ${box}, text = null, html = null
        where id = ${row.id} and html is not null and status = ${row.status}`)
    }
    if (rows.length === 0) return
  }
}

const oneForEach = ({ alsoTo = [], ...letter }: Letter): Letter[] => [
  letter,
  ...alsoTo.map(({ subject = letter.subject, lines = letter.lines, ...to }) => ({ ...letter, to, subject, lines })),
]
