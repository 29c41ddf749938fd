// Every page while it waits for the portal, when the portal fails, and when it recovers. The pages come from the
// portal's own table, so new ones are included.
import type { Page } from '@playwright/test'
import { pages } from '../../api/pages.ts'
import type { Role } from '../../domain/actor.ts'
import {
  addClientImport,
  addDocumentImport,
  addDocument,
  addFolder,
  addPerson,
  bookAsVisitor,
  callerFor,
  demonstration,
  openBooking,
  requestOf,
  signInAs,
  visitorOf,
} from './people.ts'
import { lineOf } from './network-stub.ts'
import { expect, expectNothingSticksOut, itemsOf, type Person, type Portal, test } from './portal.ts'

type Path = (typeof pages)[number]['path']
type Addresses = Record<Extract<Path, `${string}:${string}`>, string>

/** While a page shows that it could not be loaded. */
async function expectHoldsOnPhones(page: Page, path: Path) {
  const size = page.viewportSize() ?? { width: 1280, height: 800 }
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNothingSticksOut(page, `${path}, failed, on a phone`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.setViewportSize(size)
}

/** Pages that make no request for their content. */
const askNothing: readonly Path[] = ['/test-data', '/verify', '/email-change/:token']

/** Pages that must not show earlier data once the portal is unreachable. */
const neverOld: readonly Path[] = ['/status']

const addressOf = (path: Path, addresses: Partial<Record<Path, string>>) => addresses[path] ?? path

const mayOpen = (role: Role, { who }: (typeof pages)[number]) =>
  who === 'signed-in' || (who !== 'anyone' && who.some((each: Role) => each === role))

const roles = ['client', 'staff', 'admin'] as const

/** Their content differs by role. */
const startAndFolder: readonly Path[] = ['/', '/client-folders/:id']

/** The role's pages that none before it has. */
function pagesFor(role: (typeof roles)[number]) {
  const before = roles.slice(0, roles.indexOf(role))
  return pages
    .filter((page) => page.path === '/' || mayOpen(role, page))
    .filter((page) => startAndFolder.includes(page.path) || !before.some((each) => mayOpen(each, page)))
    .map(({ path }) => path)
}

const publicPages = pages.filter(({ path, who }) => who === 'anyone' && path !== '/').map(({ path }) => path)

/** Checks each page: it waits, fails, is complete after one retry, and remains so when a refresh fails. */
async function walk({ page }: Person, portal: Portal, paths: readonly Path[], addresses: Addresses, isLive: boolean) {
  const line = await lineOf(page)
  const busy = page.locator('[aria-busy="true"]').filter({ visible: true })
  const tryAgain = page.getByRole('button', { name: 'Try again' })
  for (const path of paths)
    await test.step(path, async () => {
      if (askNothing.includes(path)) {
        await line.fail()
        await page.goto(portal.url + addressOf(path, addresses))
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        return
      }
      // The previous page must not open its live connection after the next line.
      await page.goto('about:blank')
      line.hold()
      await page.goto(portal.url + addressOf(path, addresses))
      await expect(busy.first()).toBeVisible()
      await expect.poll(line.asked).toBeGreaterThan(0)
      await line.fail()
      await expect(tryAgain.first()).toBeVisible()
      await expect(busy).toHaveCount(0)
      await expectHoldsOnPhones(page, path)
      await line.answer()
      await tryAgain.first().press('Enter')
      await expect(tryAgain).toHaveCount(0)
      await expect(busy).toHaveCount(0)
      await expect(page.locator('body'), 'the keyboard goes on where it was').not.toBeFocused()
      await expect(page.locator(':focus')).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      if (!isLive || neverOld.includes(path)) return
      await line.fail()
      await line.comeAgain()
      await expect(tryAgain).toHaveCount(0)
      await expect(busy).toHaveCount(0)
    })
}

for (const role of roles)
  test(`each page of the ${role} waits, fails, and recovers with one press`, async ({ ownPortal, person }) => {
    test.setTimeout(600_000)
    const portal = await ownPortal()
    const addresses = await furnished(portal)
    const someone = await person()
    someone.expectFault(/status of 500/)
    await signInAs(someone.page, portal, demonstration(role))
    await walk(someone, portal, pagesFor(role), addresses, true)
  })

test('each page of a visitor waits, fails, and recovers with one press', async ({ ownPortal, person }) => {
  const portal = await ownPortal()
  const visitor = await person()
  visitor.expectFault(/status of 500/)
  // Invalid links: the page itself reports them.
  visitor.allowFault(/status of 404 .*(one-time-links|employee-handbook)/)
  await walk(visitor, portal, publicPages, await furnished(portal), false)
})

test('the keyboard focus remains in place after a retry, and when more of a list is loaded', async ({
  portal,
  person,
}) => {
  const admin = await callerFor(portal, demonstration('admin'))
  const sam = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName: 'Ladder' })
  for (let n = 2; n <= 30; n++) await addFolder(admin, { name: `Ladder ${n}`, staff: sam })
  const folder = await addFolder(admin, { name: 'Ladder 1', staff: sam })
  const staff = await callerFor(portal, sam)
  for (let n = 1; n <= 60; n++)
    await staff('POST', `/api/client-folders/${folder.id}/messages`, { content: `Rung ${n}` })
  const someone = await person()
  someone.expectFault(/status of 500/)
  const { page } = someone
  const line = await lineOf(page)
  await line.fail()
  await signInAs(page, portal, sam, '/client-folders')
  const tryAgain = page.getByRole('button', { name: 'Try again' })
  await expect(tryAgain).toBeVisible()
  await line.fail()
  await tryAgain.press('Enter')
  await line.settled()
  // It failed again: Enter retries again.
  await expect(tryAgain).toBeFocused()
  await line.answer()
  await page.keyboard.press('Enter')
  const rows = itemsOf(page, 'Client folders')
  await expect(rows.first()).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('checkbox', { name: 'Select all client folders' })).toBeFocused()

  const loaded = await rows.count()
  await line.fail()
  await page.getByRole('button', { name: 'Show more folders' }).press('Enter')
  await expect(tryAgain).toBeFocused()
  await line.answer()
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(30)
  await expect(rows.nth(loaded).getByRole('link')).toBeFocused()

  await page.goto(`${portal.url}/client-folders/${folder.id}?tab=messages`)
  await page.getByRole('button', { name: 'Show earlier messages' }).press('Enter')
  await expect(page.getByText('Rung 1', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Message thread')).toBeFocused()
})

