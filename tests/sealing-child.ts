// A process that seals one signature and can be killed at it: at a step that is named, or by whoever started it. For the stories
// about crashes; the arguments are JSON.
import { readConfig } from '../server/config.ts'
import type { DatabaseAddress } from '../server/kit/db.ts'
import { buildParts } from '../server/parts.ts'
import { sealSignature } from '../server/signatures/jobs.ts'
import type { SealingStep } from '../server/signatures/papers.ts'

export interface ChildTask {
  address: DatabaseAddress
  dataDir: string
  signatureId: string
  /** Where it dies; never, where there is none. */
  dieAt: SealingStep | null
}

const { address, dataDir, signatureId, dieAt } = JSON.parse(process.argv[2] ?? '') as ChildTask
const config = readConfig({ LOG_LEVEL: 'silent', DEMO: 'off', DATA_DIR: dataDir })
const parts = await buildParts(config, address)
process.stdout.write('begins\n')
await sealSignature(parts, signatureId, (step) => {
  if (step === dieAt) process.kill(process.pid, 'SIGKILL')
})
await parts.close()
process.stdout.write('done\n')
