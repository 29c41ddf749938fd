// PDF/UA-1 (ISO 14289-1) as far as a program can tell.
import { content, parents } from './content-rules.ts'
import { annotations, fonts } from './object-rules.ts'
import type { Rule } from './rule.ts'
import { openPdf } from './structure.ts'
import { declares, figures, hasTree, headings, nesting, scopes } from './tree-rules.ts'

const rules: Rule[] = [declares, hasTree, headings, figures, nesting, scopes, content, parents, fonts, annotations]

/** What keeps this PDF from being PDF/UA-1, a sentence each; none of a good one. A subset: it cannot judge what words mean. */
export async function checkAccessible(bytes: Uint8Array): Promise<string[]> {
  const pdf = await openPdf(bytes)
  return rules.flatMap((rule) => rule(pdf))
}
