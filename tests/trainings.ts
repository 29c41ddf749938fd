// Trainings of an employee, recorded and assigned through the calls.
import type { DeadlineView } from '../domain/deadline.ts'
import { employee } from './architecture/rights-deadlines.ts'
import { training } from './architecture/rights-training.ts'
import { company } from './contacts.ts'
import type { Caller, TestApp } from './test-app.ts'

export interface Firm {
  folder: string
  employeeId: string
}

export const at = (folder: string, rest: string) => `/api/client-folders/${folder}/${rest}`

/** @param testApp a function, because tests start it before they run */
export function trainingsOf(testApp: () => TestApp) {
  const hire = async (folder: string, more: object = {}): Promise<string> =>
    (await testApp().sam.post(at(folder, 'employees'), { ...employee, ...more })).body.id

  const trainingDeadlines = async ({ folder, employeeId }: Firm): Promise<DeadlineView[]> =>
    (await testApp().ann.get(at(folder, `deadlines?limit=200&kind=training&employeeId=${employeeId}`))).body

  return {
    hire,
    trainingDeadlines,
    /** A new folder of Ann's with one employee. */
    firm: async (): Promise<Firm> => {
      const folder = await company(testApp())
      return { folder, employeeId: await hire(folder) }
    },
    record: ({ folder, employeeId }: Firm, more: object = {}, by: Caller = testApp().ann) =>
      by.post(at(folder, 'training-records'), { ...training, employeeId, ...more }),
    change: (id: string, more: object, by: Caller = testApp().ann) =>
      by.patch(`/api/training-records/${id}`, { ...training, ...more }),
    voidRecord: (id: string, reason = 'Recorded twice.', by: Caller = testApp().ann) =>
      by.post(`/api/training-records/${id}/void`, { reason }),
    assign: (folder: string, more: object = {}, by: Caller = testApp().ann) =>
      by.post(at(folder, 'training-assignments'), { training: training.training, dueDate: '2099-01-31', ...more }),
    stateOf: async (firm: Firm) =>
      (await trainingDeadlines(firm)).map(({ dueDate, completedOn }) => [dueDate, completedOn]),
  }
}
