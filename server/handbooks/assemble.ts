// Builds the printed document from a handbook's choices: its policies in order, filled in for the employer.
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { type Employer, exactHeadCount, headCountOf } from '../../domain/audience.ts'
import type { ClientFolder } from '../../domain/client-folder.ts'
import { type Handbook, handbookAcknowledgment } from '../../domain/handbook.ts'
import {
  fieldsIn,
  fillLine,
  openFields,
  type PolicyField,
  PolicyHeaderRow,
  PrintablePolicy,
} from '../../domain/model-policy.ts'
import type { Reader } from '../kit/db.ts'
import { modelPolicies, textOfModelPolicy } from '../model-policies/queries.ts'
import { type PolicyText, renderPolicy } from '../model-policies/render.ts'
import { publishedOwnPolicies } from '../own-policies/queries.ts'
import type { AdoptedDocument } from '../pdf/job.ts'
import { brief } from '../pdf-templates/format.ts'

/** Stored with a version. */
export const HandbookContent = z.object({
  title: z.string(),
  organization: z.string(),
  cover: z.array(PolicyHeaderRow),
  policies: z.array(PrintablePolicy),
  acknowledgment: z.array(z.string()),
  footer: z.string(),
}) satisfies z.ZodType<AdoptedDocument>

interface Assembled {
  /** One title per item; null if the policy is not in use. */
  titles: (string | null)[]
  /** Fields without a value, in order of first appearance. */
  open: PolicyField[]
  /** @param version text for the cover and the footer */
  document: (version: string) => AdoptedDocument
}

export async function assembled(reader: Reader, handbook: Handbook, folder: ClientFolder): Promise<Assembled> {
  const own = await publishedOwnPolicies(
    reader,
    handbook.items.flatMap(({ source, id }) => (source === 'own' ? [id] : [])),
  )
  const texts = handbook.items.map(({ source, id }): PolicyText | null => {
    if (source === 'model') {
      const model = modelPolicies().find(({ slug }) => slug === id)
      return model === undefined ? null : textOfModelPolicy(model)
    }
    const policy = own.get(id)
    return policy === undefined ? null : { ...policy, version: policy.number, asOf: policy.publishedOn, related: [] }
  })
  const employer: Employer = {
    headCount: handbook.headCount === null ? headCountOf(folder) : exactHeadCount(handbook.headCount),
    sector: handbook.sector ?? folder.sector,
  }
  const values = { ...handbook.fields, employer: handbook.fields['employer'] ?? folder.name }
  const policies: PrintablePolicy[] = []
  for (const text of texts) {
    if (text === null) continue
    policies.push(withoutAcknowledgment(renderPolicy(text, employer, values)))
    // Each policy is parsed, and other requests get their turn between two of them.
    await setImmediate()
  }
  const acknowledgment = handbookAcknowledgment.map((words) => fillLine(words, values))
  const organization = values.employer
  const otherTexts = [...policies.flatMap(({ header }) => header.map(({ value }) => value)), ...acknowledgment]
  const open = new Set([...policies.flatMap(({ sections }) => openFields(sections)), ...otherTexts.flatMap(fieldsIn)])
  return {
    titles: texts.map((text) => text?.title ?? null),
    open: [...open],
    document: (version) => ({
      title: handbook.title,
      organization,
      cover: [
        { label: 'Version', value: version },
        { label: 'Effective date', value: fillLine('[effective date]', values) },
        { label: 'Approved by', value: fillLine('[approver]', values) },
      ],
      policies,
      acknowledgment,
      footer: `${brief(organization)} · ${brief(handbook.title)} · Version ${version}`,
    }),
  }
}

/** One acknowledgment at the end covers all policies. */
const withoutAcknowledgment = (policy: PrintablePolicy): PrintablePolicy => ({
  ...policy,
  sections: policy.sections.filter(({ path }) => path[0] !== 'Acknowledgment'),
})
