import type { TestData } from '../../api/test-data.ts'
import { texts } from './words.ts'

/** What pressing the button adds, before one presses it. */
export function TestDataList() {
  return (
    <>
      <ul className="list-disc space-y-1 pl-5 text-body text-ink-2">
        <li>8 people: 3 administrators and 5 staff members</li>
        <li>3 client folders, one of them the demonstration client’s</li>
        <li>4 rate cards, if there are none yet</li>
        <li>
          For the demonstration client: a proposal of $31,500 to approve, a contract to sign, and an invoice to pay
        </li>
      </ul>
      <p className="mt-3 max-w-[68ch] text-body text-ink-2">{texts.again}</p>
    </>
  )
}

const nouns = [
  ['users', 'person', 'people'],
  ['clientFolders', 'client folder', 'client folders'],
  ['serviceRates', 'rate card', 'rate cards'],
  ['proposals', 'proposal', 'proposals'],
  ['contracts', 'contract', 'contracts'],
  ['invoices', 'invoice', 'invoices'],
] as const

const list = new Intl.ListFormat('en-US')

/** The records added just now. */
export function Added(added: TestData) {
  const parts = nouns.flatMap(([key, one, many]) =>
    added[key] === 0 ? [] : [`${added[key]} ${added[key] === 1 ? one : many}`],
  )
  return (
    <p className="mb-4 rounded-md bg-ok-soft px-3.5 py-2.5 text-body text-ok edge-forced">
      {parts.length === 0 ? 'Everything already exists. Nothing was added.' : `Added: ${list.format(parts)}.`}
    </p>
  )
}
