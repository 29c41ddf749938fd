// Trust C2: whatever is stored anywhere, no page, paper or letter makes a script of it.
import { PDFDict, PDFDocument } from '@cantoo/pdf-lib'
import { callerFor, demonstration, signInAs, type Someone, emailsOf } from './cast.ts'
import { officeOfPayloads } from './payloads.ts'
import { expect, type Person, test } from './portal.ts'

/** What a script would do; what the policy refuses comes as a fault of the page, which fails the story by itself. */
async function listen({ page }: Person): Promise<string[]> {
  const ran: string[] = []
  await page.exposeFunction('hit', () => void ran.push(page.url()))
  page.on('dialog', (dialog) => {
    // What was begun and not sent is asked about when the page is left.
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

test('C2: forty scripts in every text are shown as they are, and none runs', async ({ ownPortal, person }) => {
  test.setTimeout(600_000)
  const portal = await ownPortal()
  const { alice, sam, ann, folder, papers, toSign } = await officeOfPayloads(portal)
  const tabs = ['messages', 'requests', 'onboarding', 'proposals', 'contracts', 'invoices', 'history', 'documents']
  const lists = ['/proposals', '/contracts', '/invoices', '/notifications', '/hr-assistant', '/account']
  const inFolder = tabs.map((tab) => `/client-folders/${folder}?tab=${tab}`)
  const governing = ['/user-management', '/audit', '/retention', '/outbox', '/status', '/reports', '/rate-cards']
  const seen: [Someone, string[]][] = [
    [alice, ['/', '/?tab=folders', '/?tab=staff', '/client-folders', ...governing, ...inFolder]],
    [sam, ['/', '/waiting', '/hr-policies', '/hr-policies/wage-hour', ...papers]],
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
  const letters = await emailsOf(admin, '?limit=200')
  expect(letters.length).toBeGreaterThan(10)
  for (const { html } of letters) expect(html).not.toMatch(/<[^>]*hit\(\)/)
  const { page } = await person()
  await signInAs(page, portal, alice)
  for (const path of papers) {
    const answer = await page.request.get(`${portal.url}/api${path}/pdf`)
    expect(answer.status()).toBe(200)
    expect(await actionsIn(await answer.body()), path).toEqual([])
  }
})

test('C2: a script that got into a page would be seen', async ({ portal, person }) => {
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

/** What in a PDF does something by itself, or leads away. */
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
