// F. Limits
import type { Check } from '../check.ts'
import { fullLists } from '../probes/lists.ts'
import { overload } from '../probes/overload.ts'
import { slow } from '../probes/slow.ts'

const passwords = 'server/passwords/passwords.test.ts'

export const limitChecks: Check[] = [
  {
    id: 'F1',
    title: 'Rates',
    gate: 1,
    anchor: 'V2.4.1, API4',
    passes:
      'Forgotten passwords 3 an hour per name and 20 per address, the public form 60 per address, uploads and questions limited, the rest 600 a minute: 429 with Retry-After, shared by two instances, a made-up X-Forwarded-For does not help.',
    tests: [
      `${passwords}: is asked for three times an hour for an address`,
      `${passwords}: is asked for twenty times an hour from one address`,
      'server/objects/objects.test.ts: is given twenty times a minute',
      'server/hr-assistant/hr-assistant.test.ts: comes at most sixty times a minute',
      'tests/guards/two-instances.test.ts: count tries together',
      'server/kit/rate-limit.test.ts',
      'server/config.test.ts: calls of one person, in earnest',
      'tests/trust/forwarded.test.ts',
    ],
  },
  {
    id: 'F2',
    title: 'Lists on the full data',
    gate: 1,
    anchor: 'API4',
    passes: 'At most 200 rows and 1 MB, with a cursor; no list without a cap.',
    tests: ['tests/guards/contract.test.ts: a list'],
    probes: [fullLists],
  },
  {
    id: 'F3',
    title: 'Slow connections',
    gate: 1,
    anchor: 'M11',
    passes:
      '1,000 each of slow headers, bodies and readers are gone in at most 30 s; meanwhile p99 of /healthz, / and a signed-in read ≤500 ms.',
    tests: ['server/kit/connection-limits.test.ts', 'server/kit/load-shedding.test.ts'],
    probes: [slow],
  },
  {
    id: 'F4',
    title: 'Five times the peak for a minute',
    gate: 2,
    anchor: 'V15.2.2',
    passes: 'Sheds with 503, never wrong; normal p99 at most 10 s after; at most 512 MB.',
    probes: [overload],
  },
]
