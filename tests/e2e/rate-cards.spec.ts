// Rate cards: administrators change them, everyone else reads them.
import type { Locator, Page } from '@playwright/test'
import { addPerson, callerFor, demonstration, signInAs } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, itemsOf, type Portal, test, toastOf } from './portal.ts'

const cardOf = (page: Page, name: string) => itemsOf(page, 'Rate cards').filter({ hasText: name })

async function chooseFromMenu(page: Page, card: Locator, item: string) {
  await card.getByRole('button', { name: /^More about/ }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

async function openRateCards(page: Page, portal: Portal, query = '') {
  await page.goto(`${portal.url}/rate-cards${query}`)
  await expect(page.getByRole('heading', { name: 'Service Rate Cards', level: 1 })).toBeVisible()
}

test('an administrator adds the first card, raises its price, retires it, and restores it', async ({
  person,
  ownPortal,
}) => {
  // A separate portal, since another test may have created test data, including cards.
  const portal = await ownPortal()
  const admin = await addPerson(portal, await callerFor(portal, demonstration('admin')), {
    role: 'admin',
    firstName: 'Alice',
    lastName: 'Rivers',
  })
  const { page, expectFault } = await person()
  await signInAs(page, portal, admin)
  const rail = page.getByRole('navigation', { name: 'Main' })
  // Links and groups; the others are in the Admin group.
  await expect(rail.locator(':is(a, button)').filter({ visible: true })).toHaveCount(9)
  await rail.getByRole('button', { name: 'Admin' }).click()
  await rail.getByRole('link', { name: 'Rate cards' }).click()
  await expect(page.getByText('Manage recommended rates for all HR services')).toBeVisible()
  await expect(page.getByText('No service rates yet')).toBeVisible()
  await expectAccessible(page, 'no rate cards')

  await page.getByRole('button', { name: 'Add Your First Rate Card' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Rate Card' })
  await dialog.getByLabel('Service name').fill('Handbook review')
  await dialog.getByLabel('Service type').selectOption({ label: 'HR Consulting' })
  await dialog.getByLabel('Project price').fill('lots')
  await dialog.getByRole('button', { name: 'Create Rate Card' }).click()
  await expect(dialog.getByLabel('Hourly rate')).toHaveAccessibleDescription('Hourly rate is required')
  await expect(dialog.getByLabel('Description')).toHaveAccessibleDescription('Description is required')
  await expect(dialog.getByLabel('Project price')).toHaveAccessibleDescription('Enter an amount such as 125.50.')
  await expectAccessible(page, 'a card that is not filled in')
  await dialog.getByLabel('Description').fill('Section by section, against Virginia law.')
  await dialog.getByLabel('Hourly rate').fill('125.5')
  await dialog.getByLabel('Project price').fill('4,000')
  await dialog.getByRole('button', { name: 'Create Rate Card' }).click()
  await expect(toastOf(page)).toContainText('Service rate created successfully')
  const card = cardOf(page, 'Handbook review')
  await expect(card).toContainText('$125.50/hr')
  await expect(card).toContainText('$4,000')
  await expect(card).toContainText('HR Consulting')

  // Someone else was faster: what was typed remains, and the change is shown.
  await card.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Rate Card' })
  await edit.getByLabel('Hourly rate', { exact: true }).fill('150')
  const other = await callerFor(portal, demonstration('admin'))
  const rates = await other<{ id: string; serviceName: string; serviceType: string; description: string }[]>(
    'GET',
    '/api/service-rates?q=Handbook',
  )
  const rate = rates.at(0)
  if (rate === undefined) throw new Error('The card is not there')
  const { serviceName, serviceType } = rate
  const body = { serviceName, serviceType, description: 'Reworded.', hourlyRate: 12_550 }
  await other('PUT', `/api/service-rates/${rate.id}`, body)
  expectFault(/status of 412/)
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(edit.getByText('Description is now: Reworded.')).toBeVisible()
  await expect(edit.getByLabel('Hourly rate', { exact: true })).toHaveValue('150.00')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(toastOf(page)).toContainText('Service rate updated successfully')
  await expect(card).toContainText('$150/hr')
  await expect(card).toContainText('Reworded.')

  await chooseFromMenu(page, card, 'Price history')
  const history = page.getByRole('dialog', { name: 'Price history' })
  await expect(history).toContainText('Hourly rate $125.50 → $150')
  await expect(history).toContainText('Alice Rivers')
  await expectAccessible(page, 'the history of a card')
  await page.keyboard.press('Escape')

  await chooseFromMenu(page, card, 'Deactivate')
  await expect(card.getByText('Inactive')).toBeVisible()
  await page.getByRole('combobox', { name: 'Status' }).selectOption('active')
  await expect(page.getByText('No matching rate cards')).toBeVisible()
  await expect(page).toHaveURL(/status=active/)
  await page.getByRole('button', { name: 'Show all rate cards' }).click()
  await chooseFromMenu(page, card, 'Reactivate')
  await expect(card.getByText('Inactive')).toBeHidden()
  await expectAccessible(page, 'the rate cards')
})

test('staff and clients can read but not change the cards', async ({ portal, person }) => {
  const admin = await callerFor(portal, demonstration('admin'))
  await admin('POST', '/api/service-rates', {
    serviceName: 'Quarterly audit',
    serviceType: 'hr-operations',
    description: 'Wage statements and breaks.',
    hourlyRate: 15_000,
  })
  const sam = await person('narrow')
  await signInAs(sam.page, portal, demonstration('staff'))
  await openRateCards(sam.page, portal)
  await expect(cardOf(sam.page, 'Quarterly audit')).toContainText('$150/hr')
  await expect(sam.page.getByRole('button', { name: 'Add Rate Card' })).toBeHidden()
  await expect(cardOf(sam.page, 'Quarterly audit').getByRole('button')).toHaveCount(1)
  await expect(sam.page.getByRole('link', { name: 'Rate cards', exact: true })).toBeHidden()
  await expectNoSidewaysScroll(sam.page)
  await expectAccessible(sam.page, 'the rate cards on a phone')

  const ann = await person()
  await signInAs(ann.page, portal, demonstration('client'), '/rate-cards')
  await expect(cardOf(ann.page, 'Quarterly audit')).toContainText('$150/hr')
  await expect(cardOf(ann.page, 'Quarterly audit').getByRole('button')).toHaveCount(0)
  await expect(ann.page.getByText('Manage recommended rates')).toBeHidden()
  await expect(ann.page.getByRole('button', { name: 'Add Rate Card' })).toBeHidden()
})
