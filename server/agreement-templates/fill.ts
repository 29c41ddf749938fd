// The terms of a contract or proposal from the version of a template. A version that is already in use stays usable; a
// new choice must be the current version of a template in use.
import type { TemplateChoice, TemplateVersion } from '../../domain/agreement-template.ts'
import type { Contract } from '../../domain/contract.ts'
import { relatedTerms } from '../../domain/contract-relation.ts'
import { conflict, invalid, notFoundAsInvalid } from '../../domain/errors.ts'
import type { FieldValues, TemplateKind } from '../../domain/template-fields.ts'
import { assertFieldsKnown, assertOptionalClauses, assertTextFits, fillTemplate } from '../../domain/template-text.ts'
import {
  type ContractFacts,
  contractFieldPaths,
  contractFieldValues,
  type ProposalFacts,
  proposalFieldValues,
} from '../../domain/template-values.ts'
import type { Reader } from '../kit/db.ts'
import { agreementTemplateFor, templateVersionFor } from './queries.ts'

/** Terms as stored; the template is null if they are the contract's own. */
export interface Terms {
  terms: string
  template: TemplateChoice | null
}

export interface TermsInput {
  terms?: string | null | undefined
  template?: TemplateChoice | null | undefined
}

/**
 * The terms of a contract from what was sent, filled in again at each edit. Terms that differ from the current ones
 * replace the template.
 * @param contract with the values of this edit
 * @param before null for a new contract
 */
export async function contractTerms(
  reader: Reader,
  contract: ContractFacts & Pick<Contract, 'terms' | 'previous'>,
  sent: TermsInput,
  before: Terms | null,
): Promise<Terms> {
  const hasOwn = typeof sent.terms === 'string' && sent.terms !== before?.terms
  const choice = sent.template === undefined ? (hasOwn ? null : (before?.template ?? null)) : sent.template
  if (choice === null) return { terms: contract.terms, template: null }
  if (hasOwn) throw invalid('terms', 'Enter your own terms or choose a template, but not both.')
  const version = await chosenVersion(reader, 'contract', choice, before?.template ?? null)
  const text = filledText(version, choice, contractFieldValues(contract), contractFieldPaths)
  const terms = relatedTerms(text, contract.previous)
  assertTextFits(terms)
  return { terms, template: choice }
}

/** The same for a preview, which shows fields without a value in brackets. */
export async function contractTermsPreview(
  reader: Reader,
  contract: ContractFacts,
  choice: TemplateChoice,
): Promise<string> {
  const version = await chosenVersion(reader, 'contract', choice, null)
  return fillTemplate(version, choice.clauses, contractFieldValues(contract))
}

/** The terms of a proposal; it has none without a template. @param before the proposal's current choice */
export async function proposalTerms(
  reader: Reader,
  proposal: ProposalFacts,
  sent: TemplateChoice | null | undefined,
  before: TemplateChoice | null,
): Promise<{ terms: string | null; template: TemplateChoice | null }> {
  const choice = sent === undefined ? before : sent
  if (choice === null) return { terms: null, template: null }
  const version = await chosenVersion(reader, 'proposal', choice, before)
  const terms = filledText(version, choice, proposalFieldValues(proposal), {})
  assertTextFits(terms)
  return { terms, template: choice }
}

/** The terms of a proposal with optional services, as the client approves it: with the services and the total that it chose. */
export async function approvedTerms(
  reader: Reader,
  proposal: ProposalFacts & { template: TemplateChoice | null },
): Promise<string | null> {
  const { template } = proposal
  if (template === null) return null
  const version = await templateVersionFor(reader, template.id, template.version)
  return fillTemplate(version, template.clauses, proposalFieldValues(proposal))
}

/** A choice as its three columns: id, version, and clauses. */
export const storedChoice = (choice: TemplateChoice | null) =>
  choice === null
    ? ([null, null, null] as const)
    : ([choice.id, choice.version, JSON.stringify(choice.clauses)] as const)

/** For the audit log. */
export const choiceDetails = (choice: TemplateChoice | null) =>
  choice === null ? {} : { templateId: choice.id, templateVersion: choice.version }

/** Throws 400 for a template of the other kind or clauses that aren't optional, 409 for an archived or newer one. */
async function chosenVersion(
  reader: Reader,
  kind: TemplateKind,
  { id, version: number, clauses }: TemplateChoice,
  before: TemplateChoice | null,
): Promise<TemplateVersion> {
  const noTemplate = notFoundAsInvalid('template', 'Choose a template from the list.')
  const template = await agreementTemplateFor(reader, id).catch(noTemplate)
  if (template.kind !== kind) throw invalid('template', 'Choose a template from the list.')
  const version = await templateVersionFor(reader, id, number).catch(noTemplate)
  if (id !== before?.id || number !== before.version) {
    if (!template.isActive)
      throw conflict('This template was archived while you were editing. Choose another one.', 'template')
    if (template.currentVersion !== number)
      throw conflict(
        'A new version of this template was published while you were editing. Choose the template again.',
        'template',
      )
  }
  assertOptionalClauses(version, clauses)
  return version
}

function filledText(
  version: TemplateVersion,
  { clauses }: TemplateChoice,
  values: FieldValues,
  paths: Record<string, string>,
): string {
  assertFieldsKnown(version, clauses, values, paths)
  return fillTemplate(version, clauses, values)
}
