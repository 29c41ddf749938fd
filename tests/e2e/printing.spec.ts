// Printing: only the content, in black on white, even from the dark theme, without controls.
import type { Page } from '@playwright/test'
import { addFolder, addPerson, callerFor, demonstration, signInAs } from './people.ts'
import { expect, expectNoSidewaysScroll, type Portal, test } from './portal.ts'

/** The width between the margins of US Letter, 8.5 inches less twice 16 mm. */
const sheet = { width: 695, height: 935 }

async function papersOf(portal: Portal) {
  const admin = await callerFor(portal, demonstration('admin'))
  const sam = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName: 'Quire' })
  const ann = await addPerson(portal, admin, { role: 'client', firstName: 'Ann', lastName: 'Quire' })
  const folder = await addFolder(admin, { name: 'Quire Stationers', client: ann, staff: sam })
  const staff = await callerFor(portal, sam)
  const services = [{ customName: 'Employee handbook', estimatedHours: 24, hourlyRate: 15_000 }]
  const proposal = await admin('POST', '/api/proposals', {
    clientFolderId: folder.id,
    title: 'A handbook for the shop',
    description: 'What we would do.',
    services,
    validUntil: '2099-12-31',
  })
  await admin('PATCH', `/api/proposals/${proposal.id}/status`, { status: 'sent' })
  const contract = await admin('POST', '/api/contracts', {
    clientFolderId: folder.id,
    clientName: 'Ann Quire',
    clientEmail: ann.email,
    services,
    startDate: '2026-12-01',
  })
  const invoice = await admin('POST', '/api/invoices', {
    clientFolderId: folder.id,
    lineItems: [{ description: 'Consulting', quantity: 8, rate: 12_500 }],
    dueDate: '2099-12-31',
  })
  await admin('PATCH', `/api/invoices/${invoice.id}/status`, { status: 'sent' })
  await staff('POST', `/api/client-folders/${folder.id}/assignments`, { title: 'Count the staff', description: 'All.' })
  return {
    ann,
    sam,
    forClient: {
      [`/proposals/${proposal.id}`]: '$3,600.00',
      [`/contracts/${contract.id}`]: 'Employee handbook',
      [`/invoices/${invoice.id}`]: '$1,057.50',
      [`/client-folders/${folder.id}/statement`]: '$1,057.50',
      '/hr-policies/wage-hour': 'Pay stubs',
    },
    forStaff: {
      [`/client-folders/${folder.id}?tab=assignments`]: 'Count the staff',
      '/reports': 'Billed and collected',
    },
  }
}

/** Printed elements that are useless or unreadable on paper. */
async function unfitForPaper(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const lightness = (color: string) => {
      const context = new OffscreenCanvas(1, 1).getContext('2d')
      if (context === null) throw new Error('There is nothing to draw on')
      context.fillStyle = color
      context.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
      return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255
    }
    const shown = [...document.querySelectorAll('body *')].filter((element) => element.checkVisibility())
    const describe = (why: string, element: Element) =>
      `${why}: ${element.tagName} ${element.textContent.trim().slice(0, 40)}`
    const hasWords = (element: Element) =>
      [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && (nodeValue ?? '').trim() !== '')
    return [
      ...shown
        .filter((one) => getComputedStyle(one).position === 'fixed')
        .map((one) => describe('stays in place', one)),
      ...shown
        .filter((one) => one.matches('nav, [role=tablist], form, search, main button:not(li *, table *)'))
        .map((one) => describe('leads nowhere', one)),
      ...shown
        .filter((one) => one.closest('main') !== null && hasWords(one) && one.getClientRects().length > 0)
        .filter((one) => one.getBoundingClientRect().width > 1 && lightness(getComputedStyle(one).color) > 0.6)
        .filter((one) => !/rgb|oklch/.test(getComputedStyle(one).backgroundColor.replace(/rgba\(0, 0, 0, 0\)/, '')))
        .map((one) => describe('is too pale', one)),
    ]
  })
}

test('pages are printed in black on white, even from the dark theme', async ({ portal, person }) => {
  const { ann, sam, forClient, forStaff } = await papersOf(portal)
  for (const [account, pdfs] of [
    [ann, forClient],
    [sam, forStaff],
  ] as const) {
    const { page } = await person('desk', { colorScheme: 'dark' })
    await signInAs(page, portal, account)
    for (const [path, words] of Object.entries(pdfs)) {
      await page.goto(portal.url + path)
      await expect(page.getByRole('main')).toContainText(words)
      await page.emulateMedia({ media: 'print' })
      await page.setViewportSize(sheet)
      await expect.poll(() => unfitForPaper(page), { message: path }).toEqual([])
      await expect(page.getByRole('main').getByText(words).filter({ visible: true }).first()).toBeVisible()
      await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
      await expectNoSidewaysScroll(page)
      await page.emulateMedia({ media: 'screen' })
      await page.setViewportSize({ width: 1280, height: 800 })
    }
  }
})
