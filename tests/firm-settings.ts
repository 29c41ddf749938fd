// Firm settings, as an administrator reads and saves them.
import { expect } from 'vitest'
import type { TestApp } from './test-app.ts'

export const settingsPath = '/api/firm-settings'

export const identity = {
  name: 'Blue Ridge HR',
  address: '12 Main Street',
  phone: '(540) 555-0100',
  email: 'hr@example.com',
}

export const readSettings = async ({ alice }: TestApp) => (await alice.get(settingsPath)).body

/** Saves some sections; returns the settings in force. */
export async function saveSettings({ alice }: TestApp, sections: object) {
  const answer = await alice.patch(settingsPath, sections)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

/** So that reminders don't depend on the day on which the tests run. */
export const openEveryDay = (testApp: TestApp) =>
  saveSettings(testApp, {
    officeHours: { days: Array(7).fill({ opens: '09:00', closes: '17:00' }), holidays: [] },
  })
