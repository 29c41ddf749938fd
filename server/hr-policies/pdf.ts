import type { HrPolicyVersionView } from '../../domain/hr-policy-version.ts'
import { printPolicy } from '../papers/policy.ts'
import type { Press } from '../papers/print.ts'
import type { Printer } from '../pdf/printer.ts'

const mostKept = 40
const printed = new WeakMap<Printer, Map<string, Promise<Uint8Array>>>()

/** A version on paper. Versions never change, so that the papers asked for last are kept; those who ask at once wait for one. */
export function policyPdf(press: Press, version: HrPolicyVersionView): Promise<Uint8Array> {
  const papers = printed.get(press.printer) ?? new Map<string, Promise<Uint8Array>>()
  printed.set(press.printer, papers)
  const known = papers.get(version.id)
  if (known !== undefined) return known
  const paper = printPolicy(press, version).then(({ bytes }) => bytes)
  if (papers.size >= mostKept) papers.delete(papers.keys().next().value ?? '')
  papers.set(version.id, paper)
  paper.catch(() => papers.delete(version.id))
  return paper
}
