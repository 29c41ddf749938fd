// A. Authentication and sessions
import type { Check } from '../check.ts'
import { movedClock } from '../probes/clock.ts'
import { fiftySignIns } from '../probes/sign-ins.ts'
import { timing } from '../probes/timing.ts'

const sessions = 'server/sessions/sessions.test.ts'
const signingIn = 'server/sessions/signing-in.test.ts'
const passwords = 'server/passwords/passwords.test.ts'
const secondFactor = 'server/second-factor/second-factor.test.ts'

export const accountChecks: Check[] = [
  {
    id: 'A1',
    title: 'Guessing',
    gate: 1,
    anchor: 'V6.3.1, NIST',
    passes:
      'Ten wrong passwords per name and address and fifty per address in 15 minutes, then 429 with Retry-After; a known browser is not shut out by strangers; a hundred in a row tell the owner.',
    tests: [
      `${signingIn}: guessing`,
      `${signingIn}: after a hundred wrong passwords in a row`,
      `${passwords}: wrong links`,
    ],
  },
  {
    id: 'A2',
    title: 'Telling accounts apart',
    gate: 1,
    anchor: 'V6.3.8',
    passes: 'Unknown, known, inactive and without a password answer byte for byte alike, and as fast (AUC 0.45–0.55).',
    tests: [
      `${signingIn}: answers unknown, wrong, inactive and not yet invited alike`,
      `${passwords}: is answered the same, and no letter goes out`,
    ],
    probes: [timing],
  },
  {
    id: 'A3',
    title: 'Session id',
    gate: 1,
    anchor: 'V7.2, V3.3',
    passes:
      'At least 128 bits, stored hashed, new at sign-in, step-up and password change, never adopted; __Host-, Secure, HttpOnly, SameSite; never in address, body, storage or log.',
    tests: [
      `${signingIn}: gives a new session each time`,
      `${signingIn}: sets a cookie that scripts and other sites do not get`,
      `${passwords}: ends the other sessions, renews this one`,
      `${passwords}: ends a session that the browser had, and comes with cookies for this host only`,
      'tests/trust/headers.test.ts: the session id',
    ],
  },
  {
    id: 'A4',
    title: 'Expiry, with the clock moved under the running portal',
    gate: 1,
    anchor: 'V7.3',
    passes: 'An hour idle, 12 hours for the team and 24 for clients in all; what was typed survives signing in again.',
    tests: [
      `${sessions}: end by themselves`,
      'server/events/events.test.ts: a stream ends when the time of its session is over',
      'tests/journeys/signing.spec.ts: what was entered outlives a lost network and an ended session',
    ],
    probes: [movedClock],
  },
  {
    id: 'A5',
    title: 'End of a session',
    gate: 1,
    anchor: 'V7.4, V7.5.2',
    passes:
      'After sign-out, deactivation, role change and reset the old cookie is 401 at once and streams are cut; own sessions are listed and ended; an administrator can end them.',
    tests: [
      `${sessions}: signing out`,
      `${sessions}: one's own sessions`,
      `${passwords}: is chosen anew with the link of the letter, and all sessions end`,
      'server/users/users.test.ts: of the role works at once and signs the person out',
      'server/users/deactivating.test.ts: signs the person out everywhere',
      'server/events/events.test.ts: a stream ends with its session, at once',
      'server/events/events.test.ts: a stream of a deactivated person is cut',
      'server/users/user-sessions.test.ts: the sessions of somebody',
    ],
  },
  {
    id: 'A6',
    title: 'Invitation and reset links',
    gate: 1,
    anchor: 'V6.4, Nextcloud advisories, Fizzy',
    passes:
      'At least 128 bits, hashed, newest only, one of twenty at once, nobody else’s account, not used up by looking, no other host; behind the brake of A1.',
    tests: [
      `${passwords}: an invitation`,
      `${passwords}: a forgotten password`,
      `${passwords}: wrong links`,
      `${passwords}: links end by themselves`,
      'server/users/users.test.ts: inviting again',
    ],
  },
  {
    id: 'A7',
    title: 'Password rules',
    gate: 1,
    anchor: 'V6.2',
    passes:
      '15 characters alone, 8 beside a second factor, up to 256 of any script; 10,000 common ones, the firm, names and e-mail refused; no other rule, nothing cut.',
    tests: [
      'domain/password.test.ts',
      'server/passwords/common-passwords.test.ts',
      `${passwords}: takes a password of any script`,
    ],
  },
  {
    id: 'A8',
    title: 'Fifty sign-ins at once',
    gate: 1,
    anchor: 'V11.4.2',
    passes:
      'Two hashes at a time, a queue of 20, then 503; other calls p99 ≤500 ms, memory +≤200 MB; older hashes are made anew.',
    tests: [`${secondFactor}: upgrades a password that was hashed in an older way`],
    probes: [fiftySignIns],
  },
  {
    id: 'A9',
    title: 'Second factor',
    gate: 2,
    anchor: 'V6.3.3, V6.5',
    passes:
      'Can be required of the team; a code is good once, ±1 step; five wrong then the brake; recovery codes hashed and good once; a reset does not skip it; a passkey signs one challenge, once, on our site only, and after a password for that person only.',
    tests: [
      `${secondFactor}: setting up an authenticator app`,
      `${secondFactor}: signing in with a second factor`,
      'server/second-factor/requirement.test.ts: a second factor required of the team',
      'server/second-factor/totp.test.ts',
      'server/passkeys/passkey-sign-in.test.ts: signing in with a passkey',
      'server/passkeys/passkey-sign-in.test.ts: a passkey as the second factor',
    ],
  },
  {
    id: 'A10',
    title: 'Step-up',
    gate: 2,
    anchor: 'V7.5.1',
    passes:
      'Roles, addresses, export and erasure need a password or code at most ten minutes old, else 403 with the reason.',
    tests: [
      'server/sessions/reauthenticate.test.ts: what asks for the password once more',
      'tests/guards/reauthentication.test.ts: ten minutes after the password',
    ],
  },
  {
    id: 'A11',
    title: 'Fresh start in production',
    gate: 1,
    anchor: 'V6.3.2, V15.2.3',
    passes:
      'No account but a set-up link printed once; demonstration calls 404; a weak or default secret refuses to start.',
    tests: [
      'server/seed/accounts.test.ts: a portal in earnest',
      'server/test-data/test-data.test.ts: in a portal in earnest',
      'server/kit/master-key.test.ts: needs 32 bytes in base64',
      'tests/journeys/start.spec.ts: in production there are no demonstration accounts',
      'server/config.test.ts',
    ],
  },
]
