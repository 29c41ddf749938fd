// The policies that come with the portal: files of `content/policies/`, front matter in YAML over a text in Markdown.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { PolicyFrontMatter } from '../../domain/hr-policy.ts'
import { parseYaml } from '../kit/yaml.ts'

export type BundledPolicy = PolicyFrontMatter & { content: string }

const folder = join(import.meta.dirname, '../../content/policies')

/** Beside the bundle: the build reads the texts once for all starts (docs/decisions/0002). */
const built = import.meta.filename.endsWith('.ts') ? null : join(import.meta.dirname, 'content/policies.json')

/** As the catalogue lists them; what is not named here comes after, by its slug. */
const order = [
  'employee-handbook',
  'code-of-conduct',
  'anti-discrimination',
  'leave-policy',
  'safety-policy',
  'k12-background-check',
  'k12-student-privacy',
  'k12-mandated-reporting',
  'k12-technology-use',
  'hiring-policy',
  'wage-hour',
  'performance-management',
  'data-privacy',
  'whistleblower',
  'social-media',
]

/** All of them, read anew. @throws naming the file whose front matter is wrong */
export function bundledPolicies(): BundledPolicy[] {
  if (built !== null) return JSON.parse(readFileSync(built, 'utf8')) as BundledPolicy[]
  const place = (slug: string) => (order.includes(slug) ? order.indexOf(slug) : order.length)
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => readPolicy(readFileSync(join(folder, name), 'utf8'), name))
    .toSorted((a, b) => place(a.slug) - place(b.slug) || a.slug.localeCompare(b.slug))
}

export function readPolicy(file: string, name: string): BundledPolicy {
  const [, front, content] = /^---\r?\n([^]*?)\r?\n---\r?\n([^]*)$/.exec(file) ?? []
  if (front === undefined || content === undefined) throw new Error(`${name} does not begin with front matter.`)
  const head = PolicyFrontMatter.safeParse(parseYaml(front))
  if (!head.success) throw new Error(`${name}: ${z.prettifyError(head.error)}`)
  return { ...head.data, content: content.trim() }
}
