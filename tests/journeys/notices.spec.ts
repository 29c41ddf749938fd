// The bell, drafts on two devices, notes among the team, and messages that wait for an answer.
import { addFolder, addPerson, callerFor, demonstration, signInAs } from './cast.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf } from './portal.ts'

test('a message rings, waits for an answer, and the team talks about it unseen by the client', async ({
  portal,
  person,
}) => {
  const admin = await callerFor(portal, demonstration('admin'))
  const client = await addPerson(portal, admin, { role: 'client', firstName: 'Nora', lastName: 'Vance' })
  const staff = await addPerson(portal, admin, { role: 'staff', firstName: 'Owen', lastName: 'Pratt' })
  const { id: folderId } = await addFolder(admin, { name: 'Nansemond Boat Works', client, staff })
  const asClient = await callerFor(portal, client)
  const team = await person()
  await signInAs(team.page, portal, staff)
  const { page } = team
  const bell = page.getByRole('button', { name: /^Notifications, / }).filter({ visible: true })
  await expect(bell).toBeVisible()

  // It rings by itself, and leads there.
  await asClient('POST', `/api/client-folders/${folderId}/messages`, { content: 'The inspector comes on Thursday.' })
  await expect(bell).toHaveAccessibleName(/unread notification/)
  const waiting = page.getByRole('list', { name: 'Messages waiting for us' })
  await expect(waiting).toContainText('The inspector comes on Thursday.')
  await bell.press('Enter')
  const latest = page.getByRole('list', { name: 'Latest notifications' }).getByRole('listitem')
  await expect(latest.filter({ hasText: 'Nansemond Boat Works' }).first()).toContainText('A message is waiting for you')
  await expectAccessible(page, 'the bell, open')
  await latest.filter({ hasText: 'Nansemond Boat Works' }).getByRole('link').first().press('Enter')
  await expect(page.getByLabel('Message thread')).toContainText('The inspector comes on Thursday.')
  await expect(latest).toHaveCount(0)

  // What was begun as a message goes along into the note; the switch says who will read it.
  await page.getByLabel('Your message').fill('They were fined last year.')
  await page.getByRole('switch', { name: 'Staff only' }).press('Space')
  await expect(page.getByText('Staff only: the client never sees this note.')).toBeVisible()
  await expect(page.getByLabel('Staff-only note')).toHaveValue('They were fined last year.')
  await expectAccessible(page, 'a staff-only note being written')
  await page.getByLabel('Staff-only note').press('ControlOrMeta+Enter')
  await expect(toastOf(page)).toContainText('Staff-only note saved')
  await expect(page.getByLabel('Message thread')).toContainText('They were fined last year.')
  await page.getByRole('switch', { name: 'Staff only' }).click()
  await expect(page.getByLabel('Your message')).toHaveValue('')

  // The client, on a phone, sees the thread without it, and goes on with a draft from there.
  const phone = await person('phone')
  await signInAs(phone.page, portal, client, `/?folder=${folderId}&tab=messages`)
  await expect(phone.page.getByLabel('Message thread')).toContainText('The inspector comes on Thursday.')
  await expect(phone.page.getByText('They were fined last year.')).toHaveCount(0)
  await expect(phone.page.getByRole('switch')).toHaveCount(0)
  await phone.page.getByLabel('Your message').fill('And please bring')
  await expect(phone.page.getByText('Draft saved')).toBeVisible()
  const desk = await person()
  await signInAs(desk.page, portal, client, `/?folder=${folderId}&tab=messages`)
  // It has its text before the page is shown, and can be typed into after.
  await expect(desk.page.getByLabel('Your message')).toBeVisible()
  await expect(desk.page.getByLabel('Your message')).toHaveValue('And please bring')
  await desk.page.getByLabel('Your message').press('End')
  await desk.page.getByLabel('Your message').pressSequentially(' the posters.')
  await expect(phone.page.getByLabel('Your message')).toHaveValue('And please bring the posters.')
  await desk.page.getByRole('button', { name: 'Send message' }).click()
  await expect(phone.page.getByLabel('Message thread')).toContainText('And please bring the posters.')
  await expect(phone.page.getByLabel('Your message')).toHaveValue('')

  // Read, it still waits; that no answer is needed is said on purpose, and can be taken back.
  await page
    .getByRole('link', { name: /^Waiting for us/ })
    .filter({ visible: true })
    .click()
  const row = page
    .getByRole('list', { name: 'Messages waiting for us' })
    .getByRole('listitem')
    .filter({ hasText: 'Nansemond' })
  await expect(row).toContainText('2 messages')
  await expectAccessible(page, 'the messages that wait')
  await row.getByRole('button', { name: /^No answer needed/ }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toContainText('And please bring the posters.')

  // What may be chosen about letters, and what may not.
  await phone.page
    .getByRole('button', { name: /^Notifications, / })
    .filter({ visible: true })
    .click()
  await phone.page.getByRole('link', { name: 'All notifications and email choices' }).click()
  // The folder behind has a tab of the same name until the page has come.
  await expect(phone.page.getByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible()
  await phone.page.getByLabel('Messages').selectOption('Daily summary')
  await expect(toastOf(phone.page)).toContainText('Your choice is saved')
  await expect(phone.page.getByRole('region', { name: 'Always sent' })).toContainText('Contracts and signatures')
  await expectAccessible(phone.page, 'the notifications on a phone')
  await expectNoSidewaysScroll(phone.page)
})

test('all notices are read at one press, and whoever presses is told when they are not', async ({ portal, person }) => {
  const admin = await callerFor(portal, demonstration('admin'))
  const client = await addPerson(portal, admin, { role: 'client', firstName: 'Ida', lastName: 'Marsh' })
  const staff = await addPerson(portal, admin, { role: 'staff', firstName: 'Omar', lastName: 'Reyes' })
  const { id: folderId } = await addFolder(admin, { name: 'Pamunkey Mills', client, staff })
  const asClient = await callerFor(portal, client)
  await asClient('POST', `/api/client-folders/${folderId}/messages`, { content: 'May we talk on Monday?' })
  const team = await person()
  const { page } = team
  await signInAs(page, portal, staff)
  const bell = page.getByRole('button', { name: /^Notifications, / }).filter({ visible: true })
  await expect(bell).toHaveAccessibleName(/, [1-9]\d* unread notification/)
  await bell.click()
  const readAll = page.getByRole('button', { name: 'Mark all as read' })
  team.allowFault(/status of 500/)
  await page.route('**/api/notices/reading', (route) => route.fulfill({ status: 500, body: '' }))
  await readAll.click()
  await expect(toastOf(page)).toContainText('Nothing was marked as read')
  await expect(bell).toHaveAccessibleName(/, [1-9]\d* unread notification/)
  await page.unroute('**/api/notices/reading')
  await readAll.click()
  await expect(bell).toHaveAccessibleName('Notifications, no unread notifications')
})
