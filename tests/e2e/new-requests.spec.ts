// Requests that staff look at twice: those that a program seems to have sent, and those of a business that wrote before.
import { addPerson, callerFor, demonstration, requestOf, signInAs, visitorOf } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './portal.ts'

test('a form that advertises a link within three seconds says the same, and its request waits in Suspected spam', async ({
  portal,
  person,
}) => {
  const business = 'Chincoteague Kites'
  const { page } = await person()
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.goto(`${portal.url}/#request-service`)
  const form = page.getByRole('form', { name: 'Request Service' })
  await form.getByLabel('Business name').fill(business)
  await form.getByLabel('First name').fill('Ada')
  await form.getByLabel('Last name').fill('Marsh')
  await form.getByLabel('Email').fill('ada@kites.example')
  await form.getByLabel('Phone').fill('(757) 555-0101')
  await form.getByRole('checkbox', { name: /HR Consulting/ }).check()
  await form.getByLabel('What do you need help with?').fill('A handbook.')
  await form.getByLabel('What are your business goals?').fill('See www.cheap-kites.example.')
  await form.getByLabel('What are your business goals?').press('Tab')
  await expect(form.getByRole('button', { name: 'Submit request' })).toBeFocused()
  await form.getByRole('button', { name: 'Submit request' }).click()
  await page.clock.resume()
  await expect(page.getByRole('heading', { name: /We will contact you within 24 hours/ })).toBeVisible()

  const staff = await callerFor(portal, demonstration('staff'))
  const found = await staff<{ businessName: string }[]>('GET', '/api/service-requests?suspectedSpam=true')
  expect(found.map(({ businessName }) => businessName)).toContain(business)
})

test('a request links to an earlier one of the same business', async ({ portal, person }) => {
  const visitor = visitorOf(portal)
  await visitor('POST', '/api/service-requests', requestOf('Onancock Boat Works'))
  await visitor('POST', '/api/service-requests', { ...requestOf('ONANCOCK boatworks'), email: 'ben@boats.example' })
  const { page } = await person()
  await signInAs(page, portal, demonstration('staff'))
  await page.goto(`${portal.url}/?tab=requests&business=boatworks`)
  await page.getByRole('button', { name: /ONANCOCK boatworks/ }).click()
  const duplicates = page.getByRole('dialog').getByRole('region', { name: 'Possible duplicates' })
  await expect(duplicates).toContainText('Same business name as Onancock Boat Works')
  await expectAccessible(page, 'a request with a duplicate')
  await duplicates.getByRole('link', { name: 'Onancock Boat Works' }).click()
  await expect(page.getByRole('dialog', { name: 'Onancock Boat Works' })).toBeVisible()
})

for (const device of ['desk', 'phone'] as const)
  test(`staff mark suspected spam as not spam with one press, at the ${device}`, async ({ portal, person }) => {
    const business = `Saxis Crab House ${device}`
    await visitorOf(portal)('POST', '/api/service-requests', requestOf(`Saxis Ferry ${device}`))
    await visitorOf(portal)('POST', '/api/service-requests', { ...requestOf(business), decoy: 'Cheap watches' })
    const sue = await addPerson(portal, await callerFor(portal, demonstration('admin')), {
      role: 'staff',
      firstName: 'Sue',
      lastName: 'Delacroix',
    })
    const { page } = await person(device)
    await signInAs(page, portal, sue)
    await page.goto(`${portal.url}/?tab=requests`)
    await expect(page.getByRole('list', { name: 'Pending service requests' })).toContainText(`Saxis Ferry ${device}`)
    await expect(page.getByText(business)).toHaveCount(0)
    await page.getByRole('button', { name: 'Suspected spam' }).click()
    const row = page
      .getByRole('list', { name: 'Suspected spam service requests' })
      .getByRole('listitem')
      .filter({ hasText: business })
    await expect(row).toBeVisible()
    await expect(row.getByRole('button', { name: 'Accept Request' })).toHaveCount(0)
    await expectAccessible(page, `suspected spam, ${device}`)
    await expectNoSidewaysScroll(page)
    await row.getByRole('button', { name: 'Not spam' }).click()
    await expect(row).toHaveCount(0)
    await page.getByRole('button', { name: 'Pending', exact: true }).click()
    await expect(page.getByRole('listitem').filter({ hasText: business })).toBeVisible()
  })
