// Trust C2: whatever text is stored, no page, PDF, or email runs it as a script.
import { PDFDict, PDFDocument } from '@cantoo/pdf-lib'
import { callerFor, demonstration, signInAs, type Someone, emailsOf } from './people.ts'
import { officeOfPayloads } from './payloads.ts'
import { expect, type Person, test } from './portal.ts'

/** Detects a script that runs; what the content policy blocks is a fault of the page, which fails the test anyway. */
async function listen({ page }: Person): Promise<string[]> {
  const ran: string[] = []
  await page.exposeFunction('hit', () => void ran.push(page.url()))
  page.on('dialog', (dialog) => {
    // Leaving a page with unsent text asks for confirmation.
    if (dialog.type() !== 'beforeunload') ran.push(dialog.message())
    void dialog.accept()
  })
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => {
      reportError(new Error(`The policy refused ${violatedDirective}`))
    }),
  )
  return ran
}

test('C2: forty script payloads in every text are shown literally, and none runs', async ({ ownPortal, person }) => {
  test.setTimeout(600_000)
  const portal = await ownPortal()
  const { alice, sam, ann, folder, agreements, toSign } = await officeOfPayloads(portal)
  const tabs = ['messages', 'requests', 'onboarding', 'proposals', 'contracts', 'invoices', 'history', 'documents']
  const lists = ['/proposals', '/contracts', '/invoices', '/notifications', '/hr-assistant', '/account']
  const inFolder = tabs.map((tab) => `/client-folders/${folder}?tab=${tab}`)
  const governing = ['/user-management', '/audit', '/retention', '/outbox', '/status', '/reports', '/rate-cards']
  const seen: [Someone, string[]][] = [
    [alice, ['/', '/?tab=folders', '/?tab=staff', '/client-folders', ...governing, ...inFolder]],
    [sam, ['/', '/waiting', '/hr-policies', '/hr-policies/wage-hour', ...agreements]],
    [ann, [...tabs.map((tab) => `/?tab=${tab}`), `/client-folders/${folder}/statement`, ...lists, toSign]],
  ]
  await Promise.all(
    seen.map(async ([who, paths]) => {
      const browser = await person()
      const ran = await listen(browser)
      const { page } = browser
      await signInAs(page, portal, who)
      let shown = 0
      for (const path of paths) {
        await page.goto(portal.url + path)
        await expect(page.locator('main h1').first()).toBeVisible({ timeout: 60_000 })
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0, { timeout: 60_000 })
        if ((await page.locator('main').textContent())?.includes('hit()') === true) shown++
      }
      expect(ran).toEqual([])
      expect(shown, 'the texts are there').toBeGreaterThan(paths.length / 2)
    }),
  )

  const admin = await callerFor(portal, demonstration('admin'))
  const emails = await emailsOf(admin, '?limit=200')
  expect(emails.length).toBeGreaterThan(10)
  for (const { html } of emails) expect(html).not.toMatch(/<[^>]*hit\(\)/)
  const { page } = await person()
  await signInAs(page, portal, alice)
  for (const path of agreements) {
    const answer = await page.request.get(`${portal.url}/api${path}/pdf`)
    expect(answer.status()).toBe(200)
    expect(await actionsIn(await answer.body()), path).toEqual([])
  }
})

test('C2: detects a script in a page', async ({ portal, person }) => {
  const browser = await person()
  await listen(browser)
  await browser.page.goto(portal.url)
  await browser.page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<img src="/nothing" onerror="hit()">')
  })
  browser.expectFault(/The policy refused script-src-attr/)
  browser.allowFault(/Content Security Policy|404/)
  await expect.poll(() => browser.faults.join()).toContain('The policy refused')
})

/** Actions and links in a PDF. */
async function actionsIn(bytes: Buffer): Promise<string[]> {
  const { context } = await PDFDocument.load(bytes, { updateMetadata: false })
  const found: string[] = []
  for (const [, object] of context.enumerateIndirectObjects())
    if (object instanceof PDFDict || 'dict' in object)
      found.push(
        ...(String(object).match(/\/(JavaScript|JS|Launch|OpenAction|AA|SubmitForm|EmbeddedFile|GoToR)\b/g) ?? []),
      )
  return found
}
