// A client asks, reads the passage in its place, and escalates what the library does not answer; staff reply in the
// thread and write a verified answer that the next person gets.
import { addFolder, addPerson, callerFor, demonstration, signInAs } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf } from './portal.ts'

test('a client asks, reads the passage, and escalates a question; the team replies', async ({ portal, person }) => {
  const admin = await callerFor(portal, demonstration('admin'))
  const consultant = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName: 'Okafor' })
  const client = await addPerson(portal, admin, { role: 'client', firstName: 'Ann', lastName: 'Lindqvist' })
  const folder = await addFolder(admin, { name: 'Lindqvist Bakery', client, staff: consultant })

  const { page } = await person('desk')
  await signInAs(page, portal, client, '/hr-assistant')
  await expect(page.getByRole('heading', { name: 'HR Assistant', level: 1 })).toBeVisible()
  await expect(page.getByText('No conversations yet')).toBeVisible()
  const question = page.getByLabel('Your question')
  const send = page.getByRole('button', { name: /Ask Assistant/ })
  await expect(send).toBeDisabled()
  await expectAccessible(page, 'the assistant before the first question')

  await question.pressSequentially('how offen must hourly')
  await question.press('Shift+Enter')
  await question.pressSequentially('staff be payed?')
  await expect(question).toHaveValue('how offen must hourly\nstaff be payed?')
  await question.press('Enter')
  await expect(toastOf(page)).toContainText('HR Assistant has found relevant information for you')
  await expect(question).toHaveValue('')
  const response = page.getByRole('article')
  await expect(response).toContainText('every two weeks or twice a month')
  await expect(page.getByText(/^Confidence: .+, \d+%$/)).toBeVisible()
  await page.getByRole('button', { name: 'Yes, this was helpful' }).click()
  await expect(page.getByRole('button', { name: 'Yes, this was helpful' })).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page, 'an answer')
  await page.getByRole('link', { name: 'Wage and Hour: How often wages are paid' }).click()
  await expect(page).toHaveURL(/\/hr-policies\/wage-hour#how-often-wages-are-paid$/)
  await expect(page.getByRole('heading', { name: 'How often wages are paid' })).toBeVisible()
  await page.goBack()
  await expect(response).toContainText('every two weeks or twice a month')

  await question.fill('Which planet has the most moons?')
  await send.click()
  await expect(response).toContainText('The library doesn’t have an answer to this.')
  await page.getByRole('button', { name: 'Ask a consultant' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ask a consultant' })
  await dialog.getByLabel('Anything to add?').fill('It is for a quiz.')
  await expectAccessible(page, 'passing a question on')
  await dialog.getByRole('button', { name: 'Ask a consultant' }).click()
  await expect(page.getByText(/^Sent to your consultant on /)).toBeVisible()
  await page.getByLabel('Search your conversations').fill('moons')
  await expect(page.getByRole('list', { name: 'Recent conversations' }).getByRole('listitem')).toHaveCount(1)
  await expectNoSidewaysScroll(page)

  const staff = await person('phone')
  const staffPage = staff.page
  await signInAs(staffPage, portal, consultant, `/client-folders/${folder.id}?tab=messages`)
  await expect(staffPage.getByLabel('Message thread')).toContainText('It is for a quiz.')
  await staffPage.getByLabel('Your message').fill('Saturn, as far as we know.')
  await staffPage.getByRole('button', { name: 'Send message' }).click()
  await expect(toastOf(staffPage)).toContainText('Message sent successfully')
  await expect(staffPage.getByLabel('Message thread')).toContainText('Saturn, as far as we know.')
  // The client's name in a verified answer is refused.
  staff.expectFault(/status of 400 .*verified-answers/)
  await staffPage.goto(`${portal.url}/hr-assistant?tab=queue`)
  await expect(staffPage.getByText('Which planet has the most moons?')).toBeVisible()
  await expectAccessible(staffPage, 'the questions for the team')
  await expectNoSidewaysScroll(staffPage)
  await staffPage.getByRole('button', { name: 'Write an answer' }).click()
  const checked = staffPage.getByRole('dialog', { name: 'Reviewed answer' })
  await checked.getByRole('combobox').fill('handbook')
  await staffPage.getByRole('option').first().click()
  await checked.getByLabel('Question in general terms').fill('Which planet has the most moons?')
  await checked.getByLabel('Answer', { exact: true }).fill('Ask Lindqvist.')
  await checked.getByRole('button', { name: 'Save answer' }).click()
  await expect(checked.getByText(/Remove “Lindqvist”/)).toBeVisible()
  await checked.getByLabel('Answer', { exact: true }).fill('We help with people, not with planets.')
  await checked.getByRole('button', { name: 'Save answer' }).click()
  await expect(staffPage.getByText('No open questions')).toBeVisible()

  await question.fill('which planet has most moons')
  await send.click()
  await expect(response).toContainText('We help with people, not with planets.')
  await expect(page.getByText('Reviewed by ProHR')).toBeVisible()
})

test('on a phone a new answer scrolls into view, and so does an earlier one that is selected', async ({
  portal,
  person,
}) => {
  const admin = await callerFor(portal, demonstration('admin'))
  const client = await addPerson(portal, admin, { role: 'client', firstName: 'Ada', lastName: 'Marsh' })
  const { page } = await person('phone')
  await signInAs(page, portal, client, '/hr-assistant')
  await expect(page.getByText('No conversations yet')).toBeVisible()
  await expect(page.getByLabel('Search your conversations')).toHaveCount(0)
  const latest = page.getByRole('heading', { name: 'Latest Response' })
  for (const query of ['How soon is the last paycheck due?', 'May we ask for a password to Instagram?']) {
    await page.getByLabel('Your question').fill(query)
    await page.getByRole('button', { name: /Ask Assistant/ }).click()
    await expect(page.getByRole('article')).toContainText(query)
    await expect(latest).toBeInViewport()
  }
  await page.getByRole('button', { name: /How soon is the last paycheck due/ }).click()
  await expect(page.getByRole('article')).toContainText('next regular payday')
  await expect(latest).toBeInViewport()
})

test('a crisis shows only phone numbers, and the client may write to the consultant', async ({ portal, person }) => {
  const admin = await callerFor(portal, demonstration('admin'))
  const consultant = await addPerson(portal, admin, { role: 'staff', firstName: 'Noor', lastName: 'Aziz' })
  const client = await addPerson(portal, admin, { role: 'client', firstName: 'Eli', lastName: 'Booth' })
  await addFolder(admin, { name: 'Booth Tools', client, staff: consultant })
  const { page } = await person('phone')
  await signInAs(page, portal, client, '/hr-assistant')
  const question = page.getByLabel('Your question')
  const send = page.getByRole('button', { name: /Ask Assistant/ })
  await question.fill('One of my employees says he wants to kill himself')
  await send.click()
  await expect(page.getByRole('alert')).toContainText('Call or text 988')
  await expect(page.getByRole('link', { name: 'Call 988' })).toHaveAttribute('href', 'tel:988')
  await expect(page.getByText(/Confidence/)).toHaveCount(0)
  await expect(page.getByText('From the library, word for word')).toHaveCount(0)
  await expect(page.getByText('Query Processed')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Yes, this was helpful' })).toHaveCount(0)
  await expectAccessible(page, 'a crisis')
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Write to your consultant' }).click()
  const dialog = page.getByRole('dialog', { name: 'Write to your consultant' })
  await dialog.getByLabel('Anything to add?').fill('Please call me back today.')
  await dialog.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText(/^Sent to your consultant on /)).toBeVisible()
  await question.fill('Quiero matarme')
  await send.click()
  await expect(page.getByRole('alert')).toContainText('Llame o envíe un mensaje de texto al 988')
  await expect(page.getByText('Solo usted puede ver esta pregunta')).toBeVisible()

  await question.fill('Hay un incendio en la cocina')
  await send.click()
  await expect(page.getByRole('alert')).toContainText('llame al 911 ahora')
  await expect(page.getByRole('link', { name: 'Llamar al 911' })).toBeVisible()
})

test('a question that cannot be sent remains in its field', async ({ portal, person }) => {
  const { page, expectFault } = await person('phone')
  expectFault(/ERR_CONNECTION_REFUSED/)
  await signInAs(page, portal, demonstration('client'), '/hr-assistant')
  await page.route('**/api/hr-assistant', (route) =>
    route.request().method() === 'POST' ? route.abort('connectionrefused') : route.continue(),
  )
  await page.getByLabel('Your question').fill('Do we need a handbook?')
  await page.getByRole('button', { name: /Ask Assistant/ }).click()
  await expect(toastOf(page)).toContainText('Couldn’t reach the server.')
  await expect(page.getByLabel('Your question')).toHaveValue('Do we need a handbook?')
})

test('the reason for an unanswered question is shown, and the maximum length of a question', async ({
  portal,
  person,
}) => {
  const { page, expectFault } = await person('desk')
  expectFault(/status of (429|503|500)/)
  await signInAs(page, portal, demonstration('client'), '/hr-assistant')
  const question = page.getByLabel('Your question')
  await question.fill('x'.repeat(1001))
  await expect(page.getByText('1,001 of 1,000 characters')).toBeVisible()
  await expect(page.getByText(/Use at most 1,000 characters/)).toBeVisible()
  await expect(page.getByRole('button', { name: /Ask Assistant/ })).toBeDisabled()
  await expectAccessible(page, 'a question that is too long')
  await question.fill('Do we need a handbook?')
  for (const [status, body, shown] of [
    [
      429,
      { message: 'You’ve asked many questions in one minute. Wait a moment, then try again.' },
      'You’ve asked many questions',
    ],
    [503, { message: 'The assistant is answering many questions right now.' }, 'answering many questions right now'],
    [500, {}, 'Failed to process your query. Please try again.'],
  ] as const) {
    await page.route('**/api/hr-assistant', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status, json: body }) : route.continue(),
    )
    await page.getByRole('button', { name: /Ask Assistant/ }).click()
    await expect(toastOf(page)).toContainText(shown)
    await page.unroute('**/api/hr-assistant')
  }
})
