// The seventy checks, A1 to J5, as data.
import type { Check } from './check.ts'
import { accountChecks } from './checks/accounts.ts'
import { browserChecks } from './checks/browser.ts'
import { faultChecks } from './checks/faults.ts'
import { fileChecks } from './checks/files.ts'
import { inputChecks } from './checks/input.ts'
import { limitChecks } from './checks/limits.ts'
import { pressureChecks } from './checks/pressure.ts'
import { rightChecks } from './checks/rights.ts'
import { supplyChecks } from './checks/supply.ts'
import { trailChecks } from './checks/trail.ts'

export const checks: Check[] = [
  ...accountChecks,
  ...rightChecks,
  ...browserChecks,
  ...fileChecks,
  ...inputChecks,
  ...limitChecks,
  ...pressureChecks,
  ...faultChecks,
  ...trailChecks,
  ...supplyChecks,
]
