// J. Supply and exposure
import type { Check } from '../check.ts'
import { wapiti } from '../probes/scanners.ts'
import { pruned } from '../probes/pruned.ts'
import { lyingAbout, notRoot } from '../probes/secrets.ts'
import { installing, knownHoles, open } from '../probes/supply.ts'

export const supplyChecks: Check[] = [
  {
    id: 'J1',
    title: 'Installing',
    gate: 1,
    anchor: 'V15.2.4',
    passes:
      'npm ci --ignore-scripts is enough; each package has its hash; none from git or an address; install scripts on a named list.',
    probes: [installing],
  },
  {
    id: 'J2',
    title: 'Known holes',
    gate: 1,
    anchor: 'V15.1–15.2',
    passes:
      'npm audit where it answers, else a loud “not checked”; none deprecated; a supported Node; a bill of materials.',
    probes: [pruned, knownHoles],
    tests: ['tests/guards/supply.test.ts'],
  },
  {
    id: 'J3',
    title: 'Secrets',
    gate: 1,
    anchor: 'V13.3',
    passes: 'None in code and built pages, nor in the list of processes; folders 0700; not root.',
    probes: [lyingAbout, notRoot],
  },
  {
    id: 'J4',
    title: 'What is open',
    gate: 1,
    anchor: 'V13.4',
    passes: 'A word list finds only what is meant to be there; no maps, .git, .env, metrics; other methods 405.',
    tests: ['tests/guards/contract.test.ts: an address'],
    probes: [open],
  },
  {
    id: 'J5',
    title: 'Scanners from outside, as each role',
    gate: 1,
    anchor: '—',
    passes: 'Nothing high; every other finding explained in docs/scanner-findings.md.',
    probes: [wapiti],
  },
]
