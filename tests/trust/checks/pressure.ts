// G. Right under pressure
import type { Check } from '../check.ts'
import { verification } from '../probes/backup.ts'
import { movedClock } from '../probes/clock.ts'
import { keyAfterStart } from '../probes/kills.ts'

const contracts = 'server/contracts/races.test.ts'
const invoices = 'server/invoices/races.test.ts'

export const pressureChecks: Check[] = [
  {
    id: 'G1',
    title: 'The same POST twice',
    gate: 1,
    anchor: 'Stripe',
    passes:
      'Double click, retry, 50 at once with one key and again after a restart: one row, one answer; other content 422; still running 409; the key is its user’s, for 24 hours.',
    tests: [
      'tests/guards/races.test.ts: one key fifty times',
      'tests/guards/contract.test.ts: with one key happens once',
      'tests/guards/contract.test.ts: while the same one is still running is refused',
      'tests/guards/two-instances.test.ts: remember the same keys',
    ],
    probes: [keyAfterStart],
  },
  {
    id: 'G2',
    title: 'Lost updates',
    gate: 1,
    anchor: 'V15.4.2',
    passes:
      '1,000 random interleavings of two editors: a write on an older version is refused, nothing is overwritten in silence; without a version it works and is marked.',
    tests: [
      'tests/trust/lost-updates.test.ts',
      'tests/guards/contract.test.ts: an edit',
      'tests/guards/races.test.ts: of twenty edits of one version one goes through',
    ],
  },
  {
    id: 'G3',
    title: '200 papers numbered at once, on two instances',
    gate: 1,
    anchor: 'M14, V2.3.4',
    passes: '200 numbers, each once, in the right form, wider past 99 and 999; the caller’s number does not decide.',
    tests: [
      `${contracts}: two hundred contracts on two instances`,
      `${contracts}: a number that two want is one’s`,
      `${invoices}: two hundred invoices on two instances`,
      `${invoices}: a refused one leaves no gap`,
      'domain/numbers.test.ts',
    ],
  },
  {
    id: 'G4',
    title: 'Moves',
    gate: 1,
    anchor: 'V2.3.1',
    passes:
      'Of every entity only the listed moves by the listed roles, else 409 and unchanged; of two at once one; what was sent or signed stays.',
    tests: [
      'domain/invoice.test.ts: the life of an invoice',
      'domain/contract.test.ts',
      'domain/proposal.test.ts',
      'domain/document-request.test.ts',
      'domain/signature.test.ts',
      contracts,
      invoices,
      'tests/guards/races.test.ts',
      'tests/guards/paper-moves.test.ts',
    ],
  },
  {
    id: 'G5',
    title: 'Money',
    gate: 1,
    anchor: 'V1.4.2',
    passes:
      '10,000 random invoices equal an exact decimal oracle to the cent; half up; odd and too large amounts refused; the caller’s sums do not decide.',
    tests: [
      'domain/invoice-lines.test.ts: the sums',
      'domain/money.test.ts',
      'server/invoices/sums.test.ts',
      'tests/guards/paper-input.test.ts',
    ],
  },
  {
    id: 'G6',
    title: 'Time',
    gate: 2,
    anchor: '—',
    passes:
      'Midnight, both clock changes, 29 February, New Year, the clock set back an hour: due dates are dates, order is not by the clock, dead sessions stay dead.',
    tests: [
      'domain/invoice-reminder.test.ts: days',
      'server/invoices/reminders.test.ts: by itself: it reads so at midnight',
      'server/kit/id.test.ts',
      'tests/trust/clock.test.ts',
    ],
    probes: [movedClock],
  },
  {
    id: 'G7',
    title: 'The command that verifies',
    gate: 1,
    anchor: 'Jepsen',
    passes: 'Sums, numbers, rows and files, owners and the trail: no violation, after every suite and restore.',
    tests: ['server/keep/verify.test.ts'],
    probes: [verification],
  },
]
