// I. Trail, logs, privacy
import type { Check } from '../check.ts'
import { silence, strayRejection } from '../probes/logs.ts'

export const trailChecks: Check[] = [
  {
    id: 'I1',
    title: 'The trail',
    gate: 1,
    anchor: 'V16.2–16.3',
    passes:
      'Exactly one entry for each write, sign-in, refusal, download and export, in its transaction: who, what, when, from where.',
    tests: [
      'tests/guards/trail.test.ts',
      'tests/guards/contract.test.ts: the trail',
      'server/sessions/signing-in.test.ts: leaves a wrong try in the trail',
    ],
  },
  {
    id: 'I2',
    title: 'The trail changed by SQL',
    gate: 1,
    anchor: 'V16.4.2',
    passes:
      'The database refuses it; a changed, removed or slipped-in entry is named; the head also goes into the backup.',
    tests: ['server/audit/audit.test.ts: the trail', 'server/keep/backup.test.ts: the end of the trail'],
  },
  {
    id: 'I3',
    title: 'Nothing of people in logs',
    gate: 1,
    anchor: 'V16.2.5',
    passes: 'Canary password, token, number, birth date and message: nowhere in logs, error bodies or metrics.',
    probes: [silence],
  },
  {
    id: 'I4',
    title: 'Errors',
    gate: 1,
    anchor: 'V16.5',
    passes: 'A fault tells its number only; a stray rejection is logged and the process ends cleanly.',
    probes: [silence, strayRejection],
  },
  {
    id: 'I5',
    title: 'Every kind of letter',
    gate: 1,
    anchor: 'V14.2',
    passes: 'No content, file name, sum or personnel word; a link that needs a sign-in; one addressee.',
    tests: ['tests/trust/letters.test.ts'],
  },
  {
    id: 'I6',
    title: 'A client exported and erased',
    gate: 2,
    anchor: 'V14.2',
    passes:
      'The export is whole; both ask for the password again and are logged, the link is good once; erased from rows, files and search; a hold or the law wins, with the reason.',
    tests: [
      'server/folder-exports/folder-exports.test.ts',
      'server/retention/erasure.test.ts',
      'server/retention/schedule.test.ts',
      'server/keep/backup.test.ts: back-ups older than so many days',
    ],
  },
  {
    id: 'I7',
    title: 'Retention',
    gate: 2,
    anchor: 'V14.2.7',
    passes: 'The schedule is editable, tried out first, holds win, what goes is in the trail.',
    tests: ['server/retention/schedule.test.ts'],
  },
  {
    id: 'I8',
    title: 'Encryption',
    gate: 2,
    anchor: '§ 18.2-186.6',
    passes: 'Database and files without the key hold no word of documents and forms; the key can be changed.',
    tests: ['server/objects/at-rest.test.ts', 'server/kit/master-key.test.ts', 'server/seal/keys.test.ts'],
  },
]
