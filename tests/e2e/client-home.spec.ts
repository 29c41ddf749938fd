// A client's home: to-dos from all their folders, which disappear when done, and the folder switcher.
import { addFolder, addPerson, callerFor, demonstration, signInAs } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './portal.ts'

for (const size of ['desk', 'phone'] as const)
  test(`to-dos of two folders disappear when they are done, at the ${size}`, async ({ portal, person }) => {
    const admin = await callerFor(portal, demonstration('admin'))
    const staff = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName: 'Kerr' })
    const client = await addPerson(portal, admin, { role: 'client', firstName: 'Ann', lastName: 'Bristow' })
    const yard = await addFolder(admin, { name: 'Bristow Boatyard', client, staff })
    const cafe = await addFolder(admin, { name: 'Bristow Café', client, staff })
    const team = await callerFor(portal, staff)
    await team('POST', `/api/client-folders/${yard.id}/document-requests`, { title: 'Employee list' })
    const assignment = await team('POST', `/api/client-folders/${cafe.id}/assignments`, {
      title: 'Name a contact',
      description: 'Who opens the door.',
    })
    await team('POST', `/api/client-folders/${cafe.id}/messages`, { content: 'Good morning.' })
    const invoice = await admin('POST', '/api/invoices', {
      clientFolderId: yard.id,
      lineItems: [{ description: 'Consulting', quantity: 1, rate: 12_500 }],
      dueDate: '2099-12-31',
    })
    await admin('PATCH', `/api/invoices/${invoice.id}/status`, { status: 'sent' })

    const { page } = await person(size)
    await signInAs(page, portal, client)
    await expect(page.getByRole('heading', { name: '5 items are waiting for you' })).toBeVisible()
    const waiting = page.getByRole('list', { name: 'Waiting for you' }).getByRole('listitem')
    await expect(page.getByRole('heading', { name: /^Pay invoice INV-/ })).toBeVisible()
    await expect(waiting).toHaveCount(4)
    await expect(waiting.filter({ hasText: 'Employee list' })).toContainText('Bristow Boatyard')
    await expect(waiting.filter({ hasText: 'Name a contact' })).not.toContainText('Bristow')
    await expectAccessible(page, `what waits in two folders, ${size}`)
    await expectNoSidewaysScroll(page)

    // Done elsewhere, it disappears here without a reload.
    await admin('POST', `/api/invoices/${invoice.id}/payments`, { amount: 13_219, method: 'check' })
    await expect(page.getByRole('heading', { name: /^Pay invoice/ })).toHaveCount(0)
    const mine = await callerFor(portal, client)
    await mine('PATCH', `/api/assignments/${assignment.id}/status`, { status: 'completed' })
    await expect(page.getByRole('heading', { name: '3 items are waiting for you' })).toBeVisible()

    // Each links into its own folder, whichever is open.
    const folder = page.getByRole('combobox', { name: 'Folder' })
    await folder.selectOption('Bristow Café')
    await expect(page.getByRole('heading', { name: 'Bristow Café' })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`folder=${cafe.id}`))
    await page.getByRole('button', { name: /^Upload.*Employee list/ }).click()
    const panel = page.getByRole('dialog', { name: 'Employee list' })
    await expect(panel.getByLabel('Files for Employee list')).toBeAttached()
    await expectAccessible(page, `a request beside the list, ${size}`)
    await page.goBack()
    await expect(panel).toHaveCount(0)
    await expect(folder).toHaveValue(cafe.id)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Bristow Café' })).toBeVisible()
  })

for (const size of ['desk', 'phone'] as const)
  test(`nothing on a client’s pages moves while they open, at the ${size}`, async ({ portal, person }) => {
    const admin = await callerFor(portal, demonstration('admin'))
    const staff = await addPerson(portal, admin, { role: 'staff', firstName: 'Lena', lastName: 'Marsh' })
    const client = await addPerson(portal, admin, { role: 'client', firstName: 'Otto', lastName: 'Crane' })
    const mill = await addFolder(admin, { name: 'Crane Mill', client, staff })
    await addFolder(admin, { name: 'Crane Bakery', client, staff })
    await admin('POST', `/api/client-folders/${mill.id}/messages`, { content: 'Good morning.' })
    const invoice = await admin('POST', '/api/invoices', {
      clientFolderId: mill.id,
      lineItems: [{ description: 'Consulting', quantity: 1, rate: 12_500 }],
      dueDate: '2099-12-31',
    })
    await admin('PATCH', `/api/invoices/${invoice.id}/status`, { status: 'sent' })
    const { page } = await person(size)
    await page.addInitScript(() => {
      const shifted: string[] = []
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as unknown as { sources: { node: Node | null }[] }[])
          shifted.push(entry.sources.map(({ node }) => node?.textContent ?? '').join(' | '))
      }).observe({ type: 'layout-shift', buffered: true })
      Object.assign(globalThis, { shifted })
    })
    await signInAs(page, portal, client)

    for (const [path, heading] of [
      ['/', 'Crane Bakery'],
      ['/messages', 'Messages'],
      ['/documents', 'Documents'],
      ['/agreements', 'Agreements'],
      ['/hr-assistant', 'HR Assistant'],
    ] as const) {
      await page.goto(portal.url + path)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(page.locator('[aria-busy="true"]').filter({ visible: true })).toHaveCount(0)
      expect(await page.evaluate('shifted'), path).toEqual([])
    }
  })
