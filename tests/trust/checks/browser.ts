// C. In the browser
import type { Check } from '../check.ts'

export const browserChecks: Check[] = [
  {
    id: 'C1',
    title: 'Other sites',
    gate: 1,
    anchor: 'V3.5.1–3.5.3',
    passes:
      'Each write with a foreign or null origin, with metadata of another site, as a form, as text and of odd types is 403 or 415 and changes nothing; no GET changes anything.',
    tests: ['tests/trust/cross-site.test.ts: every write', 'tests/trust/cross-site.test.ts: reading'],
  },
  {
    id: 'C2',
    title: 'Stored scripts',
    gate: 1,
    anchor: 'V1.2, V3.2.2',
    passes:
      '40 payloads in every text field, seen on every page, in PDF and letter: nothing runs, no report; no raw HTML in the code.',
    tests: ['tests/journeys/stored-scripts.spec.ts', 'tests/trust/raw-html.test.ts'],
  },
  {
    id: 'C3',
    title: 'Headers of every answer',
    gate: 1,
    anchor: 'V3.4',
    passes:
      'Answers, errors, pages and files carry a policy without inline or eval for scripts, object-src, base-uri and frame-ancestors none, HSTS of a year, nosniff, referrer, COOP, CORP; no-store on the API; no banner.',
    tests: ['tests/trust/headers.test.ts: every answer'],
  },
  {
    id: 'C4',
    title: 'Other doors',
    gate: 1,
    anchor: 'V3.4.2, V3.7.2, V4.4.2',
    passes: 'No CORS for strangers; the live connection asks where it comes from; next= leads to own paths only.',
    tests: [
      'tests/trust/cross-site.test.ts: other doors',
      'server/sessions/sessions.test.ts: the way to the sign-in dialog',
      'domain/session.test.ts',
    ],
  },
  {
    id: 'C5',
    title: 'After signing out',
    gate: 2,
    anchor: 'V14.3',
    passes: 'Storage, cache and the back button hold nothing of before; other tabs are signed out too.',
    tests: [
      'tests/journeys/after-sign-out.spec.ts',
      'tests/journeys/client.spec.ts: after logging out nothing is left to look at',
    ],
  },
]
