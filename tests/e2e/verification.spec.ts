// Anyone with a signed PDF can verify it: without an account, by keyboard, on a phone.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { readConfig } from '../../server/config.ts'
import { joinDatabase } from '../../server/database-address.ts'
import { createContext } from '../../server/create-context.ts'
import { sealedFile } from '../../server/verification/actions.ts'
import { pdf } from '../samples.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, type Portal, test } from './portal.ts'

const origin = { actorId: null, address: 'test', requestId: 'test' }

/** A contract sealed and registered by this portal, as after a signature. */
async function contractOf({ dataDir }: Portal): Promise<Buffer> {
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const database = await joinDatabase(config)
  const context = await createContext(config, database.address)
  const { bytes, ...file } = await context.seal.seal(pdf(), { reason: 'Contract', at: new Date() })
  const entityId = randomUUID()
  await context.db.transaction(origin, (tx) => sealedFile(tx, { ...file, kind: 'contract', entityId }))
  await context.close()
  await database.stop()
  return bytes
}

const given = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer })

for (const [device, way] of [
  ['desk', 'keyboard'],
  ['phone', 'touch'],
] as const)
  test(`a visitor verifies a PDF, by ${way}`, async ({ portal, person }) => {
    const contract = await contractOf(portal)
    const { page } = await person(device)
    await page.goto(portal.url)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Verify a document' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Verify a document' })).toBeVisible()
    await expectAccessible(page, `the empty page, ${device}`)

    const verdict = page.getByRole('status')
    const choose = page.getByRole('button', { name: /^Choose (a|another) file$/ })
    const verify = async (name: string, bytes: Buffer) => {
      const opened = page.waitForEvent('filechooser')
      await (way === 'touch' ? choose.tap() : choose.press('Enter'))
      await (await opened).setFiles(given(name, bytes))
    }
    await verify('Service agreement.pdf', contract)
    await expect(verdict.getByRole('heading', { name: 'Valid: signed through our portal and unchanged' })).toBeVisible()
    await expect(verdict).toContainText('Signed contract')
    await expect(verdict).toContainText('CN=ProHR Document Seal, O=ProHR')
    await expect(verdict.getByText(/^[0-9a-f]{64}$/)).toBeVisible()
    await expectAccessible(page, `the verdict, ${device}`)
    await expectNoSidewaysScroll(page)

    await verify('Changed.pdf', Buffer.concat([contract, Buffer.from('%')]))
    await expect(verdict.getByRole('heading', { name: 'Signed through our portal, but changed' })).toBeVisible()
    await expect(verdict).toContainText('something was added after the seal')
    await expect(verdict).not.toContainText('Signed contract')
    await verify('Plain.pdf', pdf())
    await expect(verdict.getByRole('heading', { name: 'Not signed through our portal' })).toBeVisible()
    await verify('Letter.pdf', Buffer.from('Dear client'))
    await expect(verdict.getByRole('heading', { name: 'Not a PDF' })).toBeVisible()

    await verify('Huge.pdf', Buffer.alloc(25 * 1_048_576 + 1))
    await expect(page.getByRole('alert')).toContainText('up to 25 MB')
    await expect(choose).toBeVisible()
    if (way === 'keyboard') await expect(choose).toBeFocused()
  })

test('a file that is lost on the way can be sent again or discarded', async ({ portal, person }) => {
  const { page, ...story } = await person()
  story.expectFault(/^failed: POST .*\/api\/verification net::ERR_CONNECTION_RESET/)
  story.allowFault(/\/api\/verification/)
  await page.goto(`${portal.url}/verify`)
  const file = page.getByLabel('File to verify')
  await page.route('**/api/verification', (route) => route.abort('connectionreset'))
  await file.setInputFiles(given('Plain.pdf', pdf()))
  await expect(page.getByRole('alert')).toContainText('Connection lost')
  await page.unroute('**/api/verification')

  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/api/verification', async (route) => {
    await held
    await route.abort('aborted').catch(() => {})
  })
  await file.setInputFiles(given('Plain.pdf', pdf()))
  await expect(page.getByRole('progressbar', { name: 'Verifying Plain.pdf' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('progressbar')).toBeHidden()
  await expect(page.getByRole('alert')).toBeEmpty()
  letGo()
  await page.unroute('**/api/verification')

  await file.setInputFiles(given('Plain.pdf', pdf()))
  await expect(page.getByRole('heading', { name: 'Not signed through our portal' })).toBeVisible()
})

test('a file is dropped, and the root certificate downloaded', async ({ portal, person }) => {
  const { page } = await person()
  await page.goto(`${portal.url}/verify`)
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], 'Dropped.pdf', { type: 'application/pdf' }))
    return transfer
  }, pdf().toString('latin1'))
  await page.getByText('Drop a PDF here').dispatchEvent('drop', { dataTransfer: data })
  await expect(page.getByRole('status')).toContainText('Dropped.pdf')

  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download the root certificate' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toBe('ProHR seal certificate.cer')
  expect(await readFile(await download.path(), 'utf8')).toMatch(/^-----BEGIN CERTIFICATE-----/)
})
