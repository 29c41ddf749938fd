// Measures what is recognized in a file of messages like those of content/assistant/crises.
// Usage: node tests/assistant/measure-crises.ts FILE [--wrong]
import { findCrisis } from '../../server/hr-assistant/crisis.ts'
import { examplesIn } from './crisis-examples.ts'

const [file = ''] = process.argv.slice(2)
const judged = examplesIn(file, 'measured').map((each) => ({ ...each, found: findCrisis(each.text) }))
const crises = judged.filter(({ kind }) => kind !== null)
const alike = judged.filter(({ kind }) => kind === null)
const recognized = crises.filter(({ found }) => found !== null).length
const rightly = crises.filter(({ found, kind }) => found?.kind === kind).length
const alarms = alike.filter(({ found }) => found !== null).length
process.stdout.write(
  `Recognized ${recognized} of ${crises.length}, as their kind ${rightly}; false alarms ${alarms} of ${alike.length}\n`,
)
if (process.argv.includes('--wrong'))
  for (const { text, kind, found } of judged)
    if (found?.kind !== (kind ?? undefined))
      process.stdout.write(`  ${kind ?? 'harmless'}, found ${found?.kind ?? 'none'}: ${text}\n`)
