// Form values of a new version, and the request built from them.
import { z } from 'zod'
import { type HrPolicyVersionView, PolicyVersionInput } from '../../domain/hr-policy-version.ts'
import type { PolicySource } from '../../domain/hr-policy.ts'

const { content, note, title, description, category, required, asOf, nextReview } = PolicyVersionInput.shape

/** Tags part at commas, sources at line ends: a title, then its address. */
export const PublishForm = z
  .object({
    title: title.unwrap(),
    description: description.unwrap(),
    category: category.unwrap(),
    required: required.unwrap(),
    tags: z
      .string()
      .transform((typed) =>
        typed
          .split(',')
          .map((tag) => tag.trim())
          .filter((tag) => tag !== ''),
      )
      .pipe(PolicyVersionInput.shape.tags.unwrap()),
    asOf: asOf.unwrap(),
    nextReview: nextReview.unwrap(),
    sources: z.string().transform(sourcesIn).pipe(PolicyVersionInput.shape.sources.unwrap()),
    content,
    note,
  })
  .refine((typed) => typed.nextReview > typed.asOf, {
    path: ['nextReview'],
    message: 'The next review date must be after the “Current as of” date.',
  })
export type VersionFormValues = z.input<typeof PublishForm>

export const formValuesOf = (version: HrPolicyVersionView): VersionFormValues => ({
  title: version.title,
  description: version.description,
  category: version.category,
  required: version.required,
  tags: version.tags.join(', '),
  asOf: version.asOf,
  nextReview: version.nextReview,
  sources: version.sources.map((source) => `${source.title} ${source.url}`).join('\n'),
  content: version.content,
  note: '',
})

/** "Va. Code § 40.1-29, paydays https://law.lis.virginia.gov/vacode/40.1-29/"; the ids are made from the addresses. */
export function sourcesIn(typed: string): PolicySource[] {
  const taken = new Set<string>()
  const lines = typed.split('\n').map((line) => line.trim())
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const [, title = line, url = ''] = /^(.*?)\s*(\S+:\/\/\S+)$/.exec(line) ?? []
      const name = url
        .toLowerCase()
        .replace(/^https?:\/\/(www\.)?/, '')
        .replace(/[^a-z0-9.]+/g, '-')
      const plain = name.replace(/^[-.]+|-$/g, '') || 'source'
      let id = plain
      for (let count = 2; taken.has(id); count++) id = `${plain}-${count}`
      taken.add(id)
      return { id, title, url }
    })
}
