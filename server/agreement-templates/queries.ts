import sql, { raw, type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import type { listAgreementTemplates as endpoint } from '../../api/agreement-templates.ts'
import type { Actor } from '../../domain/actor.ts'
import {
  AgreementTemplate,
  type AgreementTemplateView,
  TemplateVersion,
  TemplateVersionSummary,
} from '../../domain/agreement-template.ts'
import { draftActions } from '../../domain/publishing.ts'
import { notFound } from '../../domain/errors.ts'
import { mayUsePart } from '../../domain/folder-rights.ts'
import type { Reader } from '../kit/db.ts'
import {
  containing,
  type Order,
  type Page,
  pageIn,
  pageOf,
  type PageQuery,
  Place,
  placeIn,
  toPage,
} from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'

const columns = sql`
  t.id, t.kind, t.name, t.introduction, t.clauses, t.current_version as "currentVersion",
  v.id is null or (v.name, v.introduction, v.clauses) is distinct from (t.name, t.introduction, t.clauses) as "hasChanges",
  t.is_active as "isActive", t.version, iso(t.created_at) as "createdAt", iso(t.updated_at) as "updatedAt"`

const tables = sql`
  agreement_templates t
  left join agreement_template_versions v on v.template_id = t.id and v.number = t.current_version`

export const viewed = (template: AgreementTemplate, actor: Actor): AgreementTemplateView => ({
  ...template,
  allowed: draftActions(template, actor),
})

/** Templates are for proposals and contracts, so assistants don't see them. */
const seesTemplates = (actor: Actor) => mayUsePart(actor, 'money')

const byName: Order = { by: sql`lower(t.name)`, type: 'text' }
const ListedTemplate = AgreementTemplate.extend({ place: Place })

export async function listAgreementTemplates(
  reader: Reader,
  actor: Actor,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<AgreementTemplateView>> {
  const { q, kind, status, published } = query
  const rows = await reader.rows(typed(ListedTemplate)`
    select ${columns}, ${placeIn(byName)} from ${tables}
    where t.is_active = ${status === 'active'} and ${seesTemplates(actor) ? sql`true` : sql`false`}
      ${kind ? sql`and t.kind = ${kind}` : sql``}
      ${published === undefined ? sql`` : sql`and t.current_version is not null`}
      ${q ? sql`and t.name ilike ${containing(q)}` : sql``}
      ${pageIn(byName, sql`t.id`, query)}`)
  const { items, next } = toPage(rows, query)
  return { items: items.map((template) => viewed(template, actor)), next }
}

/** Throws 404 if the actor doesn't see templates. */
export function assertSeesTemplates(actor: Actor): void {
  if (!seesTemplates(actor)) throw notFound()
}

/** Throws 404 for an unknown one; the endpoints admit only the team. */
export async function agreementTemplateFor(
  reader: Reader,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<AgreementTemplate> {
  // Locked before reading, so that a concurrent transaction's writes are visible.
  if (lock) await reader.maybe(sql`select id from agreement_templates where id = ${id} for update`)
  const found = await reader.maybe(typed(AgreementTemplate)`select ${columns} from ${tables} where t.id = ${id}`)
  if (found === null) throw notFound()
  return found
}

/** The stored choice of a contract (`c`) or proposal (`p`). */
export const templateChoice = (table: 'c' | 'p'): Sql => {
  const of = raw(table)
  return sql`
    case when ${of}.template_id is not null then jsonb_build_object(
      'id', ${of}.template_id, 'version', ${of}.template_version, 'clauses', ${of}.template_clauses) end as template`
}

const versionSummary = sql`
  v.id, v.number, iso(v.published_at) as "publishedAt", person_name(who.first_name, who.last_name) as "publishedByName"`

export async function listTemplateVersions(
  reader: Reader,
  id: string,
  query: PageQuery,
): Promise<Page<TemplateVersionSummary>> {
  await agreementTemplateFor(reader, id)
  const rows = await reader.rows(typed(TemplateVersionSummary)`
    select ${versionSummary} from agreement_template_versions v join users who on who.id = v.published_by_id
    where v.template_id = ${id} ${pageOf(sql`v.id`, query)}`)
  return toPage(rows, query)
}

/** A published version; throws 404 for an unknown one. @param number as in the address */
export async function templateVersionFor(
  reader: Reader,
  id: string,
  number: string | number,
): Promise<TemplateVersion> {
  if (!/^[1-9]\d{0,6}$/.test(String(number))) throw notFound()
  const found = await reader.maybe(typed(TemplateVersion)`
    select ${versionSummary}, t.kind, v.name, v.introduction, v.clauses
    from agreement_template_versions v join agreement_templates t on t.id = v.template_id
      join users who on who.id = v.published_by_id
    where v.template_id = ${id} and v.number = ${Number(number)}`)
  if (found === null) throw notFound()
  return found
}
