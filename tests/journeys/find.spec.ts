// Getting anywhere by a few letters or a key, on a keyboard alone and on a phone.
import { addFolder, addPerson, callerFor, demonstration, signInAs } from './cast.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, type Portal, test } from './portal.ts'

async function office(portal: Portal, word: string) {
  const admin = await callerFor(portal, demonstration('admin'))
  const sue = await addPerson(portal, admin, { role: 'staff', firstName: 'Sue', lastName: word })
  const ann = await addPerson(portal, admin, { role: 'client', firstName: 'Ann', lastName: word })
  const mine = await addFolder(admin, { name: `${word} Cooperage`, client: ann, staff: sue })
  const staff = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName: 'Other' })
  await addFolder(admin, { name: `${word} Elsewhere`, staff })
  return { sue, ann, mine }
}

test('staff find their folder by keyboard alone, and later find it among what they opened', async ({
  portal,
  person,
}) => {
  const { sue, mine } = await office(portal, 'Larkspur')
  const { page } = await person()
  await signInAs(page, portal, sue)
  await expect(page.getByRole('heading', { name: 'Staff Dashboard' })).toBeVisible()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('dialog', { name: 'Find' }).getByRole('combobox')
  const options = page.getByRole('dialog').getByRole('option')
  await expect(field).toBeFocused()
  await page.keyboard.type('arkspu')
  await expect(options).toHaveText([/Larkspur Cooperage/, /Ann Larkspur/])
  await expectAccessible(page, 'the search with what it found')
  await page.keyboard.press('ArrowDown')
  await expect(options.last()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${portal.url}/client-folders/${mine.id}`)
  await expect(page.getByRole('heading', { name: 'Larkspur Cooperage' }).first()).toBeVisible()

  // Enter at once, before the answer is there.
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.type('create prop')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Create Proposal' })).toBeVisible()
  await expect(page).toHaveURL(`${portal.url}/proposals`)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.keyboard.press('Control+k')
  await expect(page.getByRole('group', { name: 'Opened lately' }).getByRole('option')).toHaveText([
    /Larkspur Cooperage/,
  ])
  await expect(field).toBeFocused()
  await page.keyboard.type('qqqq')
  await expect(page.getByText('Nothing is called that.')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // Nothing that has a name of a client stays in the browser.
  expect(await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))).not.toContain('Larkspur')
})

test('keys go places and rest while somebody types; they can be switched off', async ({ portal, person }) => {
  const { sue } = await office(portal, 'Bluestem')
  const { page } = await person()
  await signInAs(page, portal, sue)
  await expect(page.getByRole('heading', { name: 'Staff Dashboard' })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('f')
  await expect(page.getByRole('heading', { name: 'Client folders', level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Bluestem Cooperage' })).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.getByRole('link', { name: 'Bluestem Cooperage' })).toBeFocused()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('gp?')
  await expect(page.getByRole('searchbox')).toHaveValue('gp?')
  await expect(page).toHaveURL(/client-folders/)
  await page.getByRole('searchbox').blur()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet.getByRole('heading', { name: 'Go to' })).toBeVisible()
  await expectAccessible(page, 'the sheet of keys')
  await sheet.getByRole('checkbox').uncheck()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await page.keyboard.press('?')
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Find' })).toBeVisible()
  await expect(page).toHaveURL(/client-folders/)
})

test('a client finds their own on a phone, and nothing of others', async ({ portal, person }) => {
  const { ann } = await office(portal, 'Tupelo')
  const { page } = await person('phone')
  await signInAs(page, portal, ann)
  await page.getByRole('button', { name: 'Find' }).click()
  await page.getByRole('dialog').getByRole('combobox').fill('tupelo')
  const options = page.getByRole('dialog').getByRole('option')
  await expect(options).toHaveText([/Tupelo Cooperage/])
  await expectAccessible(page, 'the search on a phone')
  await expectNoSidewaysScroll(page)
  await options.first().click()
  await expect(page.getByRole('heading', { name: 'Tupelo Cooperage' }).first()).toBeVisible()
})
