// E. Input
import type { Check } from '../check.ts'
import { injection } from '../probes/scanners.ts'

export const inputChecks: Check[] = [
  {
    id: 'E1',
    title: 'SQL injection',
    gate: 1,
    anchor: 'V1.2.4',
    passes: 'sqlmap, signed in, on all parameters finds none; no SQL is built up from text.',
    tests: ['tests/trust/fetches.test.ts: no SQL is put together from text'],
    probes: [injection],
  },
  {
    id: 'E2',
    title: 'Requests the server would make',
    gate: 1,
    anchor: 'API7',
    passes: 'The server fetches no address that a user gave.',
    tests: [
      'tests/trust/fetches.test.ts',
      'server/documents/claiming.test.ts: of our own path at another host is not followed',
    ],
  },
  {
    id: 'E3',
    title: 'Text',
    gate: 1,
    anchor: 'V2.2',
    passes:
      'NUL, lone surrogates, right-to-left, emoji, combining, 10,000 zero-width, in every field: the same comes back, or 400; never 500.',
    tests: ['tests/guards/hostile.test.ts'],
  },
  {
    id: 'E4',
    title: 'JSON',
    gate: 1,
    anchor: 'V1.5, Fastify',
    passes:
      'Depth 10,000, 10 MB, doubled keys, 1e400, 2^53+1, wrong types, no body, other content types: 4xx in at most 100 ms.',
    tests: ['tests/guards/hostile.test.ts: takes nothing amiss in its body', 'tests/trust/json.test.ts'],
  },
  {
    id: 'E5',
    title: 'At random, from the description',
    gate: 1,
    anchor: 'API8',
    passes:
      '5,000 requests made from the OpenAPI description, 200,000 in the long form: no 5xx, every answer fits its schema.',
    tests: ['tests/trust/fuzz.test.ts'],
  },
  {
    id: 'E6',
    title: 'Other targets',
    gate: 2,
    anchor: 'V1.2.10, V1.3.11–12, V15.3.7',
    passes:
      'Mail headers, CSV, log lines, PDF text, repeated parameters and 50,000 characters into each pattern are inert; no pattern takes 50 ms.',
    tests: [
      'server/kit/export.test.ts: lets no text run as a formula',
      'tests/trust/letters.test.ts',
      'tests/trust/inert.test.ts',
      'tests/trust/patterns.test.ts',
    ],
  },
]
