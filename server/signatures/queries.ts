import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { SignatureKind, Stroke } from '../../domain/signature.ts'
import { SignerSide } from '../../domain/signer.ts'
import type { Reader } from '../kit/db.ts'
import { typed, IdRow } from '../kit/row-types.ts'

/** The nouns of what can be signed, as in addresses. */
export const SignedNoun = z.enum(['documents', 'contracts'])
export type SignedNoun = z.infer<typeof SignedNoun>

/** The last PDF created for signature `s`. Contracts signed with an earlier version have no separate certificate. */
const lastPdf = sql`p.signature_id = s.id and p.kind = case s.entity_type when 'documents' then 'certificate' else 'sealed' end`

/** SQL expression: "Ann Keller", "Ann Keller and Ben Ortiz", or "Ann Keller, Ben Ortiz, and Cora Lind". */
const signerNames = sql`replace(regexp_replace(string_agg(s.signer_name, chr(31) order by s.id), '\\x1f(?=[^\\x1f]*$)',
  case when count(*) > 2 then ', and ' else ' and ' end), chr(31), ', ')`

/**
 * SQL expression: what a view shows of the signatures once the client's side is done: the names of all who signed, and
 * since when the sealed copy with the last signature exists; null before that.
 * @param isDone SQL condition
 */
export const signatureSummary = (noun: SignedNoun, entityId: Sql, isDone: Sql): Sql => sql`(
  select jsonb_build_object('signerName', ${signerNames}, 'signedAt', iso(max(s.signed_at)),
    'sealedAt', case when count(*) = count(p.id) then iso(max(p.created_at)) end, 'hasCertificate', exists (
      select from archived_pdfs made where made.entity_id = ${entityId} and made.kind = 'certificate'))
  from signatures s left join archived_pdfs p on ${lastPdf}
  where s.entity_type = ${noun} and s.entity_id = ${entityId} and ${isDone} having count(*) > 0)`

export const Signature = z.object({
  id: z.string(),
  entityType: SignedNoun,
  entityId: z.string(),
  clientFolderId: z.string(),
  signerId: z.string(),
  signerName: z.string(),
  signerEmail: z.string(),
  kind: SignatureKind,
  name: z.string(),
  strokes: z.array(Stroke).nullable(),
  consentVersion: z.string(),
  consentText: z.string(),
  consentSha256: z.string(),
  shownSha256: z.string(),
  openedAt: z.date(),
  signedAt: z.date(),
  address: z.string(),
  userAgent: z.string().nullable(),
  /** Null for signatures from before this was required. */
  confirmedBy: z.enum(['password', 'passkey']).nullable(),
  /** The account holder's own name; null if it is the one that the team recorded. */
  accountName: z.string().nullable(),
  earlierNames: z.array(z.string()),
})
export type Signature = z.infer<typeof Signature>

const columns = sql`
  s.id, s.entity_type as "entityType", s.entity_id as "entityId", s.client_folder_id as "clientFolderId",
  s.signer_id as "signerId", s.signer_name as "signerName", s.signer_email as "signerEmail", s.kind, s.name, s.strokes,
  s.consent_version as "consentVersion", s.consent_text as "consentText", s.consent_sha256 as "consentSha256",
  s.shown_sha256 as "shownSha256", s.opened_at as "openedAt", s.signed_at as "signedAt", s.address, s.user_agent as "userAgent",
  s.confirmed_by as "confirmedBy", s.account_name as "accountName", s.earlier_names as "earlierNames"`

/** Without an access check, for the portal's own work. */
export const unsafeSignature = (reader: Reader, id: string, { lock = false } = {}): Promise<Signature | null> =>
  reader.maybe(
    typed(Signature)`select ${columns} from signatures s where s.id = ${id} ${lock ? sql`for update` : sql``}`,
  )

const hasItsPdfs = sql`exists (select from archived_pdfs p where ${lastPdf})`

