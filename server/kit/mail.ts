// Letters: queued in the transaction that causes them, sent by a job afterwards, kept readable when there is no mail server.
import type { Transporter } from 'nodemailer'
import sql, { type Sql } from 'sql-template-tag'
import { kindOf, placeOf } from '../../domain/notice.ts'
import { newId } from './id.ts'
import type { Config } from '../config.ts'
import type { Database } from './db.ts'
import { slowFlag } from './jobs.ts'
import { noticeSteps } from './notices.ts'
import type { Letter } from './record.ts'
import { rowsOf } from './rows.ts'

/** A letter, and whose act it tells of. */
interface Caused {
  letter: Letter
  actorId: string | null
}

export interface Post {
  /**
   * Puts letters into the outbox, with a job for each where there is a mail server, and a notice for whom each is to: steps of a
   * statement (`with …`), what the statement has to select so that the jobs are made, and the live notices to tell.
   */
  queue(letters: Caused[], now: Date): { steps: Sql[]; end: Sql; told: string[] }
  /** Sends one queued letter; throws when the mail server refuses, so that the job is tried again. */
  send(db: Database, id: string): Promise<void>
  close(): void
}

/** A mail server that takes the call and says nothing is given up soon; the letter is tried again. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

export function openPost(config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'provider'>): Post {
  const { smtpUrl } = config
  // Read with the first letter: an instance without a mail server needs none of it.
  let opened: Promise<Transporter> | undefined
  const transport = (url: string) =>
    (opened ??= import('nodemailer').then(({ default: nodemailer }) =>
      nodemailer.createTransport({ url, ...patience }),
    ))
  return {
    queue(letters, now) {
      const asked = letters.flatMap(({ letter, actorId }) =>
        oneForEach(letter).map((one) => ({ letter: one, actorId, noticeId: newId(), kind: kindOf(one.about) })),
      )
      const rows = asked.map(({ letter, actorId, noticeId, kind }) => {
        const { to, subject, about, link, clientFolderId = null, unlessLooking = false, quietMinutes = 0 } = letter
        return {
          id: newId(),
          to_user_id: to.userId,
          to: to.email,
          subject,
          ...written(letter, config),
          about,
          client_folder_id: clientFolderId,
          unless_looking: unlessLooking,
          quiet_minutes: quietMinutes,
          notice_id: noticeId,
          actor_id: actorId,
          kind,
          path: kind === null ? null : placeOf(link.path, kind, clientFolderId),
        }
      })
      // What one may not choose about is sent whatever was chosen, perhaps in another role.
      const steps = [
        sql`
        asked as materialized (
          select r.*, u.id as person, coalesce(u.delivery, 'at-once') as delivery, exists (
              select from presence p
              where p.user_id = r.to_user_id and p.client_folder_id = r.client_folder_id and p.until > ${now}) as looking
          from ${rowsOf(
            `id uuid, to_user_id uuid, "to" text, subject text, text text, html text, about text, client_folder_id uuid,
              unless_looking boolean, quiet_minutes integer, notice_id uuid, actor_id uuid, kind text, path text`,
            rows,
          )}
          left join lateral (
            select u.id, u.is_active, c.delivery
            from users u left join email_choices c
              on c.user_id = u.id and c.kind = r.kind and not (u.role = 'client' and c.kind = 'signatures')
            where u.id = r.to_user_id offset 0
          ) u on true
          where r.client_folder_id is null or u.is_active is not false
        )`,
        sql`
        letter as (
          insert into emails (id, to_user_id, "to", subject, text, html, about, client_folder_id, status, created_at)
          select r.id, r.to_user_id, r."to", r.subject, r.text, r.html, r.about, r.client_folder_id,
            ${smtpUrl === undefined ? 'kept' : 'queued'}, ${now}
          from asked r
          where r.delivery = 'at-once' and not (r.unless_looking and r.looking)
            and not (r.quiet_minutes > 0 and exists (
              select from emails e
              where e.to_user_id = r.to_user_id and e.client_folder_id = r.client_folder_id and e.about = r.about
                and e.created_at > ${now}::timestamptz - make_interval(mins => r.quiet_minutes)))
          returning id
        )`,
      ]
      const noticed = asked.filter(({ kind, actorId, letter: { to } }) => kind !== null && to.userId !== actorId)
      if (noticed.length > 0) steps.push(...noticeSteps(now))
      return {
        steps,
        end:
          smtpUrl === undefined
            ? sql``
            : sql`graphile_worker.add_job('send-email', json_build_object('id', id), flags => array[${slowFlag}]) from letter`,
        told: noticed.map(({ noticeId }) => noticeId),
      }
    },

    async send(db, id) {
      const letter = await db.maybe<{ to: string; subject: string; text: string; html: string }>(
        sql`select "to", subject, text, html from emails where id = ${id} and status = 'queued'`,
      )
      if (letter === null || smtpUrl === undefined) return
      try {
        // The letter's own id, so that a retry after a lost answer can be recognised as the same letter.
        const mailer = await transport(smtpUrl)
        await mailer.sendMail({
          ...letter,
          from: config.mailFrom,
          messageId: `<${id}@${new URL(config.publicUrl).hostname}>`,
        })
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        await db.run(sql`update emails set attempts = attempts + 1, last_error = ${reason} where id = ${id}`)
        throw error
      }
      await db.run(sql`
        update emails set status = 'sent', attempts = attempts + 1, last_error = null, sent_at = ${db.now} where id = ${id}`)
    },

    close: () => void opened?.then((mailer) => mailer.close()),
  }
}

const oneForEach = ({ alsoTo = [], ...letter }: Letter): Letter[] => [
  letter,
  ...alsoTo.map(({ subject = letter.subject, lines = letter.lines, ...to }) => ({ ...letter, to, subject, lines })),
]

function written(letter: Letter, { publicUrl, provider }: Pick<Config, 'publicUrl' | 'provider'>) {
  const greeting = letter.to.name === null ? 'Hello,' : `Hello ${letter.to.name},`
  const address = `${publicUrl}${letter.link.path}`
  const signature = [provider.name, provider.phone].join(' · ')
  const text = [greeting, ...letter.lines, `${letter.link.label}: ${address}`, signature].join('\n\n') + '\n'
  const paragraph = (line: string) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`
  const html = [
    '<!doctype html><html lang="en"><meta charset="utf-8"><body style="font:16px/25px Figtree,Arial,sans-serif;color:#142c36;',
    'background:#fcfbf7;margin:0;padding:32px 16px"><div style="max-width:560px;margin:0 auto;background:#fff;padding:32px;',
    'border:1px solid #dbe3e6;border-radius:10px">',
    [greeting, ...letter.lines].map(paragraph).join(''),
    `<p style="margin:24px 0"><a href="${escapeHtml(address)}" style="background:#065467;color:#fff;padding:12px 20px;`,
    `border-radius:7px;text-decoration:none;font-weight:600">${escapeHtml(letter.link.label)}</a></p>`,
    `<p style="margin:0;color:#5c6f78;font-size:13px">${escapeHtml(signature)}</p></div></body></html>`,
  ].join('')
  return { text, html }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
