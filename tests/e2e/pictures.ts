// Pictures for a person to look at.
import { mkdirSync } from 'node:fs'
import type { Page } from '@playwright/test'

const pictures = process.env.PICTURES

/** Pictures of a page for a person to look at, where a folder is named. */
export async function picture(page: Page, name: string) {
  if (pictures === undefined) return
  mkdirSync(pictures, { recursive: true })
  const before = page.viewportSize()
  for (const width of [1440, 390])
    for (const scheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme: scheme })
      await page.screenshot({ path: `${pictures}/${name}-${width}-${scheme}.png` })
    }
  await page.emulateMedia({ colorScheme: 'light' })
  if (before !== null) await page.setViewportSize(before)
}
