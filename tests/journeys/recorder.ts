// The fixtures of a journey: people at browsers of one size, and the record of what they do.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, expect, test as base, type TestInfo } from '@playwright/test'
import { type Account, signInAs } from '../e2e/people.ts'
import { type Portal, portalFixtures, startPortal, watch } from '../e2e/portal.ts'
import { attachmentName, type Journey, results, type Size, sizes } from './journey.ts'
import { type Person, personAt } from './person.ts'

export { expect }
export type { Person, Portal }

/** @param path where the person begins; null for nowhere yet */
type OpenBrowser = (name: string, portal: Portal, account?: Account | null, path?: string | null) => Promise<Person>

const colorScheme = process.env.JOURNEY_THEME === 'dark' ? 'dark' : 'light'

/** The project of the test. */
const sizeOf = ({ project }: TestInfo): Size => (project.name === 'phone' ? 'phone' : 'desk')

const slugOf = (title: string) => title.toLowerCase().replaceAll(/[^a-z\d]+/g, '-')

/** A few people make all the calls, faster than anyone could. */
const startQuickPortal = () => startPortal({ CALLS_PER_MINUTE: 'off' })

export const test = base.extend<
  {
    person: OpenBrowser
    /** A portal for one journey, which changes the settings of the firm. */
    ownPortal: () => Promise<Portal>
  },
  { portal: Portal }
>({
  ...portalFixtures(startQuickPortal),
  person: async ({ browser, ownPortal }, provide, testInfo) => {
    // A fixture's dependencies are set up before it, and so end after it.
    void ownPortal
    const size = sizeOf(testInfo)
    const [, group = '', title = ''] = testInfo.titlePath
    const journey: Journey = { group, title, size, steps: [], faults: [] }
    const folder = join('pictures', size, slugOf(`${group} ${title}`))
    mkdirSync(join(results, folder), { recursive: true })
    const contexts: BrowserContext[] = []
    const watched: string[][] = []
    await provide(async (name, portal, account = null, path = '/') => {
      const context = await browser.newContext({ ...sizes[size], colorScheme })
      contexts.push(context)
      const page = await context.newPage()
      watched.push(watch(page))
      const opened = personAt(page, { name, size, journey, folder })
      if (path === null) return opened
      if (account === null) await page.goto(portal.url + path)
      else await signInAs(page, portal, account, path)
      await opened.step('Begins here', async () => {
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      })
      return opened
    })
    journey.faults = watched.flat()
    for (const context of contexts) await context.close()
    await testInfo.attach(attachmentName, { body: JSON.stringify(journey), contentType: 'application/json' })
  },
})
