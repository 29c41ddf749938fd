import { newEmployeeDays } from '../../domain/deadline.ts'

/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  addEmployee: 'Adds the standard deadlines, such as Form I-9. Leave out Social Security numbers.',
  startedEarlier: `If this is more than ${newEmployeeDays} days ago, deadlines that count from it aren’t added.`,
}
