import sql from 'sql-template-tag'
import type { Actor } from '../../domain/actor.ts'
import {
  type AgreementTemplateInput,
  type AgreementTemplateView,
  assertCanChangeTemplateStatus,
  assertCanEditTemplate,
  assertCanPublishTemplate,
} from '../../domain/agreement-template.ts'
import { invalid } from '../../domain/errors.ts'
import { team } from '../../domain/roles.ts'
import type { Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import type { ChangeEvent } from '../kit/record.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { agreementTemplateFor, viewed } from './queries.ts'

const templateChange = (id: string): ChangeEvent => ({ type: 'agreement-templates', id, roles: [...team] })

export async function createAgreementTemplate(
  tx: Tx,
  actor: Actor,
  { kind, name, introduction, clauses }: AgreementTemplateInput,
): Promise<AgreementTemplateView> {
  const id = newId()
  await tx.run(sql`
    insert into agreement_templates (id, kind, name, introduction, clauses, created_by_id, created_at, updated_at)
    values (${id}, ${kind}, ${name}, ${introduction}, ${JSON.stringify(clauses)}, ${actor.id}, ${tx.now}, ${tx.now})`)
  tx.record({ action: 'agreement-template.created', id, details: { kind } }, templateChange(id))
  return viewed(await agreementTemplateFor(tx, id), actor)
}

export async function changeAgreementTemplate(
  tx: Tx,
  actor: Actor,
  id: string,
  { kind, name, introduction, clauses }: AgreementTemplateInput,
  ifMatch: IfMatch,
): Promise<AgreementTemplateView> {
  const template = await agreementTemplateFor(tx, id, { lock: true })
  assertCanEditTemplate(template)
  assertVersion(template, ifMatch)
  if (kind !== template.kind)
    throw invalid('kind', 'A template is for either contracts or proposals. Create a new template for the other kind.')
  await tx.run(sql`
    update agreement_templates set name = ${name}, introduction = ${introduction}, clauses = ${JSON.stringify(clauses)},
      version = version + 1, updated_at = ${tx.now}
    where id = ${id}`)
  tx.record({ action: 'agreement-template.changed', id }, templateChange(id))
  return viewed(await agreementTemplateFor(tx, id), actor)
}

/** If two people publish the same draft, one succeeds and the other is refused. */
export async function publishAgreementTemplate(
  tx: Tx,
  actor: Actor,
  id: string,
  ifMatch: IfMatch,
): Promise<AgreementTemplateView> {
  const template = await agreementTemplateFor(tx, id, { lock: true })
  assertCanPublishTemplate(template)
  assertVersion(template, ifMatch)
  const { currentVersion: before, name, introduction, clauses } = template
  const after = (before ?? 0) + 1
  await tx.run(sql`
    insert into agreement_template_versions (id, template_id, number, name, introduction, clauses, published_by_id, published_at)
    values (${newId()}, ${id}, ${after}, ${name}, ${introduction}, ${JSON.stringify(clauses)}, ${actor.id}, ${tx.now})`)
  await tx.run(sql`
    update agreement_templates set current_version = ${after}, version = version + 1, updated_at = ${tx.now} where id = ${id}`)
  tx.record({ action: 'agreement-template.published', id, details: { before, after } }, templateChange(id))
  return viewed(await agreementTemplateFor(tx, id), actor)
}

export async function changeAgreementTemplateStatus(
  tx: Tx,
  actor: Actor,
  id: string,
  isActive: boolean,
  ifMatch: IfMatch,
): Promise<AgreementTemplateView> {
  const template = await agreementTemplateFor(tx, id, { lock: true })
  assertCanChangeTemplateStatus(template, isActive)
  assertVersion(template, ifMatch)
  await tx.run(sql`
    update agreement_templates set is_active = ${isActive}, version = version + 1, updated_at = ${tx.now} where id = ${id}`)
  tx.record(
    { action: isActive ? 'agreement-template.restored' : 'agreement-template.archived', id },
    templateChange(id),
  )
  return viewed(await agreementTemplateFor(tx, id), actor)
}