const SealedRow = z.object({ sealed: z.boolean() })

/** Whether its PDFs exist already. */
export const isSealed = async (reader: Reader, signatureId: string): Promise<boolean> =>
  (
    await reader.one(typed(SealedRow)`
    select ${hasItsPdfs} as sealed from signatures s where s.id = ${signatureId}`)
  ).sealed

/** Signatures between two ids without PDFs: left by an instance that ended in the middle. */
export const unsealed = async (reader: Reader, afterId: string, before: Date): Promise<string[]> =>
  (
    await reader.rows(typed(IdRow)`
      select s.id from signatures s
      where s.id > ${afterId} and s.signed_at <= ${before} and not ${hasItsPdfs} order by s.id limit 100`)
  ).map(({ id }) => id)

/** The first signature without PDFs, because each sealed file extends the previous one. */
export const firstUnsealed = async (reader: Reader, { entityId }: Signature): Promise<Signature | null> =>
  reader.maybe(typed(Signature)`
    select ${columns} from signatures s where s.entity_id = ${entityId} and not ${hasItsPdfs}
    order by s.signed_at, s.id limit 1`)

/** A signature as a certificate shows it, with its position and who delegated it. */
export const CertifiedSignature = Signature.extend({
  account: z.string(),
  side: SignerSide,
  position: z.number(),
  delegatedByName: z.string().nullable(),
})
export type CertifiedSignature = z.infer<typeof CertifiedSignature>

/** All signatures of a contract or document up to this one, in the order of signing. */
export const signaturesUntil = (reader: Reader, { entityId, signedAt, id }: Signature): Promise<CertifiedSignature[]> =>
  reader.rows(typed(CertifiedSignature)`
    select ${columns}, u.username as account, coalesce(r.side, 'client') as side, coalesce(r.position, 1) as position,
      person_name(d.first_name, d.last_name) as "delegatedByName"
    from signatures s join users u on u.id = s.signer_id left join signers r on r.signature_id = s.id
      left join users d on d.id = r.delegated_by_id
    where s.entity_id = ${entityId} and (s.signed_at, s.id) <= (${signedAt}::timestamptz, ${id}::uuid)
    order by s.signed_at, s.id`)

/** An event of the signed document, for its certificate. */
export const SigningEvent = z.object({
  at: z.date(),
  action: z.string(),
  actorName: z.string().nullable(),
  address: z.string().nullable(),
})
export type SigningEvent = z.infer<typeof SigningEvent>

/** Events until the signing, oldest first: the last occurrence of each kind by each person. */
export const eventsUntil = (reader: Reader, { entityId, entityType, id }: Signature): Promise<SigningEvent[]> =>
  reader.rows(typed(SigningEvent)`
    select last.at, last.action, last."actorName", last.address
    from (
      select distinct on (e.action, e.actor_id)
        e.id, e.at, e.action, person_name(u.first_name, u.last_name) as "actorName", e.address
      from audit_entries e left join users u on u.id = e.actor_id
      where e.entity_id = ${entityId} and e.entity_type = ${entityType}
        and e.id <= (select signing.id from audit_entries signing
          where signing.entity_id = ${entityId} and signing.details->>'signatureId' = ${id} order by signing.id limit 1)
      order by e.action, e.actor_id, e.id desc
    ) last
    order by last.id`)

const HeadRow = z.object({ seq: z.number(), hash: z.string() })

/** The audit link of the signing's entry once it is linked: its number and hash. */
export const linkOf = (reader: Reader, { entityId, id }: Signature): Promise<{ seq: number; hash: string } | null> =>
  reader.maybe(typed(HeadRow)`
    select c.seq, encode(c.hash, 'hex') as hash from audit_entries e join audit_links c on c.entry_id = e.id
    where e.entity_id = ${entityId} and e.details->>'signatureId' = ${id} order by e.id limit 1`)
