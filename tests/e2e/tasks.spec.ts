// Team tasks and job templates: a consultant's day, and a job that is started in a client folder.
import { addFolder, addPerson, callerFor, demonstration, signInAs } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf } from './portal.ts'

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

  const ann = await person()
  await signInAs(ann.page, portal, client)
  await expect(ann.page.getByText('Current leave policy').first()).toBeVisible()
  await expect(ann.page.getByText('Compare the leave policy with the law')).toBeHidden()
})
