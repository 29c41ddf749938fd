// What is pressed while there is no network: said at once, and not done behind anyone's back once there is one.
import { addPerson, callerFor, demonstration, requestOf, signInAs, visitorOf } from './cast.ts'
import { expect, signIn, test, toastOf } from './portal.ts'

test('a request is not accepted without a network, and stays in the list', async ({ portal, person }) => {
  const business = 'Shadwell Kennels'
  await visitorOf(portal)('POST', '/api/service-requests', requestOf(business))
  const admin = await callerFor(portal, demonstration('admin'))
  const sam = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName: 'Overby' })
  const someone = await person()
  const { page, context } = someone
  await signInAs(page, portal, sam)
  const row = page
    .getByRole('list', { name: /service requests$/ })
    .getByRole('listitem')
    .filter({ hasText: business })
  await expect(row).toBeVisible()
  someone.expectFault(/ERR_INTERNET_DISCONNECTED/)
  await context.setOffline(true)
  await row.getByRole('button', { name: 'Accept Request' }).click()
  await expect(toastOf(page)).toContainText('Failed to update service request')
  await expect(toastOf(page)).toContainText('The server could not be reached.')
  await expect(row).toBeVisible()
  // What was not read before says so, too.
  await page.getByRole('button', { name: 'Completed' }).click()
  await expect(page.getByRole('tabpanel').getByRole('alert')).toContainText('The server could not be reached.')

  await context.setOffline(false)
  await page.getByRole('button', { name: 'Pending', exact: true }).click()
  await row.getByRole('button', { name: 'Accept Request' }).click()
  await expect(toastOf(page)).toContainText('Service request updated successfully')
  await expect(row).toHaveCount(0)
})

test('a user stays active, and test data are not made, without a network', async ({ portal, person }) => {
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
  await expect(toastOf(page)).toContainText('ErrorFailed to deactivate user. The server could not be reached.')
  await context.setOffline(false)
  await expect(ida).not.toContainText('Inactive')

  await page.goto(`${portal.url}/test-data`)
  const generate = page.getByRole('button', { name: 'Generate Test Data' })
  await expect(generate).toBeVisible()
  await context.setOffline(true)
  await generate.click()
  await expect(toastOf(page)).toContainText('ErrorFailed to generate test data: The server could not be reached.')
  await context.setOffline(false)
})

test('a page that was not there before says that there is no network, and comes at one press', async ({
  portal,
  person,
}) => {
  const someone = await person()
  const { page, context } = someone
  await signIn(page, portal, 'admin')
  await expect(page.getByRole('tab', { name: /Service Requests/ })).toBeVisible()
  someone.expectFault(/ERR_INTERNET_DISCONNECTED/)
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Retention' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('The server could not be reached.')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Retention', level: 1 })).toBeVisible()
})
