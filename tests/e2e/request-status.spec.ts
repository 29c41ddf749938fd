// A visitor who submitted a request has a reference and a private link that shows its status.
import { callerFor, demonstration } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './portal.ts'

for (const device of ['desk', 'phone'] as const)
  test(`a visitor follows their request by its private link, at the ${device}`, async ({ portal, person }) => {
    const { page } = await person(device)
    await page.goto(`${portal.url}/#request-service`)
    const form = page.getByRole('form', { name: 'Request Service' })
    const typed = {
      'Business name': `Rappahannock Oysters ${device}`,
      'First name': 'Lena',
      'Last name': 'Brook',
      Email: 'lena@oysters.example',
      Phone: '(804) 555-0177',
      'What do you need help with?': 'A handbook.',
      'What are your business goals?': 'One that people read.',
    }
    for (const [label, text] of Object.entries(typed)) await form.getByLabel(label).fill(text)
    await form.getByRole('checkbox', { name: /HR Consulting/ }).check()
    await form.getByRole('button', { name: 'Submit request' }).click()
    await expect(page.getByText(/^Your reference number is [2-9A-Z]{4}-[2-9A-Z]{4}\.$/)).toBeVisible()
    const link = await page.getByLabel('Your private link').inputValue()
    expect(link).toMatch(new RegExp(`^${portal.url}/requests/[A-Za-z0-9_-]{43}$`))
    await expectNoSidewaysScroll(page)

    await page.getByRole('link', { name: 'Check request status' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Your service request', level: 1 })).toBeVisible()
    await expect(page).toHaveURL(link)
    const now = page.getByRole('list', { name: 'Status' }).locator('[aria-current=step]')
    await expect(now).toContainText('Received')
    await expect(page.getByRole('status')).toContainText(/Reply due in 2[34] h/)
    await expectAccessible(page, `the request's page, ${device}`)
    await expectNoSidewaysScroll(page)
    await expect(page.locator('body')).not.toContainText('Oysters')
    if (device === 'phone') return

    const reference = await page.locator('h1 + p strong').innerText()
    const staff = await callerFor(portal, demonstration('staff'))
    const [{ id } = { id: '' }] = await staff<{ id: string }[]>('GET', `/api/service-requests?q=${reference}`)
    await staff('PATCH', `/api/service-requests/${id}/status`, { status: 'in-progress' })
    await page.reload()
    await expect(now).toContainText('Accepted')
    await expect(page.getByRole('status')).toContainText('A consultant will call or email you by')
  })

test('an invalid private link says that the request was not found', async ({ portal, person }) => {
  const visitor = await person()
  visitor.expectFault(/404/)
  const answer = await visitor.page.goto(`${portal.url}/requests/${'a'.repeat(43)}`)
  expect(answer?.status()).toBe(404)
  await expect(visitor.page.getByRole('heading', { name: 'We couldn’t find this request' })).toBeVisible()
})
