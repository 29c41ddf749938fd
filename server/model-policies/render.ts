// Renders a model policy for an employer: selects variants, fills in fields, and adds the header block and related
// policies.
import type { Employer } from '../../domain/audience.ts'
import {
  fillLine,
  fillSections,
  type PolicyFieldValues,
  type PrintablePolicy,
  selectVariants,
} from '../../domain/model-policy.ts'
import type { PolicySection } from '../../domain/hr-policy.ts'
import { day } from '../pdf-templates/format.ts'
import { sectionsOf } from '../hr-policies/markdown.ts'

/** The printed content of a policy to adopt; the firm's own policies have the same form. */
export interface PolicyText {
  title: string
  version: number
  asOf: string
  owner: string
  appliesTo: string
  content: string
  /** Titles. */
  related: readonly string[]
}

export function renderPolicy(policy: PolicyText, employer: Employer, values: PolicyFieldValues): PrintablePolicy {
  const { title, version, asOf, owner, appliesTo, content, related } = policy
  const sections = fillSections(sectionsOf({ content: selectVariants(content, employer) }), values)
  const rows = [
    ['Policy', title],
    ['Effective date', '[effective date]'],
    ['Version', `${version} (${day(asOf)})`],
    ['Applies to', appliesTo],
    ['Owner', owner],
    ['Approved by', '[approver]'],
  ] as const
  return {
    title,
    header: rows.map(([label, value]) => ({ label, value: fillLine(value, values) })),
    sections: sections.map((section) => withRelated(section, related)),
  }
}

const withRelated = (section: PolicySection, related: readonly string[]): PolicySection =>
  section.heading !== 'Related policies' || related.length === 0
    ? section
    : {
        ...section,
        blocks: [...section.blocks, { kind: 'list', ordered: false, items: related.map((text) => [{ text }]) }],
      }
