// An administrator: the dashboard by keyboard, staff and users, the email log, and test data.
import type { Page } from '@playwright/test'
import { addPerson, callerFor, demonstration, signInAs } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, itemsOf, type Portal, test, toastOf } from './portal.ts'

const newAdmin = async (portal: Portal, firstName: string, lastName: string) =>
  addPerson(portal, await callerFor(portal, demonstration('admin')), { role: 'admin', firstName, lastName })

const userRow = (page: Page, name: string) =>
  page.getByRole('table', { name: 'All users' }).getByRole('row').filter({ hasText: name })

async function openUserManagement(page: Page, portal: Portal, words = '') {
  await page.goto(`${portal.url}/user-management${words === '' ? '' : `?q=${encodeURIComponent(words)}`}`)
  await expect(page.getByRole('heading', { name: 'User Management', level: 1 })).toBeVisible()
}

test('an administrator uses the dashboard by keyboard, and creates a folder for a chosen staff member', async ({
  portal,
  person,
}) => {
  const alice = await newAdmin(portal, 'Alice', 'Marchetti')
  await addPerson(portal, await callerFor(portal, alice), { role: 'staff', firstName: 'Zelda', lastName: 'Quimby' })
  const { page, expectFault } = await person()
  await signInAs(page, portal, alice)
  await expect(page.getByRole('heading', { name: 'Admin Dashboard', level: 1 })).toBeVisible()
  await expect(page.getByText('Administrator', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Figures' }).getByRole('term')).toHaveText([
    'Pending Service Requests',
    'Client Folders',
    'Staff Members',
    'Active Clients',
  ])
  await expect(page.getByRole('tab')).toHaveText([
    /^Work queue$/,
    /^Service Requests/,
    /^Client Folders/,
    /^Staff Management/,
    /^Create Client$/,
  ])
  const actions = page.getByRole('navigation', { name: 'Quick actions' }).getByRole('link')
  await expect(actions).toHaveText(['Proposals', 'Contracts', 'Invoices'])
  for (const [i, path] of ['/proposals', '/contracts', '/invoices'].entries())
    await expect(actions.nth(i)).toHaveAttribute('href', `${path}?create=true`)
  await page.getByRole('tab', { name: /Service Requests/ }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: /Client Folders/ })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: /Staff Management/ })).toHaveCSS('outline', /solid 2px$/)
  await expect(page.getByRole('list', { name: 'Staff members' })).toContainText('Zelda Quimby')
  await expectAccessible(page, 'staff management')

  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Add staff member' })).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add staff member' })
  await expect(dialog.getByLabel('First name')).toBeFocused()
  await page.keyboard.type('Otis')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Renner')
  await page.keyboard.press('Tab')
  await page.keyboard.type(alice.email)
  expectFault(/status of 409 .*\/api\/staff\)$/)
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription(
    'Someone with this email address already has an account.',
  )
  await expect(toastOf(page)).toContainText('Failed to create staff member')
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await expectAccessible(page, 'adding staff with a known address')
  await dialog.getByLabel('Email').fill('otis.renner@journey.example')
  await page.keyboard.press('Enter')
  await expect(toastOf(page)).toContainText('Staff member created successfully')
  await expect(dialog.getByLabel('Invitation link')).toHaveValue(new RegExp(`^${portal.url}/invitation/.{20,}`))
  await dialog.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Add staff member' })).toBeFocused()
  await expect(page.getByRole('list', { name: 'Staff members' })).toContainText('Otis Renner')

  await page.getByRole('tab', { name: /Staff Management/ }).focus()
  await page.keyboard.press('ArrowRight')
  const name = page.getByLabel('Client name')
  await expect(name).toBeVisible()
  await name.focus()
  await page.keyboard.type('Quimby’s First Client')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Everything')
  const offered = await page.getByRole('group', { name: 'What we offer' }).getByRole('button').count()
  for (let i = 0; i <= offered; i++) await page.keyboard.press('Tab')
  const picker = page.getByRole('combobox', { name: 'Staff member' })
  await expect(picker).toBeFocused()
  await page.keyboard.type('quimby')
  await expect(page.getByRole('option')).toHaveText([/Zelda Quimby/])
  await expectAccessible(page, 'the picker of staff')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(picker).toHaveValue('Zelda Quimby')
  await expect(page.getByRole('option')).toHaveCount(0)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(toastOf(page)).toContainText('Client folder created successfully')
  await expect(page.getByRole('heading', { name: 'Quimby’s First Client' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Zelda Quimby')
})

test('a user is created with an invitation link that works once', async ({ portal, person }) => {
  const alice = await newAdmin(portal, 'Alice', 'Brandt')
  const { page } = await person()
  await signInAs(page, portal, alice)
  await openUserManagement(page, portal)
  await page.getByRole('button', { name: 'Create User' }).click()
  const create = page.getByRole('dialog', { name: 'Create User' })
  await expect(create.getByLabel('Role').getByRole('option')).toHaveText(['Admin', 'Staff', 'Client'])
  await create.getByRole('button', { name: 'Create User' }).click()
  await expect(create.getByLabel('First name')).toHaveAccessibleDescription(/required/i)
  await create.getByLabel('First name').fill('Wren')
  await create.getByLabel('Last name').fill('Abernathy')
  await create.getByLabel('Email').fill('wren.abernathy@journey.example')
  await create.getByLabel('Role').selectOption('Staff')
  // Esc asks before discarding what was typed.
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
  await create.getByRole('button', { name: 'Create User' }).click()
  await expect(create.getByLabel('Invitation link')).toHaveValue(/\/invitation\//)
  await expectAccessible(page, 'a user who was created')
  const invitation = await create.getByLabel('Invitation link').inputValue()
  await create.getByRole('button', { name: 'Done' }).click()

  // They choose a password on a phone, and are signed in.
  const wren = await person('phone')
  await wren.page.goto(invitation)
  wren.expectFault(/status of 400 .*\/api\/invitations\/accept\)$/)
  await wren.page.getByLabel('Password', { exact: true }).fill('too short')
  await wren.page.getByRole('button', { name: 'Save password and sign in' }).click()
  await expect(wren.page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/15 characters/)
  await expect(wren.page.getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await wren.page.getByLabel('Password', { exact: true }).fill('eleven quiet otters upstream')
  await wren.page.getByRole('button', { name: 'Save password and sign in' }).click()
  await expect(wren.page.getByRole('heading', { name: 'Staff Dashboard' })).toBeVisible()
  // The link works once.
  const late = await person()
  late.expectFault(/status of 4\d\d/)
  await late.page.goto(invitation)
  await expect(late.page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await expectAccessible(late.page, 'a link that was used')
})

test('two administrators edit a user without losing changes, and deactivating signs the user out right away', async ({
  portal,
  person,
}) => {
  const alice = await newAdmin(portal, 'Alice', 'Keane')
  const admin = await callerFor(portal, alice)
  const account = await addPerson(portal, admin, { role: 'staff', firstName: 'Wren', lastName: 'Halloran' })
  const wren = await person('phone')
  await signInAs(wren.page, portal, account)
  const one = await person()
  const { page } = one
  await signInAs(page, portal, alice)

  // Two administrators edit the same user.
  await openUserManagement(page, portal, 'Halloran')
  await userRow(page, 'Wren Halloran').getByRole('button', { name: 'Edit Wren Halloran' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit User' })
  await edit.getByLabel('Phone').fill('(540) 555-0199')
  await admin('PUT', `/api/users/${account.id}`, {
    email: account.email,
    firstName: 'Wren',
    lastName: 'Halloran-Diaz',
    role: 'staff',
    phone: '(540) 555-0100',
    company: '',
    isActive: true,
  })
  one.expectFault(/status of 412/)
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(edit.getByText('Someone else updated this user while you were editing.')).toBeVisible()
  await expect(edit.getByText('Last name: Halloran → Halloran-Diaz')).toBeVisible()
  await expect(edit.getByText(/^Phone: .* \(your version is below\)/)).toBeVisible()
  await expect(edit.getByLabel('Phone')).toHaveValue('(540) 555-0199')
  await expect(edit.getByLabel('Last name')).toHaveValue('Halloran-Diaz')
  await expectAccessible(page, 'a user whom somebody else changed')
  // Holds the list's refresh: an edit from its outdated row would be refused.
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/api/users?*', async (route) => {
    await held
    await route.continue()
  })
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(toastOf(page)).toContainText('User updated successfully')
  await expect(edit).toBeVisible()
  letGo()
  await expect(edit).toBeHidden()
  await expect(userRow(page, 'Wren Halloran-Diaz')).toBeVisible()

  // Deactivated: their browser shows the sign-in right away.
  await userRow(page, 'Wren').getByRole('button', { name: 'Deactivate Wren Halloran-Diaz' }).click()
  await expectAccessible(page, 'the question before deactivating')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click()
  await expect(toastOf(page)).toContainText('User deactivated successfully')
  await expect(userRow(page, 'Wren')).toContainText('Inactive')
  await expect(userRow(page, 'Wren').getByRole('button', { name: /^Deactivate/ })).toHaveCount(0)
  wren.allowFault(/status of 401/)
  await expect(wren.page.getByRole('dialog', { name: 'Staff Login' })).toBeVisible()

  const phone = await person('phone')
  await signInAs(phone.page, portal, alice)
  await openUserManagement(phone.page, portal)
  await expectAccessible(phone.page, 'user management on a phone')
  await expectNoSidewaysScroll(phone.page)
})

test('no one can deactivate themselves or remove their own role', async ({ portal, person }) => {
  const alice = await newAdmin(portal, 'Alice', 'Sundqvist')
  const one = await person()
  const { page } = one
  await signInAs(page, portal, alice)
  await openUserManagement(page, portal, 'Sundqvist')
  await expect(userRow(page, 'Alice Sundqvist').getByRole('button', { name: /^Deactivate/ })).toHaveCount(0)
  await userRow(page, 'Alice Sundqvist').getByRole('button', { name: 'Edit Alice Sundqvist' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit User' })
  one.expectFault(/status of 409/)
  await edit.getByLabel('Role').selectOption('Staff')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(edit).toContainText('You can’t change your own role. Ask another administrator.')
  await expect(edit.getByLabel('Role')).toHaveValue('staff')
  await page.keyboard.press('Escape')

  // A master administrator is shown read-only.
  await page.goto(`${portal.url}/user-management?q=master`)
  await page.getByRole('button', { name: /^View Morgan Ellis/ }).click()
  await expect(page.getByRole('dialog').getByText('Only a master administrator can edit this account.')).toBeVisible()
  await expectAccessible(page, 'a user who cannot be changed')
})

test('the email log shows the emails, and test data is created once', async ({ portal, person }) => {
  const alice = await newAdmin(portal, 'Alice', 'Novak')
  for (const size of ['desk', 'phone'] as const) {
    const { page } = await person(size)
    await signInAs(page, portal, alice, '/outbox')
    await page.getByLabel('Search emails').fill(alice.email)
    const emails = itemsOf(page, 'Emails').filter({ hasText: 'invited you to its portal' })
    await expect(emails).toHaveCount(1)
    await emails.getByRole('link').click()
    const email = page.getByRole('article')
    await expect(email.getByRole('link', { name: /\/invitation\// })).toBeVisible()
    await expectAccessible(page, 'an email')
    await expectNoSidewaysScroll(page)
    await page.goBack()
    await expect(email).toBeHidden()
    await page.getByLabel('Search emails').fill('no such email')
    await expect(page.getByText('No matching emails')).toBeVisible()
  }

  const { page } = await person('phone')
  await signInAs(page, portal, alice, '/test-data')
  await page.getByRole('button', { name: 'Generate Test Data' }).click()
  await expect(toastOf(page)).toContainText('Test data generated successfully')
  await expect(
    page.getByText(/^Added: 8 people, 3 client folders, .*1 proposal, 1 contract, and 1 invoice\.$/),
  ).toBeVisible()
  await expectAccessible(page, 'test data')
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Generate Test Data' }).click()
  await expect(page.getByText('Everything already exists. Nothing was added.')).toBeVisible()
})
