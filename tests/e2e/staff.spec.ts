// Staff at work: their dashboard, the race for a request, the states of a folder, and what they may not see.
import type { Page } from '@playwright/test'
import { addFolder, addPerson, callerFor, demonstration, requestOf, signInAs, visitorOf } from './people.ts'
import {
  expect,
  expectAccessible,
  expectNothingAbove,
  expectNoSidewaysScroll,
  type Portal,
  test,
  toastOf,
} from './portal.ts'

const requestRow = (page: Page, business: string) =>
  page
    .getByRole('list', { name: /service requests$/ })
    .getByRole('listitem')
    .filter({ hasText: business })

const newStaff = async (portal: Portal, firstName: string, lastName: string) =>
  addPerson(portal, await callerFor(portal, demonstration('admin')), { role: 'staff', firstName, lastName })

test('a staff member has exactly the cards, tabs, and links of their role', async ({ portal, person }) => {
  const sue = await newStaff(portal, 'Sue', 'Castellano')
  const { page } = await person()
  await signInAs(page, portal, sue)
  await expect(page.getByRole('heading', { name: 'Staff Dashboard', level: 1 })).toBeVisible()
  await expect(page.getByRole('main').getByText('Staff', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Figures' }).getByRole('term')).toHaveText([
    'Available Requests',
    'My Client Folders',
    'Active Clients',
    'This Month',
  ])
  await expect(page.getByRole('tab')).toHaveText([
    /^Work queue/,
    /^Service Requests/,
    /^My Client Folders/,
    /^Create Client$/,
  ])
  const navigation = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })
  await expect(navigation.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page')
  for (const notTheirs of ['Users', 'Email log', 'Test data'])
    await expect(navigation.getByRole('link', { name: notTheirs })).toHaveCount(0)

  const actions = page.getByRole('navigation', { name: 'Quick actions' }).getByRole('link')
  await expect(actions).toHaveText(['Proposals', 'HR assistant'])
  await expect(actions.last()).toHaveAttribute('href', '/hr-assistant')
  await expect(page.getByRole('region', { name: 'Figures' })).toContainText('This Month$0Billed, $0 collected')

  // The tabs by keyboard alone.
  await page.getByRole('tab', { name: /Service Requests/ }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: /My Client Folders/ })).toBeFocused()
  await expect(page.getByText('No client folders yet')).toBeVisible()
  await page.keyboard.press('End')
  await expect(page.getByRole('form', { name: 'Create client' })).toBeVisible()
  await expect(page).toHaveURL(/tab=create-client/)
  // Staff create folders for themselves: there is no staff field.
  await expect(page.getByLabel('Staff member')).toHaveCount(0)
  await page.getByRole('button', { name: 'Create folder' }).click()
  await expect(page.getByLabel('Client name')).toHaveAccessibleDescription(/required/i)
  await expectAccessible(page, 'the form of a new client with what is missing')

  const phone = await person('phone')
  await signInAs(phone.page, portal, sue)
  const bar = phone.page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })
  await bar.getByRole('link', { name: 'Clients' }).click()
  await expect(phone.page.getByRole('heading', { name: 'Client folders', level: 1 })).toBeVisible()
  await expect(bar.getByRole('link', { name: 'Clients' })).toHaveAttribute('aria-current', 'page')
  await expectAccessible(phone.page, 'the client folders on a phone')
  await expectNoSidewaysScroll(phone.page)
})

test('when two people accept the same request, the second sees who has it', async ({ portal, person }) => {
  const business = 'Accomack Oyster Company'
  await visitorOf(portal)('POST', '/api/service-requests', requestOf(business))
  const sam = await newStaff(portal, 'Sam', 'Whitlock')
  const sue = await newStaff(portal, 'Sue', 'Delacroix')
  const first = await person()
  const second = await person('phone')
  await signInAs(first.page, portal, sam, '/?tab=requests')
  await signInAs(second.page, portal, sue, '/?tab=requests')
  await expect(requestRow(first.page, business)).toContainText(/\d+ (h|m) left/)
  await expect(requestRow(second.page, business)).toBeVisible()

  // Both press before the list updates, so the second has an outdated one.
  second.expectFault(/status of 4(09|12)/)
  await second.page.route('**/api/events**', (route) => route.abort())
  const arrived = second.page.waitForRequest('**/api/service-requests/*/status')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await second.page.route('**/api/service-requests/*/status', async (route) => {
    await held
    await route.continue()
  })
  await requestRow(second.page, business).getByRole('button', { name: 'Accept Request' }).click()
  await arrived
  await requestRow(first.page, business).getByRole('button', { name: 'Accept Request' }).click()
  await expect(toastOf(first.page)).toContainText('Service request updated successfully')
  release()
  await expect(toastOf(second.page)).toContainText('Failed to update service request')
  await expect(toastOf(second.page)).toContainText(/Sam Whitlock/)
  await expect(requestRow(second.page, business)).toHaveCount(0)
  await expectNoSidewaysScroll(second.page)
})

