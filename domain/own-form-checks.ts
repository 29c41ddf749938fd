// Checks of a form by Virginia law. They warn and do not decide: a person knows what the form is for.
import { z } from 'zod'
import type { HrFormField } from './hr-form.ts'

export const OwnFormWarning = z.object({
  message: z.string(),
  source: z.object({ title: z.string(), url: z.string() }),
})
export type OwnFormWarning = z.infer<typeof OwnFormWarning>

/** As the library cites it (content/forms/employment-application.yaml); in effect since July 1, 2026. */
const payLaw = {
  title: 'Va. Code § 40.1-28.7:12, pay ranges and pay history',
  url: 'https://law.lis.virginia.gov/vacode/40.1-28.7:12/',
}

interface Checked {
  title: string
  category: string
  sections: { fields: Pick<HrFormField, 'label'>[] }[]
}

const pay = '(salary|salaries|pay|wages?|compensation|earnings|rate of pay)'
const before = '(current|present|previous|prior|last|past|former|most recent|final|ending|starting and ending)'
const payHistory = new RegExp(
  `\\b${pay} (history|before|earned|received)\\b|\\b${before} (base |annual |hourly )?${pay}\\b|` +
    `\\b${pay}\\b.{0,20}\\b(at|in|from) (your )?${before}\\b|\\b(were|was) you paid\\b|\\byou (earn|earned|make|made)\\b`,
  'i',
)
const anyPay = new RegExp(`\\b${pay}\\b`, 'i')

const isApplication = ({ title, category }: Checked) =>
  /\b(applications?|applicants?|candidates?|interviews?|applying)\b/i.test(title) || /\bhiring\b/i.test(category)

const isPosting = ({ title }: Checked) =>
  /\b(postings?|job ads?|advertisements?|vacanc(y|ies)|job descriptions?|(job|position) openings?)\b/i.test(title)

/** What the law says about a draft: pay history in an application, and a posting without the pay. */
export function warningsOf(form: Checked): OwnFormWarning[] {
  const labels = form.sections.flatMap(({ fields }) => fields.map(({ label }) => label))
  const history = isApplication(form) ? labels.filter((label) => payHistory.test(label)) : []
  const hasPay = labels.some((label) => anyPay.test(label) && !payHistory.test(label))
  return [
    ...history.map((label) => ({
      message: `“${label}” may ask for pay history. A Virginia employer may not ask about salary history (wage or pay history) on a form or in an interview. Remove the field. If you ask for the expected pay instead, make the field optional and have your lawyer review it.`,
      source: payLaw,
    })),
    ...(isPosting(form) && !hasPay
      ? [
          {
            message:
              'This looks like a job posting without the pay. Every Virginia employer must show the wage, salary, or a good-faith pay range in each posting, public or internal. Add a field for it.',
            source: payLaw,
          },
        ]
      : []),
  ]
}
