// The services of the firm: an administrator edits them, visitors and clients request them, and two requests are merged.
import { addFolder, addPerson, callerFor, demonstration, requestOf, signInAs, visitorOf } from './people.ts'
import { picture } from './pictures.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf } from './portal.ts'

const longName = 'Wolfeschlegelsteinhausenbergerdorff-Compensation and Classification Advisory Program'.slice(0, 80)

test('an administrator adds, renames, and hides services, and visitors choose from them', async ({
  ownPortal,
  person,
}) => {
  const portal = await ownPortal()
  const { page } = await person()
  await signInAs(page, portal, demonstration('admin'), '/firm-settings?tab=services')
  await picture(page, 'services-first')
  await page.getByRole('button', { name: 'Add service' }).click()
  const added = page.getByRole('listitem', { name: 'service 5' })
  await added.getByLabel('Name').fill('HR consulting')
  const renamed = page.getByRole('listitem', { name: 'HR consulting', exact: true })
  await renamed.getByLabel('In one sentence').fill('Payroll, every two weeks.')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Another service has this name.')).toBeVisible()
  await renamed.getByLabel('Name').fill('Payroll support')
  await page.getByRole('button', { name: 'Move Payroll support up' }).click()
  await page.getByRole('listitem', { name: 'HR Consulting' }).getByLabel('Who can request it').selectOption('hidden')
  await expectAccessible(page, 'the services')
  await picture(page, 'services-edited')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toastOf(page)).toContainText('Services saved')

  const { page: visitor } = await person()
  await visitor.goto(`${portal.url}/#request-service`)
  await expect(visitor.getByRole('checkbox')).toHaveCount(4)
  await expect(visitor.getByRole('checkbox', { name: /Payroll support/ })).toBeVisible()
  await expect(visitor.getByRole('heading', { name: 'HR Consulting' })).toHaveCount(0)
  await expectNoSidewaysScroll(visitor)
  await picture(visitor, 'public-form')

  const admin = await callerFor(portal, demonstration('admin'))
  const { services } = await admin<{ services: object[] }>('GET', '/api/firm-settings')
  const many = Array.from({ length: 30 - services.length }, (_, at) => ({
    name: at === 0 ? longName : `Service number ${at}`,
    brief: at === 0 ? 'A sentence that goes on and on. '.repeat(6).trim() : 'One sentence.',
    availability: 'public',
  }))
  await admin('PATCH', '/api/firm-settings', { services: [...services, ...many] })
  await visitor.goto(portal.url)
  await expectNoSidewaysScroll(visitor)
  await visitor.getByRole('heading', { name: /kinds of help/ }).scrollIntoViewIfNeeded()
  await picture(visitor, 'public-thirty')
  await page.reload()
  await expect(page.getByText('You’ve reached the limit of 30 services.')).toBeVisible()
  await expectNoSidewaysScroll(page)
  await picture(page, 'services-thirty')
})

test('a client requests more services, and staff accept them into the folder', async ({ ownPortal, person }) => {
  const portal = await ownPortal()
  const admin = await callerFor(portal, demonstration('admin'))
  const staff = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName: 'Whitlock' })
  const client = await addPerson(portal, admin, {
    role: 'client',
    firstName: 'Maximiliane-Charlotte',
    lastName: 'Wolfeschlegelstein-Hausenbergerdorff',
  })
  await addFolder(admin, { name: 'Bluefield Cabinet and Architectural Millwork Works', client, staff })
  const { page } = await person()
  await signInAs(page, portal, client, '/agreements')
  await expect(page.getByText('No requests yet')).toBeVisible()
  await picture(page, 'client-none')
  await page.getByRole('button', { name: 'Request more services' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await expect(dialog.getByText('Please select at least one service')).toBeVisible()
  await dialog.getByRole('checkbox', { name: /Leadership & Training/ }).check()
  await dialog.getByLabel('What do you need help with?').fill('Training for two new supervisors.')
  await expectAccessible(page, 'the form for more services')
  await picture(page, 'client-form')
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await expect(toastOf(page)).toContainText('Request sent')
  await expect(page.getByRole('list', { name: 'Your service requests' })).toContainText('Leadership & Training')
  await picture(page, 'client-sent')

  const { page: team } = await person()
  await signInAs(team, portal, staff, '/?requests=pending')
  const row = team.getByRole('listitem').filter({ hasText: 'Existing client:' })
  await expect(row).toContainText('Bluefield Cabinet and Architectural Millwork Works')
  await expectAccessible(team, 'the requests')
  await picture(team, 'team-queue')
  await row.getByRole('button', { name: 'Accept Request' }).click()
  await expect(toastOf(team)).toContainText('Service request updated successfully')
  await team.goto(`${portal.url}/?requests=in-progress`)
  await team.getByRole('link', { name: 'Bluefield Cabinet and Architectural Millwork Works' }).first().click()
  await expect(team.getByText(/Leadership & Training/).first()).toBeVisible()
})

test('staff merge two requests of the same business', async ({ ownPortal, person }) => {
  const portal = await ownPortal()
  const visitor = visitorOf(portal)
  const business = 'Maximiliane and Wolfeschlegelsteinhausenberger Oyster Company'
  const first = await visitor<{ id: string; statusPath: string }>('POST', '/api/service-requests', requestOf(business))
  const second = await visitor<{ id: string; statusPath: string }>('POST', '/api/service-requests', {
    ...requestOf(business),
    needsDescription: 'We forgot to mention the night shift.',
  })
  const { page } = await person()
  await signInAs(page, portal, demonstration('admin'), `/?tab=requests&requests=pending&open=${second.id}`)
  const panel = page.getByRole('dialog')
  await expect(panel.getByRole('heading', { name: 'Possible duplicates' })).toBeVisible()
  await picture(page, 'merge-hint')
  await panel.getByRole('button', { name: /^Merge into / }).click()
  await expect(page.getByText(/You can’t undo this/)).toBeVisible()
  await page.getByRole('button', { name: 'Merge requests' }).click()
  await expect(toastOf(page)).toContainText('Requests merged')
  await expect(panel.getByRole('region', { name: 'Merged requests' })).toContainText('night shift')
  await expectAccessible(page, 'a request with another one merged into it')
  await picture(page, 'merge-done')
  await page.goto(`${portal.url}/?tab=requests&requests=cancelled&open=${second.id}`)
  await expect(page.getByRole('dialog').getByText('This request is handled with another one.')).toBeVisible()
  await picture(page, 'merge-closed')
  await page.getByRole('link', { name: 'Open that request' }).click()
  await expect(page).toHaveURL(new RegExp(first.id))

  const { page: sender } = await person()
  await sender.goto(portal.url + second.statusPath)
  await expect(sender.getByText(/together with another one/)).toBeVisible()
  await picture(sender, 'merge-status')
})
