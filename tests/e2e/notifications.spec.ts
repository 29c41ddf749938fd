// Notifications, drafts on two devices, staff notes, and unanswered messages.
import { addFolder, addPerson, callerFor, demonstration, signInAs } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf } from './portal.ts'

test('a message sends a notification, remains unanswered, and is discussed in notes that the client cannot see', async ({
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

  // The notification appears live, and links to the message.
  await asClient('POST', `/api/client-folders/${folderId}/messages`, { content: 'The inspector comes on Thursday.' })
  await expect(bell).toHaveAccessibleName(/unread notification/)
  const waiting = page.getByRole('list', { name: 'Work queue' })
  await expect(waiting).toContainText('The inspector comes on Thursday.')
  await bell.press('Enter')
  const latest = page.getByRole('list', { name: 'Latest notifications' }).getByRole('listitem')
  await expect(latest.filter({ hasText: 'Nansemond Boat Works' }).first()).toContainText('New message')
  await expectAccessible(page, 'the bell, open')
  await latest.filter({ hasText: 'Nansemond Boat Works' }).getByRole('link').first().press('Enter')
  await expect(page.getByLabel('Message thread')).toContainText('The inspector comes on Thursday.')
  await expect(latest).toHaveCount(0)

  // Text typed as a message moves into the note; the switch says who will read it.
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

  // The client, on a phone, sees the thread without the note, and continues the draft there.
  const phone = await person('phone')
  await signInAs(phone.page, portal, client, `/?folder=${folderId}&tab=messages`)
  await expect(phone.page.getByLabel('Message thread')).toContainText('The inspector comes on Thursday.')
  await expect(phone.page.getByText('They were fined last year.')).toHaveCount(0)
  await expect(phone.page.getByRole('switch')).toHaveCount(0)
  await phone.page.getByLabel('Your message').fill('And please bring')
  await expect(phone.page.getByText('Draft saved')).toBeVisible()
  const desk = await person()
  await signInAs(desk.page, portal, client, `/?folder=${folderId}&tab=messages`)
  // The field has its text before the page is shown, and accepts typing after.
  await expect(desk.page.getByLabel('Your message')).toBeVisible()
  await expect(desk.page.getByLabel('Your message')).toHaveValue('And please bring')
  await desk.page.getByLabel('Your message').press('End')
  await desk.page.getByLabel('Your message').pressSequentially(' the posters.')
  await expect(phone.page.getByLabel('Your message')).toHaveValue('And please bring the posters.')
  await desk.page.getByRole('button', { name: 'Send message' }).click()
  await expect(phone.page.getByLabel('Message thread')).toContainText('And please bring the posters.')
  await expect(phone.page.getByLabel('Your message')).toHaveValue('')

  // A read message remains unanswered; "no reply needed" is a separate action that can be undone.
  await page
    .getByRole('link', { name: /^Needs reply/ })
    .filter({ visible: true })
    .click()
  const row = page
    .getByRole('list', { name: 'Messages that need a reply' })
    .getByRole('listitem')
    .filter({ hasText: 'Nansemond' })
  await expect(row).toContainText('2 messages')
  await expectAccessible(page, 'the messages that need a reply')
  await row.getByRole('button', { name: /^No reply needed/ }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toContainText('And please bring the posters.')

  // Which emails can be turned off, and which cannot.
  await phone.page
    .getByRole('button', { name: /^Notifications, / })
    .filter({ visible: true })
    .click()
  await phone.page.getByRole('link', { name: 'All notifications and email settings' }).click()
  // The folder behind has a tab with the same name until the page is shown.
  await expect(phone.page.getByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible()
  await phone.page.getByText('Choose by topic').click()
  await phone.page.getByLabel('Messages').selectOption('Daily summary')
  await expect(toastOf(phone.page)).toContainText('Setting saved')
  await expect(phone.page.getByLabel('All topics')).toHaveValue('')
  await expect(phone.page.getByRole('region', { name: 'Always sent' })).toContainText('Contracts and signatures')
  await expectAccessible(phone.page, 'the notifications on a phone')
  await expectNoSidewaysScroll(phone.page)
})

test('all notifications are marked as read with one press, and a failure is reported', async ({ portal, person }) => {
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
  await page.route('**/api/notifications/reading', (route) => route.fulfill({ status: 500, body: '' }))
  await readAll.click()
  await expect(toastOf(page)).toContainText('Couldn’t mark as read')
  await expect(bell).toHaveAccessibleName(/, [1-9]\d* unread notification/)
  await page.unroute('**/api/notifications/reading')
  await readAll.click()
  await expect(bell).toHaveAccessibleName('Notifications, no unread notifications')
})
