// H. Faults
import type { Check } from '../check.ts'
import { backups } from '../probes/backup.ts'
import { flushes, fullDisk } from '../probes/disk.ts'
import { kills, termination } from '../probes/kills.ts'
import { largeBackup } from '../probes/large-backup.ts'
import { mailAway } from '../probes/mail.ts'
import { soak } from '../probes/soak.ts'
import { everyUpgrade, killedUpgrade, largeUpgrade } from '../probes/upgrade.ts'

export const faultChecks: Check[] = [
  {
    id: 'H1',
    title: 'Killed while ten write',
    gate: 1,
    anchor: 'M2, SQLite',
    passes:
      '20 kills, 200 in the long form, also while starting and while the schema is brought forward: nothing acknowledged is lost, nothing is half there, ready in 10 s, the trail whole.',
    tests: ['server/signatures/crashes.test.ts'],
    probes: [kills, killedUpgrade],
  },
  {
    id: 'H2',
    title: 'On disk before “saved”',
    gate: 1,
    anchor: 'M1',
    passes: 'At least one flush for each commit seen by strace; files: temporary, fsync, rename, fsync of the folder.',
    probes: [flushes],
  },
  {
    id: 'H3',
    title: 'Disk full',
    gate: 1,
    anchor: 'M5–M7',
    passes:
      'Uploads are refused from 500 MB left; then 503 or 507; reads go on or the process ends in 10 s; never hangs; afterwards all that was acknowledged is there.',
    tests: ['server/kit/files-on-disk.test.ts: not when the disk is nearly full'],
    probes: [fullDisk],
  },
  {
    id: 'H4',
    title: 'Database stopped, restarted, frozen',
    gate: 1,
    anchor: 'M10, V16.5.2',
    passes: '503 in 5 s; well again 5 s after; the process lives; health is red meanwhile.',
    tests: [
      'tests/guards/frozen.test.ts',
      'server/embedded-postgres/supervisor.test.ts: is started again when it alone is killed',
    ],
  },
  {
    id: 'H5',
    title: 'Mail server and store of files away',
    gate: 1,
    anchor: 'V16.5',
    passes:
      'The action succeeds, the letter waits, tries are further and further apart, one letter each; administrators see it; the store: 503 within 5 s.',
    tests: ['server/objects/s3.test.ts'],
    probes: [mailAway],
  },
  {
    id: 'H6',
    title: 'A second process on the same data',
    gate: 1,
    anchor: 'M4',
    passes: 'Ends with a sentence in 2 s; a lock left by a kill is taken over.',
    tests: [
      'tests/journeys/start.spec.ts: a second portal on the same folder is refused with a sentence',
      'server/embedded-postgres/supervisor.test.ts',
    ],
  },
  {
    id: 'H7',
    title: 'SIGTERM under load, and a second one',
    gate: 1,
    anchor: '—',
    passes: 'All calls under way are answered, new ones 503 or refused, exit 0 in 10 s; jobs go on afterwards.',
    tests: ['server/kit/connection-limits.test.ts: a clean stop'],
    probes: [termination],
  },
  {
    id: 'H8',
    title: 'Backup while busy, restored to an empty machine',
    gate: 1,
    anchor: 'A1.3',
    passes: 'The same digest; a damaged backup is noticed; the full set in 30 minutes.',
    tests: ['server/keep/backup.test.ts', 'server/keep/restore.test.ts'],
    probes: [backups, largeBackup],
  },
  {
    id: 'H9',
    title: 'Upgrade from every released schema, with data',
    gate: 1,
    anchor: '—',
    passes:
      'Equal data; killed midway it goes on or rolls back; an old program refuses a newer schema; no table locked over 5 s.',
    tests: ['server/keep/upgrade.test.ts'],
    probes: [everyUpgrade, killedUpgrade, largeUpgrade],
  },
  {
    id: 'H10',
    title: 'Half an hour at peak',
    gate: 2,
    anchor: '—',
    passes: 'Memory grows by less than 1 MB a minute, no handles are left, loop delay p99 ≤50 ms.',
    probes: [soak],
  },
]
