// The library: a policy is found, read, downloaded, and acknowledged; its second version; a law update that becomes an
// assignment.
import { readFile } from 'node:fs/promises'
import { formatDateWithYear } from '../../web/kit/dates.ts'
import { addFolder, addPerson, callerFor, demonstration, type Someone, signInAs } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, type Portal, signIn, test, toastOf } from './portal.ts'

async function acme(portal: Portal): Promise<{ ann: Someone; sam: Someone; folderId: string }> {
  const admin = await callerFor(portal, demonstration('admin'))
  const sam = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName: 'Okafor' })
  const ann = await addPerson(portal, admin, { role: 'client', firstName: 'Ann', lastName: 'Delgado' })
  const { id } = await addFolder(admin, { name: 'Acme Tooling', client: ann, staff: sam })
  return { ann, sam, folderId: id }
}

/** The date in the handbook's file, as its card shows it. */
async function dateOfHandbook(): Promise<string> {
  const file = await readFile('content/policies/employee-handbook.md', 'utf8')
  return formatDateWithYear(/^asOf: (.+)$/m.exec(file)?.[1] ?? '')
}

test('someone finds a policy by word, tab, and audience, downloads it, and reads it', async ({ portal, person }) => {
  const { page, expectFault } = await person()
  await signIn(page, portal, 'client')
  await page.getByRole('button', { name: 'HR library' }).click()
  await page.getByRole('menuitem', { name: 'Policies' }).click()
  await expect(page.getByRole('heading', { name: 'Virginia HR Policies & Regulations', level: 1 })).toBeVisible()
  await expect(page.getByRole('tab')).toHaveText([
    'All Policies',
    'General HR',
    'K-12 Specific',
    'Compliance',
    'Employment',
  ])
  const cards = page.getByRole('list', { name: 'Policies', exact: true }).locator('> li')
  await expect(cards).toHaveCount(15)
  const handbook = cards.filter({ hasText: 'Employee Handbook' })
  await expect(handbook).toContainText('General HR')
  await expect(handbook).toContainText('Required')
  await expect(handbook).toContainText('+5 more')
  await expect(handbook).toContainText(`Last updated: ${await dateOfHandbook()}`)
  await expect(handbook.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveCount(4)
  await expectAccessible(page, 'the policies')

  await page.getByRole('tab', { name: 'K-12 Specific' }).click()
  await expect(cards).toHaveCount(4)
  await expect(page.getByText('Virginia K-12 Policies')).toBeVisible()
  const technology = cards.filter({ hasText: 'School Technology' })
  await expect(technology.getByText('Required', { exact: true })).toHaveCount(0)
  // The buttons work on every tab.
  const saving = page.waitForEvent('download')
  await technology.getByRole('button', { name: 'Download' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('school_technology_acceptable_use.pdf')
  expect((await readFile(await saved.path())).subarray(0, 5).toString()).toBe('%PDF-')
  await expect(technology.getByRole('link', { name: 'Preview' })).toHaveAttribute('target', '_blank')

  await page.route('**/download*', (route) => route.fulfill({ status: 503, body: '' }))
  expectFault(/status of 503/)
  await technology.getByRole('button', { name: 'Download' }).click()
  await expect(technology.getByRole('alert')).toHaveText('Download failed. Please try again.')
  await page.unroute('**/download*')

  await page.getByRole('tab', { name: 'All Policies' }).click()
  await page.getByLabel('Employees').fill('12')
  await page.getByLabel('Sector').selectOption('private')
  await expect(cards.filter({ hasText: 'Doesn’t apply to you' })).toHaveCount(4)
  await page.getByLabel('Show only policies that may apply').check()
  await expect(cards).toHaveCount(11)
  await page.getByLabel('Search policies').fill('pay stub')
  await expect(cards).toHaveCount(1)
  await cards.getByRole('link', { name: 'Wage and Hour', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Wage and Hour', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/headCount=12/)
  await expect(page.getByText('Applies to you', { exact: true })).toBeVisible()
  await expectAccessible(page, 'a policy')
  const contents = page.getByRole('navigation', { name: 'Contents' }).filter({ visible: true })
  await contents.getByRole('link', { name: 'How often wages are paid' }).click()
  await expect(page.getByRole('heading', { name: 'How often wages are paid' })).toBeInViewport()

  await page.goto(`${portal.url}/hr-policies?q=marriage+of+figaro`)
  await expect(page.getByText('No policies found')).toBeVisible()
})

test('a link to a section of a policy works, even after signing in, and on a phone', async ({ portal, person }) => {
  const { page } = await person('narrow')
  await page.goto(`${portal.url}/hr-policies/wage-hour#pay-stubs`)
  await page.getByRole('dialog').getByLabel('Username').fill('client')
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill('demo-client-2026')
  await page.getByRole('dialog').getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { name: 'Wage and Hour', level: 1 })).toBeVisible()
  await page.goto(`${portal.url}/hr-policies/wage-hour#pay-stubs`)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Pay stubs' })).toBeInViewport()
  await expectNoSidewaysScroll(page)
  await page.goto(`${portal.url}/hr-policies`)
  await expect(page.getByRole('list', { name: 'Policies', exact: true })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await page.goto(`${portal.url}/law-changes`)
  await expect(page.getByRole('list', { name: 'Upcoming' })).toBeVisible()
  await expectNoSidewaysScroll(page)
})

test('an administrator publishes version 2, and its acknowledgment is required again', async ({ portal, person }) => {
  const { ann, sam, folderId } = await acme(portal)
  const client = await person()
  await signInAs(client.page, portal, ann, '/hr-policies/whistleblower')
  await client.page.getByRole('button', { name: 'Acknowledge version 1' }).click()
  await expect(client.page.getByText('You acknowledged version 1.')).toBeVisible()
  await expect(client.page.getByRole('region', { name: 'Acknowledgment' })).toBeFocused()

  const staff = await person()
  await signInAs(staff.page, portal, sam, `/client-folders/${folderId}`)
  await expect(staff.page.getByText('The client acknowledged 1 of 15 policies that apply or may apply.')).toBeVisible()
  await staff.page.goto(`${portal.url}/hr-policies/whistleblower`)
  const rows = staff.page.getByRole('list', { name: 'Acknowledgments' }).getByRole('listitem')
  await expect(rows.filter({ hasText: 'Ann Delgado' })).toContainText('Version 1')
  await expect(staff.page.getByRole('button', { name: 'New version' })).toHaveCount(0)

  const office = await person()
  const { page } = office
  await signIn(page, portal, 'admin', '/hr-policies/whistleblower')
  await page.getByRole('button', { name: 'New version' }).click()
  const dialog = page.getByRole('dialog')
  const text = await dialog.getByLabel('Text').inputValue()
  await dialog.getByLabel('Text').fill('No heading here.')
  await dialog.getByLabel('What changed').fill('Whom to tell first.')
  office.expectFault(/status of 400/)
  await dialog.getByRole('button', { name: 'Publish version' }).click()
  await expect(dialog.getByLabel('Text')).toHaveAccessibleDescription(/Line 1: Begin the text with a heading/)
  await expect(dialog.getByLabel('What changed')).toHaveValue('Whom to tell first.')
  await dialog.getByLabel('Text').fill(`${text}\n\n## Whom to tell first\n\nTell the person you trust most.`)
  await expectAccessible(page, 'the form of a new version')
  await dialog.getByRole('button', { name: 'Publish version' }).click()
  await expect(toastOf(page)).toContainText('Version 2 published successfully')
  await expect(page.getByRole('heading', { name: 'Whom to tell first' })).toBeVisible()
  await page.getByRole('button', { name: 'Show changes of version 2' }).click()
  await expect(page.getByRole('dialog').getByText('Tell the person you trust most.')).toBeVisible()
  await expectAccessible(page, 'what changed')
  await page.keyboard.press('Escape')

  // Live, without a reload.
  await expect(client.page.getByText('You acknowledged version 1. Version 2 is new.')).toBeVisible()
  await client.page.getByRole('button', { name: 'Show what changed' }).click()
  await expect(client.page.getByRole('dialog').getByText('Tell the person you trust most.')).toBeVisible()
  await client.page.keyboard.press('Escape')
  await expectAccessible(client.page, 'a policy to acknowledge again')
  await expect(rows.filter({ hasText: 'Ann Delgado' })).toContainText('Only version 1')
  await client.page.getByRole('button', { name: 'Acknowledge version 2' }).click()
  await expect(rows.filter({ hasText: 'Ann Delgado' })).toContainText('Version 2')

  await client.page.getByRole('link', { name: 'Read version 1' }).click()
  await expect(client.page.getByText('This is version 1, which isn’t in use.')).toBeVisible()
  await expect(client.page.getByRole('heading', { name: 'Whom to tell first' })).toHaveCount(0)

  // Open pages refresh, and get a 404.
  for (const other of [client, staff]) other.allowFault(/status of 404/)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Retire policy' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Retire policy' }).click()
  await expect(page.getByRole('button', { name: 'Restore' })).toBeVisible()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByRole('button', { name: 'New version' })).toBeVisible()
})

test('a law update becomes an assignment and a message of an affected folder', async ({ portal, person }) => {
  const { ann, sam, folderId } = await acme(portal)
  const { page } = await person()
  await signInAs(page, portal, sam, '/law-changes')
  await expect(page.getByRole('list', { name: 'Upcoming' }).getByRole('listitem').first()).toContainText(/wage|leave/i)
  await expectAccessible(page, 'the changes of the law')
  await page.getByLabel('Employees').fill('30')
  await expect(page.getByRole('heading', { name: 'Paid sick leave for employers with 50 or more' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Paid sick leave for employers with 25 or more' })).toBeVisible()

  await page.goto(`${portal.url}/client-folders/${folderId}`)
  const changes = page.getByRole('region', { name: 'Law updates' })
  await expect(changes.getByText(/50 or more/)).toBeVisible()
  await page.getByRole('button', { name: 'Manage folder' }).click()
  await page.getByRole('menuitem', { name: 'Edit folder' }).click()
  await page.getByLabel('Number of employees').fill('thirty')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByLabel('Number of employees')).toHaveAccessibleDescription(/whole number/)
  await page.getByLabel('Number of employees').fill('30')
  await page.getByRole('dialog').getByLabel('Sector').selectOption('private')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(changes.getByText(/50 or more/)).toHaveCount(0)
  await changes.getByRole('button', { name: 'Paid sick leave for employers with 25 or more' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^New assignment/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'New assignment' })
  await expect(dialog.getByLabel('Title')).toHaveValue('Compare your leave policy with the sick-leave law')
  await expect(dialog.getByLabel('Due date')).toHaveValue('2028-01-01')
  await dialog.getByRole('button', { name: 'Create assignment' }).click()
  await expect(toastOf(page)).toContainText('Assignment created successfully')
  await expect(page.getByRole('tabpanel')).toContainText('Compare your leave policy with the sick-leave law')

  await page.goto(`${portal.url}/law-changes`)
  await page.getByRole('button', { name: 'New message about Minimum wage $15.00' }).click()
  const message = page.getByRole('dialog', { name: 'New message' })
  await message.getByRole('button', { name: 'Send message' }).click()
  await expect(message.getByRole('combobox', { name: 'Client folder' })).toHaveAccessibleDescription(
    'Choose a client folder.',
  )
  await message.getByRole('combobox', { name: 'Client folder' }).fill('Acme')
  await message
    .getByRole('option', { name: /Acme Tooling/ })
    .first()
    .click()
  await expectAccessible(page, 'a message about a change of the law')
  await message.getByRole('button', { name: 'Send message' }).click()
  await expect(toastOf(page)).toContainText('Message sent successfully')

  const client = await person('phone')
  await signInAs(client.page, portal, ann)
  await client.page.getByRole('tab', { name: /Messages/ }).click()
  await expect(client.page.getByText(/Minimum wage \$15\.00 \(from January 1, 2028\)/)).toBeVisible()
  await expect(client.page.getByRole('region', { name: 'Law updates' })).toBeVisible()
  await expect(client.page.getByRole('region', { name: 'Policies' })).toHaveCount(0)
  await expectNoSidewaysScroll(client.page)

  // A client can read the updates; only the team forwards them.
  await client.page.goto(`${portal.url}/law-changes`)
  await expect(client.page.getByRole('list', { name: 'Upcoming' }).getByRole('listitem').first()).toBeVisible()
  await expect(client.page.getByRole('button', { name: /^(New assignment|New message)/ })).toHaveCount(0)
})
