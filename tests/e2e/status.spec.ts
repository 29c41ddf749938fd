// The System status page for administrators: read, refreshed, and without old data when it cannot be loaded.
import { callerFor, demonstration } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './portal.ts'

for (const size of ['desk', 'phone'] as const)
  test(`an administrator sees the system status, at the ${size}`, async ({ portal, person }) => {
    const { page, expectFault } = await person(size)
    await signIn(page, portal, 'admin')
    const bar = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })
    if (size === 'phone') await bar.getByRole('button', { name: 'More' }).click()
    else await bar.getByRole('button', { name: 'Admin' }).click()
    await (
      size === 'phone'
        ? page.getByRole('menuitem', { name: 'System status' })
        : bar.getByRole('link', { name: 'System status' })
    ).click()
    const checks = page.getByRole('list', { name: 'Checks' }).getByRole('listitem')
    await expect(checks).toHaveCount(10)
    await expect(checks.filter({ hasText: 'Database' })).toContainText(/PostgreSQL .* answered in \d+ ms\./)
    await expect(checks.filter({ hasText: 'Email' }).getByRole('link', { name: 'Open the email log' })).toBeVisible()
    await expect(page.getByRole('heading', { name: /^(All systems normal|Needs attention)$/ })).toBeVisible()
    await expectAccessible(page, `the status, ${size}`)
    await expectNoSidewaysScroll(page)

    // While it cannot be loaded, no earlier data is shown.
    expectFault(/status of 503 .*\/api\/status\)$/)
    await page.route('**/api/status', (route) => route.fulfill({ status: 503, body: '' }))
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(checks).toHaveCount(0)
    await page.unroute('**/api/status')
    await page.getByRole('button', { name: /try again/i }).click()
    await expect(checks).toHaveCount(10)
  })

test('neither staff nor clients see the system status', async ({ portal, person }) => {
  for (const [username, size] of [
    ['staff', 'desk'],
    ['client', 'phone'],
  ] as const) {
    const { page } = await person(size)
    await signIn(page, portal, username, '/status')
    await expect(page.getByRole('heading', { name: 'You don’t have access to this page' })).toBeVisible()
    expect((await page.request.get(`${portal.url}/api/status`)).status()).toBe(403)
  }
  const admin = await callerFor(portal, demonstration('admin'))
  expect(await admin<{ checks: unknown[] }>('GET', '/api/status')).toHaveProperty('checks')
})
