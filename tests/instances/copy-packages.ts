// The stub that PORTAL_INSTALL runs in the tests of upgrade.sh instead of `npm ci`: copies this checkout's packages.
import { copyPackages } from './installation.ts'

copyPackages(process.cwd())
