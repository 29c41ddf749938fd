// What PORTAL_INSTALL runs in the tests of upgrade.sh instead of `npm ci`: the packages of this checkout.
import { copyPackages } from './installation.ts'

copyPackages(process.cwd())