test('what staff typed remains when its request cannot be refreshed', async ({ portal, person }) => {
  const { id } = await visitorOf(portal)('POST', '/api/service-requests', requestOf('Shore Oysters'))
  const staff = await callerFor(portal, demonstration('staff'))
  await staff('PATCH', `/api/service-requests/${id}/status`, { status: 'in-progress' })
  const someone = await person()
  someone.expectFault(/status of 500/)
  const line = await lineOf(someone.page)
  await signInAs(someone.page, portal, demonstration('staff'), `/?tab=create-client&request=${id}`)
  const services = someone.page.getByRole('form', { name: 'Create client' }).getByLabel('Services')
  await services.fill('A handbook, and somebody to read it aloud')
  await line.fail()
  await line.comeAgain()
  await expect(services).toHaveValue('A handbook, and somebody to read it aloud')
})

test('a form that is being filled in stays open when its draft cannot be refreshed', async ({ portal, person }) => {
  const someone = await person()
  someone.expectFault(/status of 500/)
  const line = await lineOf(someone.page)
  await signInAs(someone.page, portal, demonstration('client'), '/hr-forms')
  await someone.page.getByRole('button', { name: 'Fill Form Employment application' }).click()
  const name = someone.page.getByRole('dialog', { name: 'Employment application' }).getByLabel('First name')
  await name.fill('Nora')
  await line.fail()
  await line.comeAgain()
  await expect(name).toHaveValue('Nora')
})

/** A portal with one item for every kind of page, and their addresses. */
async function furnished(portal: Portal): Promise<Addresses> {
  const admin = await callerFor(portal, demonstration('admin'))
  const staff = await callerFor(portal, demonstration('staff'))
  const client = await callerFor(portal, demonstration('client'))
  await admin('POST', '/api/setup-test-data')
  const first = async (path: string) => {
    const [found] = await client<{ id: string; clientFolderId: string }[]>('GET', path)
    if (found === undefined) throw new Error(`There is nothing at ${path}`)
    return found
  }
  const { id: contract, clientFolderId: folder } = await first('/api/contracts')
  const report = await staff('POST', `/api/client-folders/${folder}/onboarding-reports`, {
    clientNeeds: ['A handbook'],
  })
  await staff('PATCH', `/api/onboarding-reports/${report.id}/status`, { status: 'shared' })
  const document = await addDocument(portal, staff, folder, { requiresSignature: true })
  const request = await visitorOf(portal)<{ statusPath: string }>('POST', '/api/service-requests', requestOf('Oysters'))
  const { invitationUrl } = await admin<{ invitationUrl: string }>('POST', '/api/users', {
    role: 'client',
    firstName: 'Ann',
    lastName: 'Pruitt',
    email: 'ann@journey.example',
  })
  const bulkAction = await staff('POST', '/api/bulk-actions', {
    kind: 'message',
    content: 'Our office is closed on Friday.',
    recipients: { folderIds: [folder] },
  })
  const imported = await addClientImport(
    portal,
    demonstration('admin'),
    'Business name,Email\nOyster Bar,bar@journey.example',
  )
  const importedZip = await addDocumentImport(portal, admin, 'Oyster Bar/Lease.pdf')
  await openBooking(admin, await staff('GET', '/api/user'))
  const never = 'a'.repeat(43)
  return {
    '/invitation/:token': new URL(invitationUrl).pathname,
    '/password-reset/:token': `/password-reset/${never}`,
    '/sign-in/:token': `/sign-in/${never}`,
    '/set-up/:token': `/set-up/${never}`,
    '/requests/:token': request.statusPath,
    '/employee-handbook/:token': `/employee-handbook/${never}`,
    '/bookings/:token': await bookAsVisitor(portal),
    '/email-change/:token': `/email-change/${never}`,
    '/bulk-actions/:id': `/bulk-actions/${bulkAction.id}`,
    '/client-imports/:id': `/client-imports/${imported.id}`,
    '/document-imports/:id': `/document-imports/${importedZip.id}`,
    '/client-folders/:id': `/client-folders/${folder}`,
    '/client-folders/:id/statement': `/client-folders/${folder}/statement`,
    '/contracts/:id': `/contracts/${contract}`,
    '/contracts/:id/sign': `/contracts/${contract}/sign`,
    '/proposals/:id': `/proposals/${(await first('/api/proposals')).id}`,
    '/invoices/:id': `/invoices/${(await first('/api/invoices')).id}`,
    '/invoices/:id/pay': `/invoices/${(await first('/api/invoices')).id}/pay`,
    '/onboarding-reports/:id': `/onboarding-reports/${report.id}`,
    '/documents/:id/sign': `/documents/${document.id}/sign`,
    '/hr-policies/:slug': '/hr-policies/wage-hour',
    '/hr-policies/:slug/model-policy': '/hr-policies/wage-hour/model-policy',
  }
}
