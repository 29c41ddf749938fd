// Tooltips of icons: shown after 700 ms of hovering, and right away on the neighboring icon.
import { expect, expectAccessible, signIn, test } from './portal.ts'

test('the tooltip of an icon button appears 4 px from it after 700 ms, and on its neighbor right away', async ({
  portal,
  person,
}) => {
  const { page } = await person()
  await page.clock.install()
  await signIn(page, portal, 'admin', '/proposals?create=true')
  await page.getByRole('button', { name: 'Add a custom line' }).click()
  const remove = page.getByRole('button', { name: 'Remove line 1' })
  await expect(remove).toBeVisible()
  const tooltip = (name: string) => page.locator('[data-radix-popper-content-wrapper]').filter({ hasText: name })

  await page.clock.pauseAt(new Date(Date.now() + 3_600_000))
  await remove.hover()
  await page.clock.runFor(690)
  await expect(tooltip('Remove line 1')).toHaveCount(0)
  await page.clock.runFor(20)
  await expect(tooltip('Remove line 1')).toBeVisible()
  await page.clock.resume()
  await expectAccessible(page, 'a tooltip')
  const [above, below] = await Promise.all([tooltip('Remove line 1').boundingBox(), remove.boundingBox()])
  expect(Math.round((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0))).toBe(4)
  await expect(remove).not.toHaveAttribute('title')

  // Moves the pointer in several steps, like a hand.
  await page.clock.pauseAt(new Date(Date.now() + 7_200_000))
  const down = page.getByRole('button', { name: 'Move line 1 down' })
  for (const y of [24, 20, 16]) await down.hover({ position: { x: 16, y } })
  await expect(tooltip('Move line 1 down')).toBeVisible()
  await page.clock.resume()
})
