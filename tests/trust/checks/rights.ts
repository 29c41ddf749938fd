// B. Authorisation
import type { Check } from '../check.ts'

export const rightChecks: Check[] = [
  {
    id: 'B1',
    title: 'Every route and every seat',
    gate: 1,
    anchor: 'V8.1–8.2, API1, API5',
    passes: 'The table is as long as the list of endpoints, and each cell answers as it says.',
    tests: ['tests/guards/rights.test.ts'],
  },
  {
    id: 'B2',
    title: 'Swapped ids',
    gate: 1,
    anchor: 'API1, V8.2.2',
    passes:
      'Each id in path and body, also of things that do not belong together, answers byte for byte as what does not exist; nothing changes.',
    tests: ['tests/trust/swapped-ids.test.ts'],
  },
  {
    id: 'B3',
    title: 'Two companies',
    gate: 1,
    anchor: 'V8.4.1',
    passes: 'In 1,000 steps of everybody no answer, letter, export, PDF or log line to one holds a word of the other.',
    tests: [
      'tests/guards/canary.test.ts',
      'server/folder-exports/folder-exports.test.ts: for the client holds what the client may see',
    ],
  },
  {
    id: 'B4',
    title: 'What staff see',
    gate: 1,
    anchor: 'V8.3',
    passes: 'Their own folders and pending requests only; giving away works on the next call and on open streams.',
    tests: [
      'server/service-requests/service-requests.test.ts: the team sees',
      'server/service-requests/service-requests.test.ts: and it leaves the one and reaches the other',
      'server/events/events.test.ts: whoever loses a folder is told to look again',
      'tests/guards/rights.test.ts: for the colleague',
    ],
  },
  {
    id: 'B5',
    title: 'Administrators and master-admins',
    gate: 1,
    anchor: 'V8.3, API5',
    passes:
      'Nobody but a master-admin makes, edits, resets or deactivates one; the last stays, also of two at once; nobody changes their own role.',
    tests: [
      'server/users/deactivating.test.ts: the guards',
      'server/users/deactivating.test.ts: two administrators who deactivate each other',
      'server/outbox/outbox.test.ts: a letter to a master-admin is for master-admins',
      'server/second-factor/second-factor.test.ts: is not an administrator’s for a master-admin',
      'tests/guards/races.test.ts: two administrators who deactivate each other leave one',
    ],
  },
  {
    id: 'B6',
    title: 'Fields that are not the caller’s',
    gate: 1,
    anchor: 'V15.3.3, API3',
    passes: 'Each write × each field of any entity that it does not take, and __proto__, is 400 and changes nothing.',
    tests: ['tests/trust/mass-assignment.test.ts'],
  },
  {
    id: 'B7',
    title: 'Telling too much',
    gate: 1,
    anchor: 'V15.3.1, API3',
    passes:
      'Answers are what their schema lists, which names no hash, token, seed or key of the store; counts, search, assistant and errors tell nothing of others.',
    tests: [
      'tests/trust/exposure.test.ts',
      'server/documents/documents.test.ts: no key of the store, anywhere',
      'tests/guards/canary.test.ts',
    ],
  },
]