test('a request is completed, and another is cancelled after a confirmation', async ({ portal, person }) => {
  const sam = await newStaff(portal, 'Sam', 'Birchard')
  const { page } = await person()
  await signInAs(page, portal, sam, '/?tab=requests')
  for (const business of ['Done Deal Roofing', 'Change of Mind Catering']) {
    await visitorOf(portal)('POST', '/api/service-requests', requestOf(business))
    await requestRow(page, business).getByRole('button', { name: 'Accept Request' }).click()
    await expect(requestRow(page, business)).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'In progress' }).click()
  await requestRow(page, 'Done Deal Roofing').getByRole('button', { name: 'Done Deal Roofing' }).click()
  const dialog = page.getByRole('dialog', { name: 'Done Deal Roofing' })
  await expect(dialog.getByText('Keep the other nine.')).toBeVisible()
  // The toast about the accepted request is still there.
  await expectNothingAbove(dialog.getByRole('button', { name: 'Complete' }))
  await expectAccessible(page, 'a request in full')
  await dialog.getByRole('button', { name: 'Complete' }).click()
  await expect(dialog).toBeHidden()
  await expect(requestRow(page, 'Done Deal Roofing')).toHaveCount(0)

  await requestRow(page, 'Change of Mind Catering').getByRole('button', { name: 'Change of Mind Catering' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel request' }).click()
  const question = page.getByRole('alertdialog', { name: 'Cancel this request?' })
  await expect(question.getByRole('button', { name: 'Keep request' })).toBeFocused()
  await expectAccessible(page, 'the question before cancelling')
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(page.getByRole('dialog', { name: 'Change of Mind Catering' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel request' }).click()
  await question.getByRole('button', { name: 'Cancel request' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('button', { name: 'Cancelled' }).click()
  await expect(requestRow(page, 'Change of Mind Catering')).toContainText('Cancelled')
  await page.getByRole('button', { name: 'Completed' }).click()
  await expect(requestRow(page, 'Done Deal Roofing')).toContainText('Sam Birchard')
})

test('a folder is edited, archived (which makes it read-only), and restored', async ({ portal, person }) => {
  const admin = await callerFor(portal, demonstration('admin'))
  const sam = await newStaff(portal, 'Sam', 'Ferreira')
  const client = await addPerson(portal, admin, { role: 'client', firstName: 'Ann', lastName: 'Moreau' })
  const folder = await addFolder(admin, { name: 'Moreau Cidery', client, staff: sam })
  const staff = await person()
  const { page } = staff
  await signInAs(page, portal, sam, `/client-folders/${folder.id}`)
  await page.getByRole('button', { name: 'Manage folder' }).click()
  await page.getByRole('menuitem', { name: 'Edit folder' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit folder' })
  await dialog.getByLabel('Client name').fill('Moreau Cidery & Orchard')
  await expectAccessible(page, 'editing a folder')

  // While the form is open, a colleague changes another field: what was typed remains, and the change is shown.
  await admin('PATCH', `/api/client-folders/${folder.id}`, { services: 'A handbook by May' })
  staff.expectFault(/status of 412/)
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog.getByText('A handbook by May').first()).toBeVisible()
  await expect(dialog.getByLabel('Client name')).toHaveValue('Moreau Cidery & Orchard')
  await expect(dialog.getByLabel('Services')).toHaveValue('A handbook by May')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Moreau Cidery & Orchard' })).toBeVisible()

  const phone = await person('phone')
  await signInAs(phone.page, portal, client, '/?tab=requests')
  await phone.page.getByRole('tab', { name: /Messages/ }).click()
  await phone.page.getByLabel('Your message').fill('One moment')
  // The draft may be in transit when the folder closes.
  phone.allowFault(/status of 409/)

  const setStatus = async (status: string) => {
    await page.getByRole('button', { name: 'Manage folder' }).click()
    await page.getByRole('menuitemradio', { name: status }).click()
    await expect(toastOf(page)).toContainText('Client folder updated successfully')
  }
  await setStatus('Archived')
  const readOnly = 'This folder is archived and can only be read.'
  await expect(page.getByRole('button', { name: 'New assignment' })).toHaveCount(0)
  await page.getByRole('tab', { name: /Documents/ }).click()
  await page.getByRole('button', { name: 'Upload Files' }).click()
  await expect(page.getByText(readOnly).first()).toBeVisible()
  await page.getByRole('tab', { name: /Messages/ }).click()
  await expect(page.getByText(readOnly).first()).toBeVisible()
  await expectAccessible(page, 'an archived folder, for staff')
  await expect(phone.page.getByText(readOnly).first()).toBeVisible()
  await expectAccessible(phone.page, 'an archived folder, for its client')
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByRole('list', { name: 'History' })).toContainText(/archived/i)
  await expectAccessible(page, 'the history of a folder')

  await setStatus('Active')
  await page.getByRole('tab', { name: /Assignments/ }).click()
  await expect(page.getByRole('button', { name: 'New assignment' })).toBeVisible()
  // The client's draft from before the archiving is still there.
  await expect(phone.page.getByLabel('Your message')).toHaveValue('One moment')
})

test('inaccessible pages say so plainly', async ({ portal, person }) => {
  const admin = await callerFor(portal, demonstration('admin'))
  const sam = await newStaff(portal, 'Sam', 'Iverson')
  const folder = await addFolder(admin, { name: 'Not Your Business', staff: sam })
  for (const [account, size] of [
    ['staff', 'desk'],
    ['client', 'phone'],
  ] as const) {
    const someone = await person(size)
    const { page } = someone
    await signInAs(page, portal, demonstration(account))
    for (const path of ['/user-management', '/test-data', '/outbox']) {
      await page.goto(portal.url + path)
      await expect(page.getByRole('heading', { name: 'You don’t have access to this page' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Go to home page' })).toBeVisible()
    }
    await expectAccessible(page, 'a page that is not theirs')
    await expectNoSidewaysScroll(page)
    if (account === 'staff') {
      someone.expectFault(/status of 404 .*\/api\/client-folders\//)
      await page.goto(`${portal.url}/client-folders/${folder.id}`)
      await expect(page.getByText('We couldn’t find this folder')).toBeVisible()
      await expect(page.getByText('Not Your Business')).toHaveCount(0)
      await expectAccessible(page, 'a folder that is not theirs')
    }
    await page.goto(`${portal.url}/nowhere-at-all`)
    someone.expectFault(/status of 404 .*\/nowhere-at-all\)$/)
    await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  }
})
