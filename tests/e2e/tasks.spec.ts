// Team tasks and job templates: a consultant's day, the board, and a job that is started in a client folder.
import type { Locator, Page } from '@playwright/test'
import { addFolder, addPerson, callerFor, demonstration, signInAs } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, type Portal, test, toastOf } from './portal.ts'

test('a consultant plans tasks, works through them, and finds them done', async ({ portal, person }) => {
  const admin = await callerFor(portal, demonstration('admin'))
  const staff = await addPerson(portal, admin, { role: 'staff', firstName: 'Tess', lastName: 'Rivers' })
  const client = await addPerson(portal, admin, { role: 'client', firstName: 'Ann', lastName: 'Tasker' })
  const name = 'Chesapeake and Potomac Regional Millwork and Cabinetry Company'
  const folder = await addFolder(admin, { name, staff, client })
  const { page } = await person()

  // In the folder: a title and Enter.
  await signInAs(page, portal, staff, `/client-folders/${folder.id}`)
  await page.getByRole('textbox', { name: 'Add a task for yourself' }).fill('Call about the leave policy')
  await page.keyboard.press('Enter')
  await expect(toastOf(page)).toContainText('Task created')
  await expect(page.getByRole('list', { name: 'Upcoming tasks' })).toContainText('Call about the leave policy')
  await expectAccessible(page, 'the tasks on the overview of a folder')

  // On the page: with a checklist, due today, every week.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tasks' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tasks')
  await page.getByRole('button', { name: 'New task' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New task' })
  await dialog.getByLabel('Title').fill('Send the weekly summary')
  await dialog.getByLabel('Repeats').selectOption({ label: 'Every week' })
  await dialog.getByRole('button', { name: 'Create task' }).click()
  await expect(dialog.getByLabel('Due date')).toHaveAccessibleDescription(
    'Enter a due date. A task that repeats needs one.',
  )
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date())
  await dialog.getByLabel('Due date').fill(today)
  await dialog.getByRole('button', { name: 'Add item' }).click()
  await page.keyboard.type('Hours')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Next steps')
  await expectAccessible(page, 'a new task')
  await dialog.getByRole('button', { name: 'Create task' }).click()
  await expect(toastOf(page)).toContainText('Task created')
  const table = page.getByRole('table', { name: 'Tasks' })
  await expect(table.getByRole('row')).toHaveCount(3)

  // The panel has an address of its own; items are checked one by one.
  await table.getByRole('link', { name: /Send the weekly summary/ }).click()
  await expect(page).toHaveURL(/panel=tasks/)
  const panel = page.getByRole('dialog', { name: 'Send the weekly summary' })
  await panel.getByRole('checkbox', { name: 'Hours' }).check()
  await expect(panel.getByText('1 of 2')).toBeVisible()
  await expectAccessible(page, 'a task in the side panel')
  await panel.getByRole('button', { name: 'Start' }).click()
  await expect(panel.getByText('In progress', { exact: true })).toBeVisible()
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(panel).toBeHidden()

  await page.getByRole('button', { name: 'My week' }).click()
  await expect(page.getByRole('region').filter({ hasText: '(today)' })).toContainText('Send the weekly summary')
  await page.getByRole('button', { name: 'Board' }).click()
  await expect(page.getByRole('region', { name: 'In progress' })).toContainText('Send the weekly summary')
  await expect(page.getByRole('region', { name: 'To do' })).toContainText('Call about the leave policy')
  await expectAccessible(page, 'the board of tasks')

  // In the work queue: one button.
  await page.goto(portal.url)
  await page.getByRole('button', { name: /^Done ?: ?Send the weekly summary/ }).click()
  await expect(toastOf(page)).toContainText('Task completed')
  await page.goto(`${portal.url}/tasks?view=done`)
  await expect(table.getByRole('row')).toHaveCount(2)
  await page.getByRole('combobox', { name: 'Assignee' }).selectOption('Unassigned')
  await expect(page.getByText('No matching tasks')).toBeVisible()
  // An assignee is no filter of one's own tasks.
  await page.getByRole('button', { name: 'Mine' }).click()
  await expect(page.getByRole('button', { name: 'Clear filters' })).toBeHidden()
  await expect(table.getByRole('link', { name: /Send the weekly summary/ })).toBeVisible()

  const ann = await person()
  await signInAs(ann.page, portal, client)
  await expect(ann.page.getByRole('tab', { name: 'Assignments' })).toBeVisible()
  await expect(ann.page.getByText('Call about the leave policy')).toBeHidden()
  await ann.page.goto(`${portal.url}/tasks`)
  await expect(ann.page.getByText('You don’t have access to this page')).toBeVisible()
})

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const handleOf = (page: Page, title: string) => page.getByRole('button', { name: `Move “${title}”` })
/** What a screen reader says. */
const expectSaid = (page: Page, words: string) =>
  expect(page.getByRole('status').filter({ hasText: words })).toBeAttached()
/** Picks up the focused card with the keyboard. The library listens for the arrow keys from the next task of the browser on. */
async function pickUp(page: Page, title: string, columnName: string) {
  await page.keyboard.press('Space')
  await expectSaid(page, `“${title}” is over ${columnName}, its current column.`)
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
}
/** The server has answered the previous drop. */
const expectMovable = (handle: Locator) => expect(handle).toHaveAttribute('aria-disabled', 'false')

async function centerOf(target: Locator) {
  const box = await target.boundingBox()
  if (box === null) throw new Error(`${String(target)} isn't on the page`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** A consultant with one internal task. */
async function consultantWithTask(portal: Portal, lastName: string, title: string) {
  const admin = await callerFor(portal, demonstration('admin'))
  const staff = await addPerson(portal, admin, { role: 'staff', firstName: 'Bo', lastName })
  const caller = await callerFor(portal, staff)
  const { id } = await caller('POST', '/api/tasks', { title })
  return { admin, staff, caller, path: `/api/tasks/${id}` }
}

test('cards on the board are dragged with the mouse and the keyboard', async ({ portal, person }) => {
  const title = 'Draft the handbook'
  const { staff, caller, path } = await consultantWithTask(portal, 'Dragger', title)
  const { page } = await person()
  await signInAs(page, portal, staff, '/tasks?view=board')
  const handle = handleOf(page, title)

  await handle.hover()
  await page.mouse.down()
  const { x, y } = await centerOf(column(page, 'In progress'))
  await page.mouse.move(x, y, { steps: 10 })
  await expectSaid(page, `“${title}” is over In progress.`)
  await page.mouse.up()
  await expect(toastOf(page)).toContainText('Task started')
  await expect(column(page, 'In progress')).toContainText(title)
  await expect(column(page, 'To do')).not.toContainText(title)
  expect(await caller('GET', path)).toMatchObject({ status: 'in-progress' })

  await expectMovable(handle)
  await handle.focus()
  await pickUp(page, title, 'In progress')
  await page.keyboard.press('ArrowRight')
  await expectSaid(page, `“${title}” is over Done.`)
  await page.keyboard.press('Enter')
  await expect(toastOf(page)).toContainText('Task completed')
  await expect(column(page, 'Done')).toContainText(title)
  await expectMovable(handle)
  await expect(handle).toBeFocused()

  await pickUp(page, title, 'Done')
  await page.keyboard.press('ArrowLeft')
  await expectSaid(page, `“${title}” is over In progress.`)
  await page.keyboard.press('Escape')
  await expectSaid(page, `“${title}” stays in Done.`)
  await expect(column(page, 'Done')).toContainText(title)
  expect(await caller('GET', path)).toMatchObject({ status: 'done' })
  await expectAccessible(page, 'the board after a drag')
})

test('a card is dragged on a phone after its handle was held', async ({ portal, person }) => {
  const title = 'Call the accountant'
  const { staff, caller, path } = await consultantWithTask(portal, 'Toucher', title)
  const { page } = await person('phone')
  await signInAs(page, portal, staff, '/tasks?view=board')
  await handleOf(page, title).waitFor()
  await column(page, 'In progress').evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const from = await centerOf(handleOf(page, title))
  const to = await centerOf(column(page, 'In progress'))
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', from)
  await expectSaid(page, `“${title}” is over To do, its current column.`)
  for (const part of [0.25, 0.5, 0.75, 1])
    await touch('touchMove', { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part })
  await expectSaid(page, `“${title}” is over In progress.`)
  await touch('touchEnd')
  await expect(toastOf(page)).toContainText('Task started')
  await expect(column(page, 'In progress')).toContainText(title)
  expect(await caller('GET', path)).toMatchObject({ status: 'in-progress' })
  await expectNoSidewaysScroll(page)
})

test('a card is back in its column after a refused drop, and can be dropped again', async ({ portal, person }) => {
  const title = 'Review the contract'
  const { staff, caller, path } = await consultantWithTask(portal, 'Refused', title)
  const { page, expectFault } = await person()
  await signInAs(page, portal, staff, '/tasks?view=board')
  const handle = handleOf(page, title)

  // Someone else changes the task while the drop is sent.
  expectFault(/status of 412/)
  await page.route(
    '**/api/tasks/*/status',
    async (route) => {
      await caller('PUT', path, { title, notes: 'Ask for the signed copy.' })
      await route.continue()
    },
    { times: 1 },
  )
  await handle.hover()
  await page.mouse.down()
  const { x, y } = await centerOf(column(page, 'Done'))
  await page.mouse.move(x, y, { steps: 10 })
  await expectSaid(page, `“${title}” is over Done.`)
  await page.mouse.up()
  await expect(toastOf(page)).toContainText('Couldn’t update the task')
  await expect(column(page, 'To do')).toContainText(title)
  await expect(column(page, 'Done')).not.toContainText(title)
  expect(await caller('GET', path)).toMatchObject({ status: 'to-do' })

  await expectMovable(handle)
  await handle.focus()
  await pickUp(page, title, 'To do')
  await page.keyboard.press('ArrowRight')
  await expectSaid(page, `“${title}” is over In progress.`)
  await page.keyboard.press('Space')
  await expect(toastOf(page)).toContainText('Task started')
  await expect(column(page, 'In progress')).toContainText(title)
})

test('a card has no handle if its status can’t be changed', async ({ portal, person }) => {
  const { admin, staff, caller } = await consultantWithTask(portal, 'Archivist', 'File the report')
  const folder = await addFolder(admin, { name: 'Archived Anchors', staff })
  const task = await caller('POST', '/api/tasks', { title: 'Close the books', clientFolderId: folder.id })
  await caller('PATCH', `/api/tasks/${task.id}/status`, { status: 'done' })
  await admin('PATCH', `/api/client-folders/${folder.id}`, { status: 'archived' })
  const { page } = await person()
  await signInAs(page, portal, staff, '/tasks?view=board')
  await expect(column(page, 'Done')).toContainText('Close the books')
  await expect(handleOf(page, 'File the report')).toBeVisible()
  await expect(handleOf(page, 'Close the books')).toHaveCount(0)
})

test('an administrator writes a job template, and a consultant starts the job in a folder', async ({
  portal,
  person,
}) => {
  const admin = await callerFor(portal, demonstration('admin'))
  const staff = await addPerson(portal, admin, { role: 'staff', firstName: 'Job', lastName: 'Starter' })
  const client = await addPerson(portal, admin, { role: 'client', firstName: 'Ann', lastName: 'Starter' })
  const folder = await addFolder(admin, { name: 'Starter Staircases', staff, client })

  const dana = await person()
  await signInAs(dana.page, portal, demonstration('admin'), '/job-templates')
  await dana.page.getByRole('button', { name: 'New template' }).click()
  const editor = dana.page.getByRole('dialog', { name: 'New job template' })
  await editor.getByLabel('Name').fill('Leave policy check')
  const step = (n: number) =>
    editor
      .getByRole('region', { name: 'Steps' })
      .getByRole('listitem')
      .nth(n - 1)
  await step(1).getByLabel('Title').fill('Compare the leave policy with the law')
  await step(1).getByLabel('Due (days after start)').fill('soon')
  await editor.getByRole('button', { name: 'Add step' }).click()
  await step(2).getByLabel('Type').selectOption({ label: 'Document request' })
  await step(2).getByLabel('Title').fill('Current leave policy')
  await editor.getByRole('button', { name: 'Create template' }).click()
  await expect(step(1).getByLabel('Due (days after start)')).toHaveAccessibleDescription(
    'Enter a number of days from 0 to 730.',
  )
  await step(1).getByLabel('Due (days after start)').fill('10')
  await step(1).getByRole('button', { name: 'Add item' }).click()
  await dana.page.keyboard.type('Paid leave')
  await dana.page.keyboard.press('Enter')
  await dana.page.keyboard.type('Sick leave')
  await expectAccessible(dana.page, 'a job template')
  await editor.getByRole('button', { name: 'Create template' }).click()
  await expect(toastOf(dana.page)).toContainText('Template created')
  await expect(dana.page.getByRole('list', { name: 'Job templates' })).toContainText('Leave policy check')

  const { page } = await person('phone')
  await signInAs(page, portal, staff, `/client-folders/${folder.id}`)
  await page.getByRole('button', { name: 'Start a job' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Start a job' })
  await dialog.getByLabel('Template').selectOption({ label: 'Leave policy check' })
  await dialog.getByLabel('Start date').fill('2030-01-31')
  const preview = dialog.getByRole('region', { name: 'What will be created' })
  await expect(preview.getByRole('listitem')).toHaveCount(2)
  await expect(preview.getByRole('listitem').first()).toContainText('Feb 10, 2030')
  await expect(preview.getByRole('listitem').first()).toContainText('Job Starter')
  await expectAccessible(page, 'starting a job')
  await expectNoSidewaysScroll(page)
  await dialog.getByRole('button', { name: 'Start job' }).tap()
  await expect(toastOf(page)).toContainText('Job started: 1 task and 1 document request created')
  await expect(page.getByRole('list', { name: 'Upcoming tasks' })).toContainText(
    'Compare the leave policy with the law',
  )

  await page.getByRole('list', { name: 'Upcoming tasks' }).getByRole('link').tap()
  const task = page.getByRole('dialog', { name: 'Compare the leave policy with the law' })
  await task.getByRole('checkbox', { name: 'Sick leave' }).check()
  await expect(task.getByText('1 of 2')).toBeVisible()

  const ann = await person()
  await signInAs(ann.page, portal, client)
  await expect(ann.page.getByText('Current leave policy').first()).toBeVisible()
  await expect(ann.page.getByText('Compare the leave policy with the law')).toBeHidden()
})
