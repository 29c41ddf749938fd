// Actions without a network: reported right away, and not carried out later.
import { addPerson, callerFor, demonstration, requestOf, signInAs, visitorOf } from './people.ts'
import { expect, signIn, test, toastOf } from './portal.ts'

test('a request is not accepted without a network, and remains in the list', async ({ portal, person }) => {
  const business = 'Shadwell Kennels'
  await visitorOf(portal)('POST', '/api/service-requests', requestOf(business))
  const admin = await callerFor(portal, demonstration('admin'))
  const sam = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName: 'Overby' })
  const someone = await person()
  const { page, context } = someone
  await signInAs(page, portal, sam, '/?tab=requests')
  const row = page
    .getByRole('list', { name: /service requests$/ })
    .getByRole('listitem')
    .filter({ hasText: business })
  await expect(row).toBeVisible()
  someone.expectFault(/ERR_INTERNET_DISCONNECTED/)
  await context.setOffline(true)
  await row.getByRole('button', { name: 'Accept Request' }).click()
  await expect(toastOf(page)).toContainText('Failed to update service request')
  await expect(toastOf(page)).toContainText('Couldn’t reach the server.')
  await expect(row).toBeVisible()
  // Unloaded content reports it, too.
  await page.getByRole('button', { name: 'Completed' }).click()
  await expect(page.getByRole('tabpanel').getByRole('alert')).toContainText('Couldn’t reach the server.')

  await context.setOffline(false)
  await page.getByRole('button', { name: 'Pending', exact: true }).click()
  await row.getByRole('button', { name: 'Accept Request' }).click()
  await expect(toastOf(page)).toContainText('Service request updated successfully')
  await expect(row).toHaveCount(0)
})

test('without a network a user remains active, and test data is not created', async ({ portal, person }) => {
  const admin = await callerFor(portal, demonstration('admin'))
  await addPerson(portal, admin, { role: 'client', firstName: 'Ida', lastName: 'Overby' })
  const someone = await person()
  const { page, context } = someone
  await signIn(page, portal, 'admin', '/user-management?q=Overby')
  const ida = page.getByRole('row').filter({ hasText: 'Ida Overby' })
  someone.expectFault(/ERR_INTERNET_DISCONNECTED/)
  await ida.getByRole('button', { name: 'Deactivate Ida Overby' }).click()
  await context.setOffline(true)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click()
  await expect(toastOf(page)).toContainText('ErrorFailed to deactivate user. Couldn’t reach the server.')
  await context.setOffline(false)
  await expect(ida).not.toContainText('Inactive')

  await page.goto(`${portal.url}/test-data`)
  const generate = page.getByRole('button', { name: 'Generate Test Data' })
  await expect(generate).toBeVisible()
  await context.setOffline(true)
  await generate.click()
  await expect(toastOf(page)).toContainText('ErrorFailed to generate test data: Couldn’t reach the server.')
  await context.setOffline(false)
})

test('a page that was not loaded says that there is no network, and loads with one press', async ({
  portal,
  person,
}) => {
  const someone = await person()
  const { page, context } = someone
  // A reconnected live stream would load the page without a press.
  await page.route('**/api/events*', (route) => route.abort('internetdisconnected'))
  await signIn(page, portal, 'admin')
  await expect(page.getByRole('tab', { name: /Service Requests/ })).toBeVisible()
  someone.expectFault(/ERR_INTERNET_DISCONNECTED/)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Admin', exact: true }).click()
  await page.getByRole('link', { name: 'Data retention' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Couldn’t reach the server.')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Data retention', level: 1 })).toBeVisible()
})
