// The package in client/, built as its README says and used as another program would.
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sentInvoice } from '../../tests/invoices.ts'
import { newcomer } from '../../tests/newcomers.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'

const root = join(import.meta.dirname, '../..')
const tsc = join(root, 'node_modules/typescript/bin/tsc')
const run = promisify(execFile)

let testApp: TestApp
let program: string
beforeAll(async () => {
  testApp = await createTestApp()
  program = await mkdtemp(join(tmpdir(), 'portal-client-'))
  const installed = join(program, 'node_modules/hr-portal-client')
  await mkdir(installed, { recursive: true })
  await run(process.execPath, [tsc, '-p', join(root, 'client'), '--outDir', join(installed, 'dist')])
  await cp(join(root, 'client/package.json'), join(installed, 'package.json'))
  await symlink(join(root, 'node_modules/zod'), join(program, 'node_modules/zod'))
  await symlink(join(root, 'node_modules/@types'), join(program, 'node_modules/@types'))
  await cp(join(root, 'client/examples/overdue-invoices.ts'), join(program, 'overdue-invoices.ts'))
  await writeFile(join(program, 'package.json'), '{ "type": "module" }')
}, 120_000)
afterAll(async () => {
  await testApp.close()
  await rm(program, { recursive: true, force: true })
})

const keyWith = async (scopes: string[]): Promise<string> => {
  const { caller } = await newcomer(testApp, 'admin')
  return (await caller.post('/api/api-keys', { name: 'Books', scopes, days: 30 })).body.key
}

const runExample = async (key: string) =>
  run(process.execPath, ['overdue-invoices.ts'], {
    cwd: program,
    env: { PATH: process.env.PATH, PORTAL_URL: await testApp.address(), PORTAL_KEY: key },
  })

/** What the compiler says about a program that uses the package. */
const faultsOf = async (name: string) =>
  run(
    process.execPath,
    [
      tsc,
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2024',
      '--types',
      'node',
      '--skipLibCheck',
      name,
    ],
    { cwd: program },
  ).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  )

it('the example prints every overdue invoice, over several pages', async () => {
  for (let n = 1; n <= 51; n++) await sentInvoice(testApp, { dueDate: '2026-01-31' })
  const overdue = (await testApp.alice.get('/api/invoices?status=overdue&limit=200')).body as {
    invoiceNumber: string
    balance: number
  }[]
  const { stdout } = await runExample(await keyWith(['billing:read']))
  const printed = stdout.trim().split('\n')
  expect(overdue.length).toBeGreaterThan(50)
  expect(printed).toHaveLength(overdue.length + 1)
  for (const { invoiceNumber } of overdue) expect(stdout).toContain(invoiceNumber)
  const cents = overdue.reduce((sum, { balance }) => sum + balance, 0)
  expect(printed.at(-1)).toBe(`Total: ${(cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })}`)
})

it('a key without the scope is refused with the sentence of the portal', async () => {
  const failed = await runExample(await keyWith(['messages:read'])).then(
    () => null,
    (error: { stderr: string; code: number }) => error,
  )
  expect(failed).toMatchObject({
    code: 1,
    stderr: 'The portal refused the call (403): This API key doesn’t have the scope billing:read.\n',
  })
})

it('the compiler accepts the example, and reports a wrong field and a missing id', async () => {
  expect(await faultsOf('overdue-invoices.ts')).toBe('')
  await writeFile(
    join(program, 'wrong.ts'),
    `import { invoices, Portal } from 'hr-portal-client'
    const portal = new Portal({ url: '', key: '' })
    console.log((await portal.call(invoices.readInvoice, { params: { id: '1' } })).ballance)
    await portal.call(invoices.readInvoice)`,
  )
  const faults = await faultsOf('wrong.ts')
  expect(faults).toContain("Property 'ballance' does not exist")
  expect(faults.match(/error TS/g)).toHaveLength(2)
})
