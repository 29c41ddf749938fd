// A process that seals one signature and can be killed: at a given step, or by its parent. For crash tests; the
// arguments are JSON.
import { readConfig } from '../server/config.ts'
import type { DatabaseAddress } from '../server/kit/db.ts'
import { createContext } from '../server/create-context.ts'
import { sealSignature } from '../server/signatures/jobs.ts'
import type { SealingStep } from '../server/signatures/generate-pdfs.ts'

export interface ChildTask {
  address: DatabaseAddress
  dataDir: string
  signatureId: string
  /** The step at which it exits; null for none. */
  dieAt: SealingStep | null
}

const { address, dataDir, signatureId, dieAt } = JSON.parse(process.argv[2] ?? '') as ChildTask
const config = readConfig({ LOG_LEVEL: 'silent', DEMO: 'off', DATA_DIR: dataDir })
const parts = await createContext(config, address)
process.stdout.write('begins\n')
await sealSignature(parts, signatureId, (step) => {
  if (step === dieAt) process.kill(process.pid, 'SIGKILL')
})
await parts.close()
process.stdout.write('done\n')
