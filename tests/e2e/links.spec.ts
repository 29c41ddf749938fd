// Navigation between items: the focus is visible, links lead to pages that their reader may open, and a contract leads
// to its invoice.
import { addFolder, addPerson, callerFor, demonstration, signInAs } from './people.ts'
import { expect, itemsOf, test } from './portal.ts'

const contractFields = { clientName: 'Ann Keller', clientEmail: 'ann@journey.example', startDate: '2026-12-01' }

test('the focus ring of a row surrounds the full row', async ({ portal, person }) => {
  const admin = await callerFor(portal, demonstration('admin'))
  const staff = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName: 'Ring' })
  const folder = await addFolder(admin, { name: 'Ring Foundry', staff })
  await admin('POST', '/api/contracts', { ...contractFields, clientFolderId: folder.id, totalValue: 450_000 })
  const { page } = await person()
  await signInAs(page, portal, demonstration('admin'))
  await page.goto(`${portal.url}/contracts?folder=${folder.id}`)
  const row = itemsOf(page, 'Contracts').filter({ hasText: 'PROHR-' })
  await expect(row).toHaveCount(1)
  await page.keyboard.press('j')
  const link = row.getByRole('link').first()
  await expect(link).toBeFocused()
  const ring = await link.evaluate((element) => {
    const { outlineStyle, outlineWidth, width, height } = getComputedStyle(element, '::after')
    return { outlineStyle, outlineWidth, width: Number.parseFloat(width), height: Number.parseFloat(height) }
  })
  const box = await row.boundingBox()
  expect(ring).toMatchObject({ outlineStyle: 'solid', outlineWidth: '2px' })
  expect(ring.width).toBeGreaterThan((box?.width ?? 0) - 4)
  expect(ring.height).toBeGreaterThan((box?.height ?? 0) - 4)
})

test('a dialog title on a phone shows its descenders', async ({ portal, person }) => {
  const { page } = await person('phone')
  await page.goto(`${portal.url}/?signin`)
  const title = page.getByRole('dialog').getByRole('heading', { name: 'Staff Login' })
  await expect(title).toBeVisible()
  const room = await title.evaluate(async (element) => {
    await document.fonts.ready
    const { lineHeight, fontFamily, fontSize } = getComputedStyle(element)
    const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
    context.font = `${fontSize} ${fontFamily}`
    const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent, actualBoundingBoxDescent } = context.measureText('g')
    const below = (Number.parseFloat(lineHeight) - ascent - fontBoundingBoxDescent) / 2 + fontBoundingBoxDescent
    return element.clientHeight - Number.parseFloat(lineHeight) + below - actualBoundingBoxDescent
  })
  expect(room).toBeGreaterThanOrEqual(1)
})

test('a client who follows the team’s link to their folder sees it on their home page, at the same tab', async ({
  portal,
  person,
}) => {
  const admin = await callerFor(portal, demonstration('admin'))
  const staff = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName: 'Link' })
  const client = await addPerson(portal, admin, { role: 'client', firstName: 'Ann', lastName: 'Link' })
  await addFolder(admin, { name: 'Link Stables', client, staff })
  const second = await addFolder(admin, { name: 'Link Saddlery', client, staff })
  const { page } = await person()
  await signInAs(page, portal, client)
  await page.goto(`${portal.url}/client-folders/${second.id}?tab=messages`)
  await expect(page.getByRole('heading', { name: 'Link Saddlery' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Messages' })).toHaveAttribute('aria-selected', 'true')
  await expect(page).toHaveURL(`${portal.url}/?folder=${second.id}&tab=messages`)
})

test('a signed contract becomes an invoice on its own page, with its services as lines', async ({ portal, person }) => {
  const admin = await callerFor(portal, demonstration('admin'))
  const staff = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName: 'Bill' })
  const client = await addPerson(portal, admin, { role: 'client', firstName: 'Ann', lastName: 'Bill' })
  const folder = await addFolder(admin, { name: 'Bill Ironworks', client, staff })
  const contract = await admin('POST', '/api/contracts', {
    ...contractFields,
    clientFolderId: folder.id,
    services: [{ customName: 'Employee handbook', estimatedHours: 24, hourlyRate: 15_000 }],
  })
  const { page } = await person()
  await signInAs(page, portal, demonstration('admin'))
  await page.goto(`${portal.url}/contracts/${contract.id}`)
  await expect(page.getByRole('button', { name: 'Cancel contract' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create invoice' })).toHaveCount(0)

  const ann = (await person()).page
  await signInAs(ann, portal, client)
  await ann.request.get(`${portal.url}/api/contracts/${contract.id}/pdf`)
  const signature = { consent: true, kind: 'typed', name: 'Ann Bill', password: client.password }
  const signed = await ann.request.post(`${portal.url}/api/contracts/${contract.id}/signature`, { data: signature })
  expect(signed.status()).toBe(201)
  await page.getByRole('button', { name: 'Create invoice' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: /Description/ }).last()).toHaveValue('Employee handbook')
  await dialog.getByRole('button', { name: 'Create Invoice' }).click()
  await expect(page).toHaveURL(/\/invoices\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('main')).toContainText('$3,807')
})

test('the dashboard does not wait for the notification count', async ({ portal, person }) => {
  const { page } = await person()
  const held: (() => void)[] = []
  await page.route('**/api/notifications/figures', async (route) => {
    await new Promise<void>((release) => held.push(release))
    await route.continue()
  })
  await signInAs(page, portal, demonstration('staff'))
  await expect(page.getByRole('tab', { name: 'Service Requests' })).toBeVisible()
  await expect.poll(() => held.length).toBeGreaterThan(0)
  for (const release of held) release()
})

test('a policy opens at an address whose hash is badly encoded', async ({ portal, person }) => {
  const { page } = await person()
  await signInAs(page, portal, demonstration('client'))
  await page.goto(`${portal.url}/hr-policies/employee-handbook#%`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
})
