import { describeAudience } from '../../domain/audience.ts'
import { policyCategoryLabels, type Run } from '../../domain/hr-policy.ts'
import type { HrPolicyVersionView } from '../../domain/hr-policy-version.ts'
import type { Printed } from '../pdf/printer.ts'
import { day } from './format.ts'
import { type PdfPrinter, printPdf } from './print.ts'

export type PolicyDocument = Pick<
  HrPolicyVersionView,
  | 'title'
  | 'category'
  | 'required'
  | 'description'
  | 'number'
  | 'asOf'
  | 'nextReview'
  | 'appliesTo'
  | 'sources'
  | 'sections'
  | 'slug'
>

export function printPolicy(pdfPrinter: PdfPrinter, policy: PolicyDocument): Promise<Printed> {
  const { title, number, asOf, nextReview, appliesTo, sources, sections } = policy
  return printPdf(pdfPrinter, 'policy', {
    footer: `${title}, version ${number}, as of ${day(asOf)} · ${pdfPrinter.config.provider.name}`,
    title,
    description: policy.description,
    category: policyCategoryLabels[policy.category],
    required: policy.required,
    facts: [
      { label: 'Version', value: String(number) },
      { label: 'Current as of', value: day(asOf) },
      { label: 'Next review', value: day(nextReview) },
    ],
    appliesTo: describeAudience(appliesTo),
    sections: sections.map(({ level, heading, blocks }) => ({ level, heading, blocks })),
    sources: sources.map((source): Run => ({ text: source.title, url: source.url })),
    // Relative links in the library point to the portal.
    home: pdfPrinter.config.publicUrl,
  })
}
